import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { RegistrySkill } from '../../ports/skill-registry.ts'
import type { SourceStore } from '../../ports/sources.ts'
import {
  createSkillRegistryClient,
  type RegistryClientDeps,
} from './create-skill-registry-client.ts'
import { entryAt, type RegistrySource } from './registry-source.ts'

const registry = (name: string, createdAt: number, enabled = true) =>
  ({
    ...{ id: `src_${name}`, name, createdAt, enabled },
    config: { kind: 'marketplace', baseUrl: `https://${name}.example/api/`, skills: null },
  }) as unknown as RegistrySource
const skill = (id: string): RegistrySkill => ({
  ...{ id, slug: id, name: id, description: '', source: 'acme', installs: null, url: null },
})
const down = new ProblemError({ code: 'registry.unreachable', kind: 'unavailable', message: '' })

/** What each registry answers, by its name. */
function asking(answers: Readonly<Record<string, readonly string[] | ProblemError>>) {
  const registries = Object.keys(answers).map((name, at) => registry(name, at))
  const sources = { list: async () => [...registries, registry('off', 0, false)] }
  const clientOf = async ({ name }: RegistrySource) => ({
    search: async () => {
      const answer = answers[name]
      if (!answer || answer instanceof ProblemError) throw answer ?? new Error(name)
      return answer.map(skill)
    },
  })
  const deps = { store: { sources }, clientOf } as unknown as RegistryClientDeps
  const client = createSkillRegistryClient(deps, {} as never)
  const { signal } = new AbortController()
  const search = async (limit = 10) =>
    (await client.search({ query: 'x', limit, signal })).map(({ id }) => id)
  return { search, sources: sources as unknown as Pick<SourceStore, 'list'> }
}

describe('agents search every registry that is switched on', () => {
  it('the best of each come first, and no more than were asked for', async () => {
    const { search } = asking({ one: ['a', 'b', 'c'], two: ['d'] })
    expect(await search()).toEqual(['a', 'https://two.example/api/skills/d', 'b', 'c'])
    expect(await search(2)).toEqual(['a', 'https://two.example/api/skills/d'])
  })

  it('what another than the first one has is found again by the id that the search gave', async () => {
    const { search, sources } = asking({ one: [], two: ['ann/my notes/d&e'] })
    const [id = ''] = await search()
    const found = await entryAt(sources, id)
    expect([found.registry.name, found.id]).toEqual(['two', 'ann/my notes/d&e'])
  })

  it('one that does not answer keeps nobody from the others; when none does, its problem is told', async () => {
    expect(await asking({ one: down, two: ['d'] }).search()).toHaveLength(1)
    await expect(asking({ one: down, two: down }).search()).rejects.toBe(down)
  })

  it('without one it says so', async () => {
    await expect(asking({}).search()).rejects.toMatchObject({ problem: { code: 'registry.off' } })
  })
})
