import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RevisionDigest } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { createRoutingFixture } from '../../testing/routing-fixture.ts'
import { RoutingCache } from './routing-cache.ts'
import { routingOf } from './routing-of.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

async function someSkill(...lines: readonly string[]): Promise<Skill> {
  const frontmatter = ['name: swap', 'description: Use when asked to swap tokens.', ...lines]
  const sample = { frontmatter: frontmatter.join('\n') }
  const { services } = await createRoutingFixture([sample], sha256)
  const { tenantId, viewer, search, skills } = services
  const [hit] = await search.search(tenantId, viewer, { text: 'swap', limit: 1 })
  const [skill] = await skills.getMany(viewer, hit ? [hit.skillId] : [])
  if (!skill) throw new Error('The skill is not found.')
  return skill
}

describe('the routing of skills, read once', () => {
  it('is what a revision says, and the same again', async () => {
    const skill = await someSkill('routing: {keywords: [buy], priority: 7}')
    const cache = new RoutingCache()
    const first = cache.routingOf(skill)
    expect(first).toEqual(routingOf(skill.head))
    expect(cache.routingOf({ ...skill, version: skill.version + 1 })).toBe(first)
  })

  it('is read anew for another revision', async () => {
    const skill = await someSkill('routing: {keywords: [buy]}')
    const other = await someSkill('routing: {keywords: [sell]}')
    const cache = new RoutingCache()
    const first = cache.routingOf(skill)
    expect(cache.routingOf({ ...skill, head: other.head })?.keywords).toEqual(['sell'])
    expect(cache.routingOf(skill)).toBe(first)
  })

  it('is null for skills that are currently not available', async () => {
    const skill = await someSkill()
    const cache = new RoutingCache()
    expect(cache.routingOf(skill)).not.toBeNull()
    expect(cache.routingOf({ ...skill, enabled: false })).toBeNull()
    expect(cache.routingOf({ ...skill, archivedAt: 1 })).toBeNull()
    expect(cache.routingOf(skill)).not.toBeNull()
    const manual = await someSkill('disable-model-invocation: true')
    expect(cache.routingOf(manual)).toBeNull()
  })

  it('holds only so many; the one not asked for longest goes first', async () => {
    const skill = await someSkill('routing: {keywords: [buy]}')
    const cache = new RoutingCache(2)
    const of = (digest: string): Skill => {
      return { ...skill, head: { ...skill.head, digest: digest as RevisionDigest } }
    }
    const [a, b, c] = ['a', 'b', 'c'].map(of)
    const first = cache.routingOf(a!)
    const second = cache.routingOf(b!)
    expect(cache.routingOf(a!)).toBe(first)
    cache.routingOf(c!)
    expect(cache.size).toBe(2)
    expect(cache.routingOf(a!)).toBe(first)
    expect(cache.routingOf(b!)).not.toBe(second)
  })
})
