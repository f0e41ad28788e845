import { beforeEach, describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../../../base/ids.ts'
import type { JsonObject, JsonValue } from '../../../base/json.ts'
import type { SearchLogFailure } from '../../../choose/search/record-search.ts'
import { emptySession, type SessionState } from '../../../domain/session-state.ts'
import { defaultSettings, type OrganisationSettings } from '../../../domain/settings.ts'
import type { CheckedContent } from '../../../domain/skill.ts'
import type { SkillSearch } from '../../../ports/search-index.ts'
import type { TenantStore } from '../../../ports/store.ts'
import { createFixedClock, createInMemoryStore } from '../../../testing/index.ts'
import { sampleFacts, sampleServices } from '../../../testing/sample-services.ts'
import { sampleContent } from '../../../testing/sample-skills.ts'
import { activeSkillOf } from '../../session/active-skill.ts'
import type { ToolServices } from '../../tools/tool.ts'
import { combineToolsets } from '../../tools/toolset.ts'
import { discovery } from './discovery.ts'

const tenantId = 'org_1' as TenantId
const viewer = 'usr_1' as UserId
const tools = combineToolsets([discovery])

let tenant: TenantStore

beforeEach(async () => {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  tenant = store.tenant(tenantId)
})

async function save(...arrivals: CheckedContent[]) {
  const outcomes = await tenant.skills.save(arrivals, 'create')
  return outcomes.map((outcome) => {
    if (outcome.status !== 'created') throw new Error(outcome.status)
    return outcome.skill
  })
}

/** Ranks in the given order: the test is about what the tool makes of a ranking. */
function ranking(...slugs: string[]): SkillSearch {
  return {
    search: async (_tenant, user, { limit }) => {
      const found = await Promise.all(slugs.map((slug) => tenant.skills.findBySlug(user, slug)))
      return found
        .flatMap((skill, index) => (skill ? [{ skill, index }] : []))
        .slice(0, limit)
        .map(({ skill, index }) => ({
          skillId: skill.id,
          ...{ score: 10 - index, coverage: 1 },
          reasons: [
            { term: 'slow', word: 'slow', field: 'body', impact: 1 },
            { term: 'postgr', word: 'postgres', field: 'name', impact: 4 },
          ],
        }))
    },
  }
}

async function read(
  name: string,
  input: JsonValue,
  options: {
    search?: SkillSearch
    session?: SessionState
    settings?: OrganisationSettings
    store?: TenantStore
    onSearchLogError?: ToolServices['onSearchLogError']
  } = {},
): Promise<JsonObject> {
  const bound = tools.find(name)?.bind(input)
  if (!bound?.ok || bound.call.effect.kind !== 'read') throw new Error('does not bind')
  const services = sampleServices(options.store ?? tenant, {
    viewer,
    onSearchLogError: options.onSearchLogError ?? (() => undefined),
    search: options.search ?? ranking(),
    session: options.session ?? emptySession,
    settings: options.settings ?? defaultSettings,
  })
  const output = await bound.call.effect.run(services, sampleFacts(services))
  return output as JsonObject
}

describe('the discovery toolset', () => {
  it('A3: says in words what a call may have, also where it may have nothing', () => {
    const hint = (name: string) => {
      const bound = tools.find(name)?.bind({ slug: 'postgres' })
      return bound?.ok === false ? bound.problem.hint : undefined
    }
    expect(hint('list_enabled_skills')).toBe('Call it again with no fields at all.')
    expect(hint('disable_skill')).toBe(
      'Call it again with the fields of its schema and nothing else: skill_slug (string).',
    )
  })

  it('A3: has exactly the four tools with the parameters of the document', () => {
    const table = tools.descriptions.map(({ name, inputSchema }) => ({
      name,
      properties: Object.keys(inputSchema.properties as JsonObject),
      required: inputSchema.required ?? [],
      additional: inputSchema.additionalProperties,
    }))
    expect(table).toEqual([
      { name: 'search_skills', properties: ['query', 'tags'], required: [], additional: false },
      {
        name: 'enable_skill',
        properties: ['skill_slug', 'reason'],
        required: ['skill_slug'],
        additional: false,
      },
      { name: 'list_enabled_skills', properties: [], required: [], additional: false },
      {
        name: 'disable_skill',
        properties: ['skill_slug'],
        required: ['skill_slug'],
        additional: false,
      },
    ])
  })

  it('refuses to be combined with a toolset that has a tool of the same name', () => {
    const tools = discovery.tools.map((tool) => ({ ...tool }))
    const other = { ...discovery, name: 'library', tools }
    expect(() => combineToolsets([discovery, other])).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          code: 'tools.name-collision',
          details: { tool: 'search_skills', toolsets: ['discovery', 'library'] },
        }),
      }),
    )
  })
})

