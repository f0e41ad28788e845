import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../base/errors.ts'
import type { ConversationId, ExecutionId, RunId, SkillId, UserId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { activate, createRoutedHarness, routedRunner, sized } from '../../testing/routed-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { executionsIn, runSpans } from './run-spans.ts'
import type { Span } from './span.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const withoutContents = { sha256, contents: false }

const run: Run = {
  ...{ id: 'run_1' as RunId, conversationId: 'cnv_1' as ConversationId, userId: 'usr_1' as UserId },
  ...{ role: 'owner', traceId: '4bf92f3577b34da6a3ce929d0e0e4736', status: 'completed' },
  ...{ problem: null, startedAt: 1_000, finishedAt: 9_000 },
}
const problem: Problem = { code: 'model.overloaded', kind: 'unavailable', message: 'Too much.' }
const skill = { skillId: 'skl_1' as SkillId, digest: 'sha256:1' as never, slug: 'watch', name: 'W' }

/** One event per millisecond by default. */
function log(events: readonly ConversationEvent[], apart = 1): readonly LoggedEvent[] {
  return events.map((event, at) => {
    const when = { seq: at + 1, at: 1_000 + at * apart }
    return { ...when, runId: run.id, traceId: run.traceId, event }
  })
}

const stepStarted = (
  step: number,
  more: { retryOf?: Problem; fork?: string } = {},
): ConversationEvent => {
  const model = { label: 'M (Anthropic)', demo: false, id: 'm', provider: 'anthropic' }
  return { type: 'step-started', step, model, promptDigest: 'x', ...more }
}
const stepCompleted = (step: number, fork?: string): ConversationEvent => ({
  ...{ type: 'step-completed', step, text: 'said', toolCalls: [] },
  usage: { inputTokens: 1, outputTokens: 2 },
  ...(fork !== undefined && { fork }),
})
const toolStarted = (id: string, name: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'tool-started', call: { id, name, input: {} } },
  ...more,
})
const toolCompleted = (callId: string, name: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'tool-completed', callId, name, outcome: { status: 'ok', output: null } },
  untrusted: [],
  ...more,
})

const spansOf = (events: readonly LoggedEvent[], change: Partial<Run> = {}) =>
  runSpans({ run: { ...run, ...change }, events, executions: [] }, withoutContents)

/** Each span's name with that of its parent. */
function tree(spans: readonly Span[]) {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  return spans.map(({ name, parentSpanId }) => [name, names.get(parentSpanId ?? '') ?? null])
}

