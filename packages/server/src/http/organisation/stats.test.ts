import type { OutcomeRetestId, RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import type { ConversationEvent } from '@repertoire/core/domain'
import type { ActOnBody, Rating, Reindexed, StatsBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})

const as = (key?: string) => (key === undefined ? {} : { key })

interface Turn {
  readonly key?: string
  /** The id of a skill that the model was given. */
  readonly skill?: string
  /** In billionths; unknown without it. */
  readonly cost?: number
  readonly end?: 'completed' | 'failed'
}

/** One whole turn of a person, as the log has it. */
async function turn(
  { key, skill, cost: costNanos, end = 'completed' }: Turn = { cost: 2_500_000 },
) {
  const made = await server.call<{ id: string }>('/api/v1/conversations', { body: {}, ...as(key) })
  const path = `/api/v1/conversations/${made.body.id}`
  const headers = { prefer: 'respond-async' }
  const sent = { body: { text: 'Hello' }, headers, ...as(key) }
  const { body } = await server.call<{ run: { id: string } }>(`${path}/messages`, sent)
  const used = skill && {
    ...{ skillId: skill as SkillId, digest: 'sha256:1' as RevisionDigest, slug: 'x', name: 'x' },
  }
  const events: readonly ConversationEvent[] = [
    {
      ...{ type: 'step-started', step: 1, promptDigest: 'x' },
      ...{ model: { label: 'Large', demo: false, id: '=large' } },
      ...(used && { skills: [used] }),
    },
    {
      ...{ type: 'step-completed', step: 1, text: '', toolCalls: [] },
      ...{ usage: { inputTokens: 100, outputTokens: 10 }, durationMs: 700 },
      ...(costNanos !== undefined && { costNanos }),
    },
    end === 'completed'
      ? { type: 'run-completed', text: '' }
      : { type: 'run-failed', problem: { code: 'a.b', kind: 'unavailable', message: '' } },
  ]
  await server.engine.play(events, { status: end })
  return { path, runId: body.run.id }
}

const reindex = (key?: string) =>
  server.call<Reindexed>('/api/v1/stats/reindex', { method: 'POST', ...as(key) })

async function stats(query = '', key?: string): Promise<StatsBody> {
  const { body, status } = await server.call<StatsBody>(`/api/v1/stats?${query}`, as(key))
  expect(status).toBe(200)
  return body
}

async function newSkill(name: string): Promise<string> {
  const body = { content: skillMd(name), scope: 'org' }
  return (await server.call<{ id: string }>('/api/v1/skills', { body })).body.id
}

