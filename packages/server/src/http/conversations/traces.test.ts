import type { TenantId, TraceId, UserId } from '@repertoire/core/base'
import {
  type OtlpTrace,
  otlpTraceSchema,
  type TraceBody,
  type TraceList,
  type TriggerCreated,
  type TriggerFiringBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})

async function say(headers: Record<string, string> = {}, key?: string): Promise<void> {
  const as = key === undefined ? {} : { key }
  const made = await server.call<{ id: string }>('/api/v1/conversations', { body: {}, ...as })
  const prefer = { prefer: 'respond-async', ...headers }
  const path = `/api/v1/conversations/${made.body.id}/messages`
  const sent = await server.call(path, { body: { text: 'What happened?' }, headers: prefer, ...as })
  expect(sent.status).toBe(202)
}

const read = (id: string, key?: string) =>
  server.call<TraceBody>(`/api/v1/traces/${id}`, key === undefined ? {} : { key })

describe('traces over HTTP', () => {
  it('E9: a turn belongs to the trace of the request that started it', async () => {
    await say({ traceparent })
    const { body } = await read(trace)
    expect(body.runs).toMatchObject([
      { trace_id: trace, message: 'What happened?', started_by: { kind: 'person' } },
    ])
    const events = body.items.flatMap((item) => (item.kind === 'event' ? [item.event.event] : []))
    expect(events).toEqual(['message_received', 'run_started'])
  })

  it.each(['00-0-0-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'nonsense'])(
    'E9: the invalid traceparent %s is ignored',
    async (bad) => {
      await say({ traceparent: bad })
      const [run] = server.engine.started
      expect(run?.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(bad).not.toContain(run?.traceId)
      expect((await read(run?.traceId ?? '')).status).toBe(200)
    },
  )

  it('E9: the story of a trigger begins with its firing and shows what it did', async () => {
    const trigger = { kind: 'cron', cron: '* * * * *', time_zone: 'UTC', missed: 'skip' }
    const body = { name: 'Alert', message: 'Look.', trigger }
    const made = await server.call<TriggerCreated>('/api/v1/triggers', { body })
    const path = `/api/v1/triggers/${made.body.signal.id}/run`
    const fired = await server.call<TriggerFiringBody>(path, { method: 'POST' })
    await server.engine.play([{ type: 'run-completed', text: 'All quiet.' }], {
      status: 'completed',
    })
    const trace = await read(fired.body.trace_id)
    expect(trace.body.items.map(({ kind }) => kind)).toEqual(['signal', 'event', 'event', 'event'])
    expect(trace.body.runs).toMatchObject([
      { status: 'completed', started_by: { kind: 'cron', signal_id: made.body.signal.id } },
    ])
    expect(trace.body.items[0]).toMatchObject({ signal: { run_status: 'completed' } })
  })

  it('turns are filtered by agent and by how they stand, together and page by page, each person’s own alone', async () => {
    const agent = await server.call<{ id: string }>('/api/v1/agents', { body: { name: 'A' } })
    const { key } = await server.addMember('member')
    const turn = async (body: object, by?: string) => {
      const as = by === undefined ? {} : { key: by }
      const made = await server.call<{ id: string }>('/api/v1/conversations', { body, ...as })
      const path = `/api/v1/conversations/${made.body.id}/messages`
      const headers = { prefer: 'respond-async' }
      await server.call(path, { body: { text: 'Hello' }, headers, ...as })
      server.clock.advance(1_000)
      return server.engine.started.at(-1)?.traceId
    }
    const traced = async (query: string, by?: string) => {
      const as = by === undefined ? {} : { key: by }
      const { body, status } = await server.call<TraceList>(`/api/v1/traces?${query}`, as)
      expect(status).toBe(200)
      return { ids: body.items.map(({ trace_id: id }) => id), next: body.next_cursor }
    }
    const ofAgent = { agent_id: agent.body.id }
    const one = await turn(ofAgent)
    await server.engine.play([{ type: 'run-completed', text: '' }], { status: 'completed' })
    const two = await turn(ofAgent)
    const three = await turn({})
    const hers = await turn(ofAgent, key)
    const by = `agent=${agent.body.id}`
    expect((await traced(by)).ids).toEqual([two, one])
    expect((await traced('status=completed')).ids).toEqual([one])
    expect((await traced(`${by}&status=completed`)).ids).toEqual([one])
    expect((await traced(`${by}&status=failed`)).ids).toEqual([])
    expect((await traced('agent=agt_of_nobody')).ids).toEqual([])
    expect((await traced('')).ids).toEqual([three, two, one])
    expect((await traced(by, key)).ids).toEqual([hers])
    const first = await traced(`${by}&limit=1`)
    expect(first.ids).toEqual([two])
    const rest = await traced(`${by}&limit=1&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect(rest).toEqual({ ids: [one], next: null })
    const other = await server.addTenant()
    expect((await traced(by, other.key)).ids).toEqual([])
    expect((await server.call('/api/v1/traces?status=sideways')).status).toBe(400)
  })

  it('turns are listed by how long they took, page by page, each person’s own alone', async () => {
    const { key } = await server.addMember('member')
    const turn = async (milliseconds: number) => {
      await say()
      server.clock.advance(milliseconds)
      await server.engine.play([{ type: 'run-completed', text: '' }], { status: 'completed' })
      return server.engine.started.at(-1)?.traceId
    }
    const [short, long] = [await turn(1_000), await turn(60_000)]
    await say()
    const open = server.engine.started.at(-1)?.traceId
    const listed = async (query: string, as: object = {}) =>
      (await server.call<TraceList>(`/api/v1/traces?${query}`, as)).body
    const ids = (list: TraceList) => list.items.map(({ trace_id: id }) => id)
    expect(ids(await listed('order=duration'))).toEqual([long, short, open])
    const first = await listed('order=duration&limit=1')
    const cursor = encodeURIComponent(first.next_cursor ?? '')
    expect(ids(await listed(`order=duration&limit=9&cursor=${cursor}`))).toEqual([short, open])
    expect(ids(await listed('order=cost', { key }))).toEqual([])
    expect((await server.call('/api/v1/traces?order=message')).status).toBe(400)
  })

  it('E9: runs of a time range are found without knowing their traces', async () => {
    const from = new Date(server.clock.now()).toISOString()
    await say()
    server.clock.advance(60_000)
    await say()
    const to = new Date(server.clock.now() - 1).toISOString()
    const found = await server.call<TraceList>(`/api/v1/traces?from=${from}&to=${to}`)
    expect(found.body.items).toMatchObject([{ trace_id: server.engine.started[0]?.traceId }])
  })

  it('A8: nobody else finds anything under it, even with the same trace id', async () => {
    await say({ traceparent })
    const member = await server.addMember('member')
    const outsider = await server.addTenant()
    for (const key of [member.key, outsider.key]) expect((await read(trace, key)).status).toBe(404)
    await say({ traceparent }, member.key)
    const hers = await read(trace, member.key)
    expect(hers.body.runs).toHaveLength(1)
    expect(hers.body.runs[0]?.run_id).toBe(server.engine.started[1]?.runId)
  })

  it('E9: shows a member their own audit entries, and an owner all', async () => {
    const member = await server.addMember('member')
    await say({ traceparent }, member.key)
    await note(server.tenantId, member.id)
    await note(server.tenantId, 'usr_other' as UserId)
    const entries = async (key?: string) =>
      (await read(trace, key)).body.items.filter(({ kind }) => kind === 'audit').length
    expect(await entries(member.key)).toBe(1)
    expect(await entries()).toBe(2)
  })

  const answered = async () => {
    const model = { label: 'M', demo: false, id: 'm', provider: 'anthropic' }
    const usage = { inputTokens: 12, outputTokens: 3, cachedTokens: 0 }
    await server.engine.play(
      [
        { type: 'step-started', step: 1, model, promptDigest: 'x' },
        { type: 'step-completed', step: 1, text: 'It rained.', toolCalls: [], usage },
        { type: 'run-completed', text: 'It rained.' },
      ],
      { status: 'completed' },
    )
  }
  const exported = (query = '', key?: string) =>
    server.call<OtlpTrace>(`/api/v1/traces/${trace}/otlp${query}`, key ? { key } : {})

  it('E9: the spans of a trace are a tree with what its model calls took', async () => {
    await say({ traceparent })
    await answered()
    const { body } = await read(trace)
    const usage = { input_tokens: 12, output_tokens: 3, cached_tokens: 0 }
    expect(body.spans).toMatchObject([
      { kind: 'run', parent_id: null, status: 'ok', usage, cost: null },
      { kind: 'model', parent_id: body.runs[0]?.run_id, name: 'm', prompt_digest: 'x', usage },
    ])
  })

  it('E9: exports OTLP/JSON by the GenAI conventions, with contents only if they are asked for', async () => {
    await say({ traceparent })
    expect((await exported()).status).toBe(409)
    await answered()
    const { body } = await exported()
    const spans = otlpTraceSchema.parse(body).resourceSpans[0]?.scopeSpans[0]?.spans ?? []
    expect(spans.map(({ name, kind, parentSpanId }) => [name, kind, parentSpanId])).toEqual([
      ['invoke_agent', 1, '00f067aa0ba902b7'],
      ['chat m', 3, spans[0]?.spanId],
    ])
    expect(spans[1]?.attributes).toEqual([
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'm' } },
      { key: 'gen_ai.provider.name', value: { stringValue: 'anthropic' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: 12 } },
      { key: 'gen_ai.usage.cache_read.input_tokens', value: { intValue: 0 } },
      { key: 'gen_ai.usage.output_tokens', value: { intValue: 3 } },
    ])
    expect(JSON.stringify(body)).not.toContain('It rained.')
    expect(JSON.stringify((await exported('?contents=true')).body)).toContain('It rained.')
  })

  it('A8: nobody else can export a trace, not even the owner of the organisation', async () => {
    const member = await server.addMember('member')
    const outsider = await server.addTenant()
    await say({ traceparent }, member.key)
    await answered()
    expect((await exported('?contents=true', member.key)).status).toBe(200)
    for (const key of [undefined, outsider.key]) {
      const refused = await exported('?contents=true', key)
      expect(refused.status).toBe(404)
      expect(JSON.stringify(refused.body)).not.toContain('It rained.')
    }
  })

  async function note(tenantId: TenantId, actor: UserId): Promise<void> {
    const at = server.clock.now()
    const id = server.app.ids.next('aud')
    const fact = { action: 'skill-created', target: 'skl_1', details: {} }
    const entry = { id, at, actor, traceId: trace as TraceId, ...fact }
    await server.store.tenant(tenantId).audit.append([entry])
  }
})