describe('runSpans', () => {
  it('E9: reports skills activated by a tool call under it, once', async () => {
    const samples = [sized('one', 10), sized('two', 10), sized('three', 10)]
    const calls = [activate('a', ['one', 'two']), activate('b', ['three', 'one'])]
    const { harness } = await routedRunner(sha256)(calls, { samples })
    const spans = spansOf(await harness.log())
    const [first, second] = spans.filter(({ name }) => name === 'execute_tool activate_skills')
    const activations = spans.filter(({ name }) => name.startsWith('activate_skill '))
    expect(activations.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['activate_skill one', first?.spanId],
      ['activate_skill two', first?.spanId],
      ['activate_skill three', second?.spanId],
    ])
    expect(activations[0]?.attributes).toEqual({
      'skill.name': 'one',
      'skill.digest': expect.stringMatching(/^sha256:/),
    })
  })

  it('E9: reports skills preloaded by a trigger under the root span', async () => {
    const harness = await createRoutedHarness({
      ...{ model: createCallingModel(), sha256, samples: [sized('watch', 10)] },
    })
    const signal = { source: 'cron', signalId: 'sgl_1', severity: 'info', asset: null } as const
    const more = { preloadSkills: ['watch'], suggestedStages: [], operatorAuthored: false }
    await harness.work(await harness.say('Look.', { ...signal, ...more, traceId: '0'.repeat(32) }))
    expect(tree(spansOf(await harness.log()))).toContainEqual([
      'activate_skill watch',
      'invoke_agent',
    ])
  })

  it('E9: reports the steps of a sub-agent under its tool call', () => {
    const fork = 'c1'
    const events = log([
      stepStarted(1),
      stepCompleted(1),
      toolStarted('c1', 'use_skill'),
      { type: 'fork-started', callId: 'c1', skill, allowedTools: [], task: 'x' },
      stepStarted(1, { fork }),
      stepCompleted(1, fork),
      toolStarted('c2', 'look', { fork }),
      toolCompleted('c2', 'look', { fork }),
      toolCompleted('c3', 'strike', { fork, outcome: { status: 'refused', problem } }),
      toolCompleted('c1', 'use_skill'),
    ])
    expect(tree(spansOf(events))).toEqual([
      ['invoke_agent', null],
      ['chat m', 'invoke_agent'],
      ['chat m', 'execute_tool use_skill'],
      ['execute_tool look', 'execute_tool use_skill'],
      ['execute_tool strike', 'execute_tool use_skill'],
      ['execute_tool use_skill', 'invoke_agent'],
    ])
  })

  it('E9: the model call at which a sub-agent fails ends with it, and has its error code', () => {
    const failed = { ...problem, code: 'fork.failed', details: { cause: problem.code } }
    const outcome = { status: 'refused', problem: failed }
    const events = log([
      toolStarted('c1', 'use_skill'),
      stepStarted(1, { fork: 'c1' }),
      toolCompleted('c1', 'use_skill', { outcome }),
      stepStarted(2),
      stepCompleted(2),
    ])
    const [, inner, call] = spansOf(events)
    expect(inner).toMatchObject({ name: 'chat m', error: 'model.overloaded', endedAt: 1_002 })
    expect(call).toMatchObject({ name: 'execute_tool use_skill', error: 'fork.failed' })
  })

  it('E9: reports a summary as a model call with usage and without content', () => {
    const usage = { inputTokens: 900, outputTokens: 40 }
    const events = log([
      { type: 'summary-started', throughSeq: 1, tokensBefore: 900 },
      { type: 'context-summarised', throughSeq: 1, text: 'They spoke of plans.', usage },
    ])
    const [, summary] = spansOf(events)
    expect(summary).toMatchObject({
      name: 'chat',
      kind: 'client',
      startedAt: 1_000,
      endedAt: 1_001,
    })
    expect(summary?.attributes).toEqual({
      ...{ 'gen_ai.operation.name': 'chat', 'repertoire.summary': true },
      ...{ 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 40 },
    })
  })

  it('E9: reports an execution under its tool call; a command’s text is content', () => {
    const id = 'exe_1' as ExecutionId
    const events = log([
      toolStarted('c1', 'run_command', { executionId: id }),
      toolCompleted('c1', 'run_command'),
    ])
    expect(executionsIn(events)).toEqual([id])
    const execution: Execution = {
      ...{ id, conversationId: run.conversationId, runId: run.id, callId: 'c1', skill },
      ...{ traceId: run.traceId, runtime: 'shell', entry: 'cat plan', args: [], status: 'ok' },
      ...{ exitCode: 0, stdout: 'plan', stderr: '', outputs: [], skipped: [], usage: null },
      ...{ startedBy: run.userId, startedAt: 1_000, finishedAt: null },
    }
    const record = { run, events, executions: [execution] }
    const spans = runSpans(record, withoutContents)
    expect(tree(spans).at(-1)).toEqual(['run_script shell', 'execute_tool run_command'])
    expect(spans.at(-1)).toMatchObject({ endedAt: 9_000, error: null })
    expect(spans.at(-1)?.attributes).toMatchObject({
      'process.exit.code': 0,
      'skill.name': 'watch',
    })
    expect(JSON.stringify(spans)).not.toContain('plan')
    expect(JSON.stringify(runSpans(record, { sha256, contents: true }))).toContain('cat plan')
  })

  it('E9: reports errors as error.type on the model call, the tool call and the run', () => {
    const events = log([
      stepStarted(1),
      stepStarted(1, { retryOf: problem }),
      stepCompleted(1),
      toolCompleted('c1', 'send', { outcome: { status: 'refused', problem } }),
      stepStarted(2),
    ])
    const failed = { code: 'run.too-long', kind: 'too-large', message: 'Over.' } as const
    const spans = spansOf(events, { status: 'failed', problem: failed })
    const errors = spans.map(({ name, error, attributes }) => [
      name,
      attributes['error.type'],
      attributes['error.type'] === (error ?? undefined),
    ])
    expect(errors).toEqual([
      ['invoke_agent', 'run.too-long', true],
      ['chat m', 'model.overloaded', true],
      ['chat m', undefined, true],
      ['execute_tool send', 'model.overloaded', true],
      ['chat m', 'run.too-long', true],
    ])
  })

  it('E9: a cancelled run is no error; its open spans are marked as cancelled', () => {
    const [root, open] = spansOf(log([stepStarted(1)]), { status: 'cancelled' })
    expect(root).toMatchObject({
      error: null,
      attributes: { 'repertoire.run.status': 'cancelled' },
    })
    expect(open).toMatchObject({ error: 'cancelled', endedAt: 9_000 })
  })

  it('E9: the root span has the model, its provider and the caller’s span', () => {
    const parentSpanId = '00f067aa0ba902b7'
    const started = { type: 'run-started', toolsets: [], permissions: [], parentSpanId } as const
    const [root] = spansOf(log([started, stepStarted(1), stepCompleted(1)]))
    expect(root).toMatchObject({
      parentSpanId,
      attributes: { 'gen_ai.request.model': 'm', 'gen_ai.provider.name': 'anthropic' },
    })
  })

  it('E9: truncates invented tool names', () => {
    const name = `${'x'.repeat(99)}\u{1F600}${'y'.repeat(500)}`
    const [, span] = spansOf(log([toolCompleted('c1', name)]))
    expect(span?.attributes['gen_ai.tool.name']).toBe(`${'x'.repeat(99)}\uFFFD`)
  })

  it('E9: for any log the spans form one tree with unique ids, and none ends before it starts (property)', () => {
    const call = fc.constantFrom('c1', 'c2', 'c3')
    const fork = fc.option(call, { nil: undefined }).map((id) => (id ? { fork: id } : {}))
    const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
      fork.map((more) => stepStarted(1, more)),
      fork.map((more) => stepStarted(1, { retryOf: problem, ...more })),
      fc.option(call, { nil: undefined }).map((id) => stepCompleted(1, id)),
      fc.tuple(call, fork).map(([id, more]) => toolStarted(id, 'look', more)),
      fc.tuple(call, fork).map(([id, more]) => toolCompleted(id, 'look', more)),
      fc.constant<ConversationEvent>({ type: 'skills-preloaded', skills: [skill], refused: [] }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.constantFrom(0, 1), (events, apart) => {
        const spans = spansOf(log(events, apart))
        const byId = new Map(spans.map((span) => [span.spanId, span]))
        expect(byId.size).toBe(spans.length)
        for (const span of spans) {
          expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt)
          expect(rootOf(span, byId)).toBe(spans[0])
        }
        expect(spansOf(log(events, apart))).toEqual(spans)
      }),
    )
  })
})

function rootOf(span: Span, byId: ReadonlyMap<string, Span>): Span | undefined {
  let at: Span | undefined = span
  for (let height = 0; at && at.parentSpanId !== null; height += 1) {
    if (height > byId.size) return undefined
    at = byId.get(at.parentSpanId)
  }
  return at
}
