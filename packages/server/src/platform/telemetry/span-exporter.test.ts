import type {
  ConversationId,
  ExecutionId,
  RunId,
  TenantId,
  TraceId,
  UserId,
} from '@repertoire/core/base'
import { type ConversationEvent, emptySession, type Run } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OtlpSpan } from '../../testing/otlp-spans.ts'
import { type SpanCollector, startSpanCollector } from '../../testing/span-collector.ts'
import { sha256 } from '../system/system-ports.ts'
import { runInTrace, tracedFetch, traceparent } from './current-trace.ts'
import { createSpanExporter } from './span-exporter.ts'
import { telemetrySettings } from './telemetry-settings.ts'

const tenantId = 'org_1' as TenantId
const userId = 'usr_1' as UserId
const runId = 'run_1' as RunId
const conversationId = 'cnv_1' as ConversationId
const executionId = 'exe_1' as ExecutionId
const traceId: TraceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentSpanId = '00f067aa0ba902b7'
const secret = 'the price of the secret thing'

let collector: SpanCollector

beforeEach(async () => {
  collector = await startSpanCollector()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await collector.close()
})

const started = (id: string, name: string): ConversationEvent => ({
  type: 'tool-started',
  call: { id, name, input: { text: secret } },
  ...(name === 'run_script' && { executionId }),
})
const refusal = { code: 'tool.needs-grant', kind: 'forbidden', message: secret } as const

const runEvents: readonly ConversationEvent[] = [
  { type: 'message-received', messageId: 'msg_1', text: secret, userId },
  { type: 'run-started', toolsets: [], permissions: [], parentSpanId },
  {
    ...{ type: 'step-started', step: 1, promptDigest: 'x' },
    model: { label: 'gpt-5 (OpenAI-compatible)', demo: false, id: 'gpt-5', provider: 'openai' },
  },
  {
    ...{ type: 'step-completed', step: 1, text: secret, toolCalls: [] },
    usage: { inputTokens: 7, outputTokens: 3 },
  },
  started('c1', 'run_script'),
  {
    ...{ type: 'tool-completed', callId: 'c1', name: 'run_script', untrusted: [] },
    outcome: { status: 'ok', output: secret },
  },
  {
    ...{ type: 'tool-completed', callId: 'c2', name: 'send', untrusted: [] },
    outcome: { status: 'refused', problem: refusal },
  },
  { type: 'run-completed', text: secret },
]

async function opened(env: Record<string, string> = {}, graceMilliseconds = 60_000) {
  const store = await played()
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  const settings = telemetrySettings(all)
  if (!settings) throw new Error('no collector')
  const faults: unknown[] = []
  const options = { ...settings, store, sha256, version: '1.2.3', graceMilliseconds }
  const onError = (error: unknown) => faults.push(error)
  const exporter = await createSpanExporter({ ...options, onError })
  return { exporter, faults, exportRun: () => exporter.exportRun({ tenantId, userId, runId }) }
}

async function exported(env: Record<string, string> = {}) {
  const { exporter, faults, exportRun } = await opened(env)
  exportRun()
  await exporter.flush()
  return { faults, sent: collector.received[0] }
}

async function played(): Promise<Store> {
  const clock = createFixedClock(1_800_000_000_000)
  const store = createInMemoryStore({ clock })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const { conversations, executions } = store.tenant(tenantId)
  const now = clock.now()
  const times = { createdAt: now, updatedAt: now }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  await conversations.create({ id: conversationId, userId, ...empty, ...times })
  const run: Run = {
    ...{ id: runId, conversationId, userId, role: 'owner', traceId, status: 'running' },
    ...{ problem: null, startedAt: now, finishedAt: null },
  }
  for (const [expectedSeq, event] of runEvents.entries()) {
    clock.advance(1_000)
    const batch = { expectedSeq, runId, traceId, events: [event] }
    const first = expectedSeq === 0 ? { startRun: run } : {}
    const last = event.type === 'run-completed'
    const end = last ? { run: { id: runId, status: 'completed' as const } } : {}
    await conversations.append(conversationId, { ...batch, ...first, ...end }, clock.now())
  }
  const ended = {
    ...{ id: executionId, conversationId, runId, callId: 'c1', traceId, skill: null },
    ...{ runtime: 'python' as const, entry: secret, args: [secret], status: 'failed' as const },
    ...{ exitCode: 3, stdout: secret, stderr: secret, outputs: [], skipped: [], usage: null },
    ...{ startedBy: userId, startedAt: now + 5_100, finishedAt: now + 5_900 },
  }
  await executions.create({ ...ended, status: 'running', finishedAt: null })
  await executions.finish(ended)
  return store
}

const named = (spans: readonly OtlpSpan[] = [], name: string) =>
  spans.find((span) => span.name === name)

