import type {
  AgentBody,
  ProblemBody,
  RoutingAnswer,
  RoutingOptionsBody,
  SettingsBody,
  SkillBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const explain = '/api/v1/routing/explain'

const explained = (name: string, ...lines: readonly string[]) =>
  [
    '---',
    `name: ${name}`,
    `description: About ${name} and its ways.`,
    ...lines,
    '---',
    'Do it.',
    '',
  ].join('\n')

async function save(server: TestServer, content: string, key?: string, scope = 'org') {
  const { body } = await server.call<SkillBody>('/api/v1/skills', {
    ...{ body: { content, scope } },
    ...(key && { key }),
  })
  return body
}

async function shop(): Promise<TestServer> {
  const server = await createTestServer()
  const routing = { vocabularies: ['finance', 'software'] }
  await server.call('/api/v1/settings', { method: 'PUT', body: { routing } })
  await save(server, explained('trade', 'routing: {keywords: [buy], stages: [decide]}'))
  await save(server, explained('paper', 'routing: {keywords: [buy], negative_keywords: [really]}'))
  await save(server, explained('keyed', 'routing: {conditions: {requires_env: [ROUTED_KEY]}}'))
  await save(
    server,
    explained('glass', 'routing: {conditions: {requires_env: [GLASSNODE_API_KEY]}}'),
  )
  await save(server, explained('web', 'routing: {conditions: {requires_toolsets: [web]}}'))
  return server
}

const ask = async (server: TestServer, body: object, key?: string) =>
  (await server.call<RoutingAnswer>(explain, { body, ...(key && { key }) })).body

describe('why a skill is offered', () => {
  it('E2: returns scores and reasons of the catalogue, with the matching search words', async () => {
    const server = await shop()
    const answer = await ask(server, { message: 'Please buy the trade' })
    expect(answer.entries[0]).toMatchObject({
      ...{ slug: 'trade', score: 50, fallback: 50, slot: 'signal' },
      reasons: ['kw:buy', 'stage:decide'],
      words: ['trade'],
    })
    expect(answer).toMatchObject({ fits: true, eligible: 3, routed: true, stages: ['decide'] })
    expect(answer.preferences.table.keyword).toBe(30)
    expect(answer.entries.map(({ slug }) => slug)).not.toContain('glass')
  })

  it.each([
    ['really buy', 'paper', { why: 'dropped', because: 'negative:really' }],
    ['buy', 'glass', { why: 'dropped', because: 'requires_env:GLASSNODE_API_KEY' }],
    ['buy', 'web', { why: 'dropped', because: 'requires_toolsets:web' }],
  ])('E2: of %j and %s, why it is not offered', async (message, skill, expected) => {
    const answer = await ask(await shop(), { message, skill })
    expect(answer.skill).toMatchObject({ slug: skill, decision: 'not-offered', ...expected })
  })

  it('E2: of an outranked one, by how much', async () => {
    const server = await shop()
    const body = { routing: { signal_slots: 1, search_slots: 0 } }
    await server.call('/api/v1/settings', { method: 'PUT', body })
    const answer = await ask(server, { message: 'buy', skill: 'paper' })
    expect(answer.skill).toMatchObject({ why: 'outranked', score: 30, needed: 50 })
    expect(answer.entries).toHaveLength(1)
  })

  it('E8: explains a turn that a trigger starts', async () => {
    const server = await shop()
    await save(
      server,
      explained('watch', 'routing: {signal_sources: [cron], asset_classes: [gold]}'),
    )
    const signal = { source: 'cron', asset_class: 'gold', suggested_stages: ['manage'] }
    const answer = await ask(server, { message: '', signal })
    expect(answer.entries[0]).toMatchObject({ slug: 'watch', score: 40 })
    expect(answer).toMatchObject({ stages: ['manage'], asset_classes: ['gold'] })
  })

  it('E2: uses the settings and tools of an agent', async () => {
    const server = await shop()
    const routing = { search_slots: 0, table: { keyword: 7 }, vocabularies: [] }
    const agent = await server.call<AgentBody>('/api/v1/agents', {
      body: { name: 'Trader', toolsets: ['web'], routing },
    })
    expect(agent.body.routing).toEqual(routing)
    const answer = await ask(server, { message: 'buy', agent_id: agent.body.id })
    expect(answer.entries.map(({ slug, score }) => [slug, score])).toContainEqual(['trade', 7])
    expect(answer.entries.map(({ slug }) => slug)).toContain('web')
    expect(answer.routed).toBe(false)
    const gone = await server.call<ProblemBody>(explain, {
      body: { message: '', agent_id: 'agt_x' },
    })
    expect([gone.status, gone.body.code]).toEqual([404, 'agent.not-found'])
  })

  it('A8: does not reveal skills that the caller may not see', async () => {
    const server = await shop()
    const ann = await server.addMember('member')
    const own = await save(server, explained('mine', 'routing: {keywords: [buy]}'), ann.key, 'user')
    const seen = await ask(server, { message: 'buy' }, ann.key)
    expect(seen.entries.map(({ slug }) => slug)).toContain(own.slug)
    const owner = await ask(server, { message: 'buy', skill: own.slug })
    expect(owner.skill).toBeNull()
    expect(owner.entries.map(({ slug }) => slug)).not.toContain(own.slug)
    const other = await server.addTenant()
    expect(await ask(server, { message: 'buy', skill: 'trade' }, other.key)).toMatchObject({
      ...{ entries: [], eligible: 0, skill: null, fits: false },
    })
  })

  it('A13: needs skills.read', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member', ['conversations.use'])
    expect((await server.call(explain, { body: { message: '' }, key })).status).toBe(403)
  })
})

