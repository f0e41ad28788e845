import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ConversationEvent,
  type ConversationId,
  emptySession,
  type Run,
  type RunId,
  type Store,
  type TenantId,
  type TraceId,
  type UserId,
} from '@repertoire/core'
import { createFixedClock, createMemoryStore } from '@repertoire/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../process-ports.ts'
import { tracedFetch, traceparent, withinTrace } from './current-trace.ts'
import { createSpanExporter } from './span-exporter.ts'
import { telemetrySettings } from './telemetry-settings.ts'

const tenantId = 'org_1' as TenantId
const userId = 'usr_1' as UserId
const runId = 'run_1' as RunId
const conversationId = 'cnv_1' as ConversationId
const traceId: TraceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const secret = 'the price of the secret thing'

interface OtlpSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

let collector: Server
let url: string
const received: { path: string; headers: Record<string, unknown>; body: string }[] = []
let answer = 200

beforeEach(async () => {
  received.length = 0
  answer = 200
  collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: { ...request.headers }, body })
    response.writeHead(answer).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterEach(() => {
  collector.closeAllConnections()
  collector.close()
})

const started = (id: string, name: string): ConversationEvent => ({
  type: 'tool-started',
  call: { id, name, input: { text: secret } },
})

const story: readonly ConversationEvent[] = [
  { type: 'message-received', messageId: 'msg_1', text: secret, userId },
  { type: 'run-started', toolsets: [], permissions: [] },
  {
    type: 'step-started',
    step: 1,
    model: { label: 'gpt-5', demo: false },
    promptDigest: 'x',
  },
  {
    type: 'step-completed',
    step: 1,
    text: secret,
    toolCalls: [],
    usage: { inputTokens: 7, outputTokens: 3 },
  },
  started('c1', 'load_skill'),
  {
    type: 'skill-used',
    callId: 'c1',
    skill: { skillId: 'skl_1', digest: 'sha256:1', slug: 'watch', name: 'Watch' } as never,
  },
  {
    type: 'tool-completed',
    callId: 'c1',
    name: 'load_skill',
    outcome: { status: 'ok', output: secret },
  },
  {
    type: 'tool-completed',
    callId: 'c2',
    name: 'send',
    outcome: {
      status: 'refused',
      problem: { code: 'tool.needs-grant', kind: 'forbidden', message: secret },
    },
  },
  { type: 'run-completed', text: secret },
]

async function told(env: Record<string, string> = {}) {
  const clock = createFixedClock(1_800_000_000_000)
  const store = createMemoryStore({ clock })
  await play(store, clock)
  const settings = telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env })
  if (!settings) throw new Error('no collector')
  const faults: unknown[] = []
  const options = { ...settings, store, sha256, version: '1.2.3' }
  const exporter = createSpanExporter({ ...options, onFault: (error) => faults.push(error) })
  exporter.tell({ tenantId, userId, runId })
  exporter.tell({ tenantId, userId, runId })
  await exporter.idle()
  return { faults, spans: received.map(({ body }) => spansIn(body)) }
}

async function play(store: Store, clock: ReturnType<typeof createFixedClock>): Promise<void> {
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const { conversations } = store.tenant(tenantId)
  const now = clock.now()
  const times = { createdAt: now, updatedAt: now }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  await conversations.create({ id: conversationId, userId, ...empty, ...times })
  const run: Run = {
    ...{ id: runId, conversationId, userId, role: 'owner', traceId, status: 'running' },
    ...{ problem: null, startedAt: now, finishedAt: null },
  }
  for (const [expectedSeq, event] of story.entries()) {
    clock.advance(1_000)
    const batch = { expectedSeq, runId, traceId, events: [event] }
    const first = expectedSeq === 0 ? { startRun: run } : {}
    const last = event.type === 'run-completed'
    const end = last ? { run: { id: runId, status: 'completed' as const } } : {}
    await conversations.append(conversationId, { ...batch, ...first, ...end }, clock.now())
  }
}

function spansIn(body: string): readonly OtlpSpan[] {
  return JSON.parse(body).resourceSpans[0].scopeSpans[0].spans
}

const attributes = (span: OtlpSpan | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])

describe('spans for a collector', () => {
  it('E9: a run is told as invoke_agent with its chat and execute_tool, under its trace id', async () => {
    const { spans: [spans = []] = [], faults } = await told()
    expect(faults).toEqual([])
    expect(received[0]?.path).toBe('/v1/traces')
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['invoke_agent', 1],
      ['chat gpt-5', 3],
      ['execute_tool load_skill', 1],
      ['execute_tool send', 1],
    ])
    const [root, chat, load, send] = spans
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
    for (const span of [chat, load, send]) expect(span?.parentSpanId).toBe(root?.spanId)
    for (const span of spans) expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(attributes(chat)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.usage.input_tokens': '7',
    })
    expect(BigInt(chat?.endTimeUnixNano ?? 0) - BigInt(chat?.startTimeUnixNano ?? 0)).toBe(
      1_000_000_000n,
    )
    expect(attributes(load)).toMatchObject({ 'skill.name': 'watch', 'skill.digest': 'sha256:1' })
    expect(send?.status).toEqual({ code: 2, message: 'tool.needs-grant' })
  })

  it('E9: told twice, the spans are the same', async () => {
    const { spans } = await told()
    expect(spans).toHaveLength(2)
    expect(spans[1]).toEqual(spans[0])
  })

  it('E9: what was said, given and answered stays here unless the operator says otherwise', async () => {
    await told()
    expect(received[0]?.body).not.toContain(secret)
    received.length = 0
    const { spans: [spans = []] = [] } = await told({
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    })
    expect(attributes(spans[2])['gen_ai.tool.call.result']).toContain(secret)
  })

  it('E9: the operator’s own headers and service name are used', async () => {
    await told({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, bad name=1,other=2',
      OTEL_SERVICE_NAME: 'my-agents',
    })
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer x', other: '2' })
    expect(received[0]?.body).toContain('my-agents')
  })

  it('E9: a collector that refuses is reported once, and harms nobody', async () => {
    answer = 500
    const { faults } = await told()
    expect(faults).toHaveLength(1)
  })

  it('E9: without a collector there is nothing', () => {
    expect(telemetrySettings({})).toBeUndefined()
    expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' })).toBeUndefined()
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }
    expect(telemetrySettings(off)).toBeUndefined()
  })

  it('E9: what is sent out within a turn says which trace it belongs to; nothing else does', async () => {
    const send = () => tracedFetch(fetch)(url, { method: 'POST', headers: { a: 'b' }, body: 'x' })
    const position = { traceId, spanId: '00f067aa0ba902b7' }
    await withinTrace(position, send)
    await send()
    expect(received.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${traceId}-00f067aa0ba902b7-01`,
      undefined,
    ])
    expect(received[0]?.headers).toMatchObject({ a: 'b' })
    expect(traceparent()).toBeUndefined()
  })
})