describe('search_skills', () => {
  it('is counted where the organisation keeps a log of searches, without tags only', async () => {
    await save(sampleContent('free', 'Look.'))
    const search = ranking('free')
    const on = { search, settings: { ...defaultSettings, searchLog: true } }
    await read('search_skills', { query: 'not counted' }, { search })
    await read('search_skills', { query: 'Slow  Postgres' }, on)
    await read('search_skills', { query: 'narrowed', tags: ['db'] }, on)
    await read('search_skills', {}, on)
    expect(await tenant.searchLog.list({ fromDay: 0, minSearches: 1, limit: 9 })).toMatchObject([
      { query: 'slow postgres', results: 1, bySurface: { page: 0, cli: 0, agent: 1 } },
    ])
  })

  it('answers, and reports once, where the log of searches cannot be written', async () => {
    await save(sampleContent('free', 'Look.'))
    const record = async () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    const failures: SearchLogFailure[] = []
    const { skills } = await read(
      'search_skills',
      { query: 'slow' },
      {
        search: ranking('free'),
        settings: { ...defaultSettings, searchLog: true },
        store: { ...tenant, searchLog: { ...tenant.searchLog, record } },
        onSearchLogError: (failure) => failures.push(failure),
      },
    )
    expect(skills).toMatchObject([{ slug: 'free' }])
    expect(failures).toEqual([{ code: 'SQLITE_FULL' }])
  })

  it('A3: returns the ranking with size, tags and reasons, and marks enabled skills', async () => {
    const [postgres] = await save(
      sampleContent('postgres', 'Locks.', { name: 'Postgres', tags: ['db'] }),
      sampleContent('comms', 'Be calm.'),
    )
    const session = { active: [activeSkillOf(postgres!)] }
    const output = await read(
      'search_skills',
      { query: 'slow postgres' },
      { search: ranking('postgres', 'comms'), session },
    )
    expect(output.skills).toEqual([
      {
        slug: 'postgres',
        name: 'Postgres',
        description: 'About postgres.',
        version: '1.0.0',
        content_length: 6,
        tags: ['db'],
        enabled: true,
        why: ['postgres in name', 'slow in body'],
      },
      expect.objectContaining({ slug: 'comms', enabled: false, content_length: 8 }),
    ])
  })

  it('A3: a near-duplicate takes no place of its own: the first one names it', async () => {
    const words = { name: 'Postgres', description: 'Finds locks.' }
    const contents = [sampleContent('postgres', 'Locks.', words), sampleContent('comms', 'Calm.')]
    await save(...contents, sampleContent('postgres-copy', 'Locks, again.', words))
    const found = { search: ranking('postgres', 'postgres-copy', 'comms') }
    const { skills } = await read('search_skills', { query: 'locks' }, found)
    expect(skills).toMatchObject([
      { slug: 'postgres', near_duplicates: ['postgres-copy'] },
      { slug: 'comms' },
    ])
    expect((skills as JsonObject[])[1]).not.toHaveProperty('near_duplicates')
  })

  it('gives a hint when nothing matches', async () => {
    const output = await read('search_skills', { query: 'quantum knitting' })
    expect(output).toEqual({ skills: [], hint: expect.stringContaining('other words') })
  })

  it('never offers a disabled skill, even while the index is out of date', async () => {
    await save(sampleContent('off', 'x', { enabled: false }))
    const output = await read('search_skills', { query: 'x' }, { search: ranking('off') })
    expect(output.skills).toEqual([])
  })

  it('D2: never offers human-only skills, whatever the query', async () => {
    const frontmatter = { 'disable-model-invocation': true }
    await save(sampleContent('by-hand', 'Deploy.', { frontmatter }), sampleContent('free', 'Look.'))
    const found = { search: ranking('by-hand', 'free') }
    expect(await read('search_skills', { query: 'deploy' }, found)).toMatchObject({
      skills: [{ slug: 'free' }],
    })
    expect(await read('search_skills', {})).toMatchObject({ skills: [{ slug: 'free' }] })
    const bound = tools.find('enable_skill')?.bind({ skill_slug: 'by-hand' })
    if (!bound?.ok || bound.call.effect.kind !== 'session') throw new Error('does not bind')
    const skill = await tenant.skills.findBySlug(viewer, 'by-hand')
    const facts = sampleFacts(sampleServices(tenant), { skill })
    expect(bound.call.effect.command(facts)).toMatchObject({ code: 'skill.not-found' })
  })

  it('A14: without a query lists enabled skills with a description, by tags, and the tags', async () => {
    await save(
      sampleContent('a', 'x', { tags: ['db', 'sre'] }),
      sampleContent('b', 'x', { tags: ['db'] }),
      sampleContent('silent', 'x', { tags: ['db'], description: ' ' }),
      sampleContent('off', 'x', { tags: ['db'], enabled: false }),
      sampleContent('other', 'x'),
    )
    const output = await read('search_skills', { tags: ['db'] })
    expect((output.skills as JsonObject[]).map((skill) => skill.slug)).toEqual(['a', 'b'])
    expect(output).toMatchObject({ more: false, tags: [{ tag: 'db', count: 4 }, { tag: 'sre' }] })
  })

  it('A8: never shows another person’s skills', async () => {
    const scope = { kind: 'user', userId: 'usr_2' as UserId } as const
    await save(sampleContent('private', 'x', { scope }))
    expect((await read('search_skills', {})).skills).toEqual([])
  })

  it('A3: says which word was found by its meaning, or that all of it was, and shows no stem', async () => {
    await save(sampleContent('postgres', 'x'))
    const { items } = await tenant.skills.list(viewer, {}, { limit: 1 })
    const byMeaning = (word: string, term: string): SkillSearch => ({
      search: async () =>
        items.map(({ id }) => ({
          ...{ skillId: id, score: 1, coverage: 1 },
          reasons: [{ word, term, field: 'meaning', impact: 1 }],
        })),
    })
    const ask = (search: SkillSearch) =>
      read('search_skills', { query: 'why is it slow' }, { search })
    const slow = await ask(byMeaning('slow', 'latenc'))
    expect(slow.skills).toMatchObject([{ why: ['slow by meaning'] }])
    const all = await ask(byMeaning('', ''))
    expect(all.skills).toMatchObject([{ why: ['similar meaning'] }])
  })

  it('A8: shows only the skill that a slug means, where a person’s own hides the organisation’s', async () => {
    const scope = { kind: 'user', userId: viewer } as const
    await save(
      sampleContent('runbook', 'Ours.', { name: 'Ours' }),
      sampleContent('runbook', 'Mine.', { name: 'Mine', scope }),
    )
    const { items } = await tenant.skills.list(viewer, {}, { limit: 10 })
    const both: SkillSearch = {
      search: async () =>
        items.map(({ id }) => ({ skillId: id, score: 1, coverage: 1, reasons: [] })),
    }
    expect(items).toHaveLength(2)
    const found = await read('search_skills', { query: 'runbook' }, { search: both })
    const listed = await read('search_skills', {})
    for (const { skills } of [found, listed]) {
      expect(skills).toMatchObject([{ slug: 'runbook', name: 'Mine' }])
    }
  })

  it('A4: no result can fill the context, whatever its author wrote', async () => {
    const tags = ['t'.repeat(101), ...Array.from({ length: 500 }, (_, index) => `tag-${index}`)]
    const long = sampleContent('postgres', 'x', { description: 'd'.repeat(30_000), tags })
    const facts = { ...long.facts, version: '9'.repeat(30_000) }
    await save({ ...long, facts })
    for (const query of ['postgres', '']) {
      const found = await read('search_skills', { query }, { search: ranking('postgres') })
      expect(JSON.stringify(found).length).toBeLessThan(4_000)
    }
  })

  it('truncates long descriptions', async () => {
    await save(sampleContent('long', 'x', { description: '🙂'.repeat(1000) }))
    const [skill] = (await read('search_skills', {})).skills as { description: string }[]
    expect([...skill!.description]).toHaveLength(300)
  })
})

describe('list_enabled_skills', () => {
  it('A3: lists the skills and the budget', async () => {
    const skills = await save(sampleContent('a', '12345'), sampleContent('b', '123'))
    const output = await read(
      'list_enabled_skills',
      {},
      {
        session: { active: skills.map(activeSkillOf) },
      },
    )
    expect(output).toEqual({
      enabled_skills: [
        { slug: 'a', name: 'a', content_length: 5, source_type: 'manual' },
        { slug: 'b', name: 'b', content_length: 3, source_type: 'manual' },
      ],
      budget_used_chars: 8,
      budget_max_chars: 16_000,
    })
  })
})