describe('stats over HTTP', () => {
  it('says by skill what a turn took, and counts it once in the totals', async () => {
    const [one, other] = [await newSkill('brief'), await newSkill('legal')]
    await turn({ skill: one, cost: 2_500_000 })
    await turn({ skill: other, end: 'failed', cost: 2_500_000 })
    await turn({ skill: one, cost: 2_500_000 })
    await reindex()
    const { totals, groups, scope } = await stats()
    expect(scope).toBe('organisation')
    expect(totals).toMatchObject({
      model_calls: 3,
      cost: 0.0075,
      runs: { completed: 2, failed: 1 },
    })
    expect(groups.map(({ name, numbers }) => [name, numbers.model_calls, numbers.cost])).toEqual([
      ['brief', 2, 0.005],
      ['legal', 1, 0.0025],
    ])
    const { success } = totals
    expect(success).toMatchObject({ count: 2, n: 3, too_few: true })
    const filtered = await stats('skill=legal&by=model')
    expect(filtered.groups).toMatchObject([{ model: '=large', numbers: { model_calls: 1 } }])
  })

  it('a cost that is unknown for every call is null, and one that is known in part says for how many it is not', async () => {
    await turn({})
    await reindex()
    expect((await stats()).totals).toMatchObject({ cost: null, calls_without_cost: 1 })
    await turn()
    await reindex()
    expect((await stats()).totals).toMatchObject({ cost: 0.0025, calls_without_cost: 1 })
  })

  it('compares with as many days before, and puts each turn on its day', async () => {
    await turn()
    server.clock.advance(8 * 86_400_000)
    await turn()
    await turn()
    await reindex()
    const { totals, previous, from, to } = await stats('period=7d&by=day')
    expect([totals.model_calls, previous.model_calls]).toEqual([2, 1])
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6)
    const day = await stats(`from=${to}&to=${to}&by=day`)
    expect(day.groups).toMatchObject([{ day: to, numbers: { model_calls: 2 } }])
    expect(day.previous.model_calls).toBe(0)
  })

  it('latency has percentiles from ten timed calls on', async () => {
    for (let calls = 0; calls < 9; calls += 1) await turn()
    await reindex()
    expect((await stats()).totals.latency).toEqual({ n: 9, too_few: true, p50: null, p95: null })
    await turn()
    await reindex()
    const { latency } = (await stats()).totals
    expect(latency).toMatchObject({ n: 10, too_few: false })
    expect(latency.p50?.ms).toBeGreaterThan(500)
    expect(latency.p95?.ms).toBeLessThanOrEqual(1000)
  })

  it('the last thumb counts', async () => {
    const { path, runId } = await turn()
    const rate = (rating: string | null) =>
      server.call<Rating>(`${path}/runs/${runId}/rating`, { method: 'PUT', body: { rating } })
    expect(await rate('up')).toMatchObject({ status: 200, body: { rating: 'up' } })
    await rate('down')
    await reindex()
    expect((await stats()).totals.thumbs).toMatchObject({ count: 0, n: 1 })
    const { key } = await server.addMember('member')
    const asOther = { method: 'PUT', body: { rating: 'up' }, key }
    const refused = await server.call(`${path}/runs/${runId}/rating`, asOther)
    expect(refused.status).toBe(404)
    expect((await rate('sideways')).status).toBe(400)
  })

  it('a member gets the numbers of their own conversations, and no name of a skill they do not see', async () => {
    const { key } = await server.addMember('member')
    const skill = await newSkill('brief')
    await turn({ skill })
    await turn({ key, skill: 'skl_of_somebody' })
    await reindex()
    const own = await stats('', key)
    expect(own.scope).toBe('own')
    expect(own.totals.model_calls).toBe(1)
    expect(own.groups).toMatchObject([{ skill_id: 'skl_of_somebody', name: null }])
    for (const by of ['skill', 'revision', 'agent', 'model', 'day']) {
      const { groups } = await stats(`by=${by}`, key)
      expect(groups.map(({ numbers }) => numbers.model_calls)).toEqual([1])
    }
    expect((await stats(`skill=${skill}`, key)).totals.model_calls).toBe(0)
    expect(own.totals.latency).toEqual({ n: 1, too_few: true, p50: null, p95: null })
    expect((await stats()).totals.model_calls).toBe(2)
  })

  it('another organisation’s numbers are in nobody’s sum', async () => {
    await turn()
    await reindex()
    const other = await server.addTenant()
    expect((await stats('', other.key)).totals.model_calls).toBe(0)
    await reindex(other.key)
    expect((await stats()).totals.model_calls).toBe(1)
  })

  it('a deleted conversation takes its numbers with it', async () => {
    const { path } = await turn()
    await turn()
    await reindex()
    await server.call(path, { method: 'DELETE' })
    expect((await stats()).totals.model_calls).toBe(1)
    const before = await stats('by=model')
    expect((await reindex()).body).toEqual({ conversations: 1 })
    expect(await stats('by=model')).toEqual(before)
  })

  it('only those who may change settings make the numbers again', async () => {
    const { key } = await server.addMember('member')
    expect((await reindex(key)).status).toBe(403)
  })

  it('says what to act on, by the numbers that the asking person may see', async () => {
    const skill = await newSkill('brief')
    const { key } = await server.addMember('member')
    for (const person of [undefined, key]) {
      const { path, runId } = await turn({ skill, ...as(person) })
      const body = { rating: 'down' }
      await server.call(`${path}/runs/${runId}/rating`, { method: 'PUT', body, ...as(person) })
    }
    await reindex()
    const actOn = async (by?: string) =>
      (await server.call<ActOnBody>('/api/v1/stats/act-on?period=24h', as(by))).body
    expect(await actOn()).toMatchObject({
      scope: 'organisation',
      entries: [
        { kind: 'thumbs_down', total: 1, skills: [{ skill_id: skill, slug: 'brief', count: 2 }] },
      ],
      truncated: false,
    })
    expect(await actOn(key)).toMatchObject({ scope: 'own', entries: [] })
    expect((await actOn((await server.addTenant()).key)).entries).toEqual([])
    await server.call('/api/v1/settings', { method: 'PUT', body: { skills_max_prompt_chars: 1 } })
    server.clock.advance(2 * 86_400_000)
    expect((await actOn(key)).entries.map(({ kind }) => kind)).toEqual([
      'over_budget',
      'never_used',
    ])
  })

  it('names a skill whose tests went worse with a new model, to those who see it', async () => {
    const skill = (await newSkill('brief')) as SkillId
    const store = server.store.tenant(server.tenantId)
    const { digest } =
      (await store.skills.get(server.app.ids.next('usr') as UserId, skill))?.head ?? {}
    const actOn = async (by?: string) =>
      (await server.call<ActOnBody>('/api/v1/stats/act-on?period=24h', as(by))).body
    expect((await actOn()).retest).toBeNull()
    const id = 'ort_1' as OutcomeRetestId
    const change = { agentId: null, before: 'small', after: null }
    await store.outcomeRetests.create({ id, ...change, requestedAt: 1, result: null })
    expect((await actOn()).retest).toMatchObject({ end: null, skills: [] })
    const tested = {
      ...{ skillId: skill, digest: digest as RevisionDigest, problem: null, pairs: 10 },
      ...{ before: { count: 10, n: 10 }, after: { count: 1, n: 10 }, onlyBefore: 9, onlyAfter: 0 },
    }
    const hidden = { ...tested, skillId: 'skl_of_somebody' as SkillId }
    await store.outcomeRetests.claim({ owner: 'one', now: 1, until: 2 })
    await store.outcomeRetests.finish(id, 'one', {
      ...{ end: 'over-cost', endedAt: 2, spentNanos: 1e9, maxCostNanos: 2e9, untried: 3 },
      ...{ labels: { before: 'Small', after: 'Large' }, skills: [tested, hidden] },
    })
    const models = {
      ...{ model_after: 'Large', pairs: 10, difference: -0.9, verdict: 'worse' },
      before: { count: 10, n: 10 },
    }
    const { entries, retest } = await actOn((await server.addMember('member')).key)
    expect(entries).toMatchObject([
      { kind: 'worse_with_model', total: 1, skills: [{ slug: 'brief', count: 9, of: 10, models }] },
    ])
    expect(retest).toMatchObject({
      ...{ end: 'over-cost', spent: 1, max_cost: 2, untried: 3 },
      skills: [{ slug: 'brief', models }],
    })
    expect(retest?.skills).toHaveLength(1)
    expect((await actOn((await server.addTenant()).key)).retest).toBeNull()
    const text = { content: skillMd('brief', 'Another text.') }
    await server.call(`/api/v1/skills/${skill}`, { method: 'PUT', body: text })
    expect((await actOn()).entries).toEqual([])
  })

  it('a change of an agent’s model has tests run again where that may cost something', async () => {
    const { outcomeRetests, settings } = server.store.tenant(server.tenantId)
    const [model = ''] = (await server.app.models.of(server.tenantId)).byId.keys()
    const made = await server.call<{ id: string }>('/api/v1/agents', { body: { name: 'A' } })
    const put = (model_id: string | null) =>
      server.call(`/api/v1/agents/${made.body.id}`, { method: 'PUT', body: { model_id } })
    await put(model)
    expect(await outcomeRetests.list(9)).toEqual([])
    const body = { outcome_retest_max_cost: 0.5 }
    const { status } = await server.call('/api/v1/settings', { method: 'PUT', body })
    expect([status, (await settings.get()).settings.outcomeRetestMaxCost]).toEqual([200, 0.5])
    expect(await outcomeRetests.list(9)).toEqual([])
    await put(null)
    const ofAgent = { agentId: made.body.id, before: model, after: null, result: null }
    expect(await outcomeRetests.list(9)).toMatchObject([ofAgent])
    const usual = { default_model_id: model }
    await server.call('/api/v1/settings', { method: 'PUT', body: usual })
    expect(await outcomeRetests.list(9)).toHaveLength(2)
    expect(await outcomeRetests.open(null)).toMatchObject({ before: null, after: model })
    const negative = { outcome_retest_max_cost: -1 }
    expect((await server.call('/api/v1/settings', { method: 'PUT', body: negative })).status).toBe(
      400,
    )
  })

  it.each(['from=2026-05-02&to=2026-05-01', 'from=2020-01-01&to=2026-01-01', 'to=2026-05-01'])(
    'refuses days that make no range: %s',
    async (query) => {
      const { status, body } = await server.call(`/api/v1/stats?${query}`)
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'stats.days-invalid' } })
    },
  )
})
