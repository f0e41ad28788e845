import { describe, expect, it } from 'vitest'
import { namedPagesFor, navigationFor, placeOf } from './navigation.ts'

type Person = Parameters<typeof navigationFor>[0]
const person = (...permissions: string[]) =>
  ({ permissions, member: { role: 'member' } }) as unknown as Person
const everything = person('conversations.use', 'skills.read', 'audit.read')

describe('the navigation', () => {
  it('groups what it shows, and leaves out what somebody may not see', () => {
    const shown = (me: Person) => navigationFor(me).map(({ group, label }) => `${group}: ${label}`)
    expect(shown(everything)).toEqual([
      ...['top: Chat', 'top: Inbox', 'Library: Skills', 'Library: Sources', 'Agents: Agents'],
      ...['Agents: Triggers', 'Agents: Integrations', 'Observe: Overview'],
      ...['Observe: Traces', 'Observe: Audit', 'bottom: Settings'],
    ])
    expect(shown(person())).toEqual(['bottom: Settings'])
  })

  it('keeps every page that is no longer in the list reachable by its name', () => {
    const pages = namedPagesFor(everything).map(({ to }) => to)
    expect(pages).toEqual(
      expect.arrayContaining(['/routing', '/connect', '/runs', '/approvals', '/reviews']),
    )
    expect(pages.filter((to) => to.startsWith('/settings/'))).not.toContain('/settings/members')
    const theirs = namedPagesFor(person()).map(({ to }) => to)
    expect(theirs.every((to) => to === '/settings' || to.startsWith('/settings/'))).toBe(true)
    expect(theirs).not.toContain('/settings/models')
  })

  it('marks the place that a page within it belongs to', () => {
    expect(placeOf('/routing')).toBe('/skills')
    expect(placeOf('/skills/skl_1')).toBe('/skills')
    expect(placeOf('/connect')).toBe('/integrations')
    expect(placeOf('/settings/tools/tool_1')).toBe('/settings')
    expect(placeOf('/skillset')).toBe(null)
  })
})