describe('spans for a collector', () => {
  it('E9: exports a run in protobuf as invoke_agent, chat, execute_tool and run_script, under its trace id', async () => {
    const { faults, sent } = await exported()
    expect(faults).toEqual([])
    expect(sent).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf' },
    })
    const spans = collector.exports()[0]?.spans
    expect(spans?.map(({ name, kind }) => [name, kind])).toEqual([
      ['invoke_agent', 1],
      ['chat gpt-5', 3],
      ['execute_tool run_script', 1],
      ['execute_tool send', 1],
      ['run_script python', 1],
    ])
    expect(new Set(spans?.map((span) => span.traceId))).toEqual(new Set([traceId]))
    for (const span of spans ?? []) expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    const root = named(spans, 'invoke_agent')
    const chat = named(spans, 'chat gpt-5')
    const tool = named(spans, 'execute_tool run_script')
    expect(chat?.parentSpanId).toBe(root?.spanId)
    expect(tool?.parentSpanId).toBe(root?.spanId)
    expect(named(spans, 'run_script python')).toMatchObject({
      parentSpanId: tool?.spanId,
      attributes: { 'process.exit.code': 3, 'error.type': 'failed' },
      start: 1_800_000_005_100_000_000n,
      end: 1_800_000_005_900_000_000n,
    })
    expect(chat).toMatchObject({
      attributes: {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' },
        ...{ 'gen_ai.provider.name': 'openai', 'gen_ai.usage.input_tokens': 7 },
      },
      start: 1_800_000_003_000_000_000n,
      end: 1_800_000_004_000_000_000n,
    })
    const send = named(spans, 'execute_tool send')
    expect(send?.status).toEqual({ code: 2, message: 'tool.needs-grant' })
    expect(send?.attributes['error.type']).toBe('tool.needs-grant')
  })

  it('E9: the caller’s span is the parent', async () => {
    await exported()
    expect(named(collector.exports()[0]?.spans, 'invoke_agent')?.parentSpanId).toBe(parentSpanId)
  })

  it('E9: a repeated export gives the same spans', async () => {
    const { exporter, exportRun } = await opened()
    exportRun()
    await exporter.flush()
    exportRun()
    await exporter.flush()
    const [first, second] = collector.exports()
    expect(first?.spans).toHaveLength(5)
    expect(second).toEqual(first)
  })

  it('E9: messages, inputs and outputs are not exported unless the operator says so', async () => {
    const { sent } = await exported()
    expect(sent?.body.includes(secret)).toBe(false)
    await exported({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' })
    const spans = collector.exports()[1]?.spans
    const tool = named(spans, 'execute_tool run_script')?.attributes
    expect(tool?.['gen_ai.tool.call.result']).toContain(secret)
    expect(tool?.['gen_ai.tool.call.arguments']).toContain(secret)
    expect(named(spans, 'chat gpt-5')?.attributes['gen_ai.output.messages']).toContain(secret)
  })

  it('E9: uses the operator’s headers, compression, service name and attributes', async () => {
    const { sent } = await exported({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,other=2',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_SERVICE_NAME: 'my-agents',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=lab',
    })
    const headers = { authorization: 'Bearer x', other: '2', 'content-encoding': 'gzip' }
    expect(sent?.headers).toMatchObject(headers)
    expect(collector.exports()[0]?.resource).toMatchObject({
      ...{ 'service.name': 'my-agents', 'service.version': '1.2.3' },
      'deployment.environment.name': 'lab',
    })
  })

  it('E9: exports JSON where the operator asks for it', async () => {
    const { sent } = await exported({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })
    expect(sent?.headers['content-type']).toBe('application/json')
    const [{ resource, scopeSpans }] = JSON.parse(String(sent?.body)).resourceSpans
    const service = { key: 'service.name', value: { stringValue: 'repertoire' } }
    expect(resource.attributes).toContainEqual(service)
    expect(scopeSpans[0].spans[0]).toMatchObject({ traceId, parentSpanId, name: 'invoke_agent' })
  })

  it('E9: reports a refusing collector once, without its response', async () => {
    collector.answer(400)
    const { exporter, faults, exportRun } = await opened()
    for (const _ of [1, 2]) {
      exportRun()
      await exporter.flush()
    }
    expect(collector.received).toHaveLength(2)
    expect(faults).toEqual([new Error('the export to the collector failed: Bad Request')])
  })

  it('E9: drops turns that end faster than they can be exported, and reports it once', async () => {
    const { exporter, faults, exportRun } = await opened()
    for (let run = 0; run < 70; run += 1) exportRun()
    expect(faults).toEqual([new Error('the collector is too slow, a turn was dropped')])
    await exporter.flush()
    const spans = collector.exports().flatMap((one) => one.spans)
    expect(spans).toHaveLength(64 * 5)
  })

  it('E9: the shutdown waits for an unresponsive collector only so long', async () => {
    collector.answer(null)
    const { exporter, exportRun } = await opened({}, 50)
    exportRun()
    const closed = exporter.close()
    await collector.hasReceived(1)
    await closed
  })

  it('E9: sends the rest before the server ends', async () => {
    const { exporter, exportRun } = await opened()
    exportRun()
    await exporter.close()
    expect(collector.exports()[0]?.spans).toHaveLength(5)
  })

  it('E9: outgoing requests of a turn carry its trace, and no others do', async () => {
    const send = () =>
      tracedFetch(fetch)(collector.url, { method: 'POST', headers: { a: 'b' }, body: 'x' })
    await runInTrace({ traceId, spanId: parentSpanId }, send)
    await send()
    expect(collector.received.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${traceId}-${parentSpanId}-01`,
      undefined,
    ])
    expect(collector.received[0]?.headers).toMatchObject({ a: 'b' })
    expect(traceparent()).toBeUndefined()
  })
})