describe('routing settings', () => {
  it('E5: the body budget and the slots belong to the organisation; absent fields stay', async () => {
    const server = await createTestServer()
    const path = '/api/v1/settings'
    const before = (await server.call<SettingsBody>(path)).body
    expect(before.skill_body_budget_chars).toBe(12_000)
    expect(before.routing).toEqual({
      ...{ vocabularies: ['software'], signal_slots: 10, search_slots: 10 },
      search_breaks_ties: true,
    })
    const body = { skill_body_budget_chars: 6_000, routing: { search_slots: 2 } }
    const after = await server.call<SettingsBody>(path, { method: 'PUT', body })
    expect(after.body.skill_body_budget_chars).toBe(6_000)
    expect(after.body.routing).toEqual({ ...before.routing, search_slots: 2 })
  })

  it('E7: refuses an unknown vocabulary, and names the existing ones', async () => {
    const server = await createTestServer()
    const options = (await server.call<RoutingOptionsBody>('/api/v1/routing/options')).body
    expect(options.vocabularies).toEqual(['finance', 'finance-wider', 'software'])
    const routing = { vocabularies: ['astrology'] }
    const settings = { method: 'PUT', body: { routing } }
    const refused = await server.call<ProblemBody>('/api/v1/settings', settings)
    expect(refused.body).toMatchObject({ code: 'routing.unknown-vocabulary' })
    expect(refused.body.hint).toContain('finance')
    const agent = { body: { name: 'A', routing } }
    expect((await server.call<ProblemBody>('/api/v1/agents', agent)).body.code).toBe(
      'routing.unknown-vocabulary',
    )
  })

  it('null returns an agent to the organisation’s settings', async () => {
    const server = await createTestServer()
    const made = await server.call<AgentBody>('/api/v1/agents', {
      body: { name: 'A', routing: { signal_slots: 1 } },
    })
    const path = `/api/v1/agents/${made.body.id}`
    const back = await server.call<AgentBody>(path, { method: 'PUT', body: { routing: null } })
    expect(back.body.routing).toBeNull()
  })
})
