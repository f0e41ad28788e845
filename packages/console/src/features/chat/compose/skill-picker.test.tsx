import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../shared/api/queries.ts'
import { Composer } from '../composer.tsx'
import type { ComposerParts, SkillChoice } from './composer-parts.ts'

const skill = (slug: string) => ({
  ...{ id: `skl_${slug}`, slug, name: slug, description: `About ${slug}` },
  content_length: 800,
})
let policy = 'auto'
let asked: string[] = []

beforeEach(() => {
  localStorage.clear()
  policy = 'auto'
  asked = []
  queryClient.setQueryData(['me'], { permissions: ['skills.read'], member: { role: 'member' } })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/v1/settings') {
      return Response.json({ skill_enablement_policy: policy, skills_max_prompt_chars: 16_000 })
    }
    asked.push(`${pathname}?${searchParams}`)
    const wanted = searchParams.get('q') ?? ''
    const items = [skill('csv-import'), skill('helm-chart')].filter(({ slug }) =>
      slug.includes(wanted),
    )
    return Response.json({ items, next_cursor: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(chosen: SkillChoice[] = [], active: readonly string[] = []) {
  const parts: ComposerParts = {
    skills: { active, onChoose: (one) => chosen.push(one) },
    files: { names: [], busy: false, onTake: () => {}, onLeaveOut: () => {}, onSent: () => {} },
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Composer draftName="test" onSend={async () => {}} parts={parts} />
    </QueryClientProvider>,
  )
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
}

const openWith = (field: HTMLElement) => fireEvent.change(field, { target: { value: '/' } })
const combobox = () => screen.findByRole<HTMLInputElement>('combobox')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('a slash at the start of a message', () => {
  it('opens a combobox of skills that are offered, and Enter chooses the one the arrows are at', async () => {
    const chosen: SkillChoice[] = []
    openWith(show(chosen))
    const field = await combobox()
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(asked[0]).toContain('enabled=true&archived=false')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    const [, second] = screen.getAllByRole('option')
    await waitFor(() => expect(second?.getAttribute('aria-selected')).toBe('true'))
    expect(field.getAttribute('aria-activedescendant')).toBe(second?.id)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(chosen).toEqual([{ slug: 'helm-chart', name: 'helm-chart' }])
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('a skill that is active already is marked and cannot be chosen again', async () => {
    const chosen: SkillChoice[] = []
    openWith(show(chosen, ['csv-import']))
    await waitFor(() => expect(options()[0]).toContain('Active'))
    fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
    expect(chosen).toEqual([])
  })

  it('Escape gives the slash and the words back as text', async () => {
    const field = show()
    openWith(field)
    fireEvent.change(await combobox(), { target: { value: 'etc/hosts' } })
    fireEvent.keyDown(await combobox(), { key: 'Escape' })
    await waitFor(() => expect(field.value).toBe('/etc/hosts'))
  })

  it('a slash within a message is only a slash', () => {
    const field = show()
    fireEvent.change(field, { target: { value: 'and/or' } })
    fireEvent.change(field, { target: { value: '/etc' } })
    expect([field.value, screen.queryByRole('combobox')]).toEqual(['/etc', null])
  })

  it('a member is told that only administrators activate skills, and no skill is asked for', async () => {
    policy = 'admin-only'
    openWith(show())
    await screen.findByText('In this organisation only owners and admins may activate skills.')
    expect(options()).toEqual([])
  })
})
