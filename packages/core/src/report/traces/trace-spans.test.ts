import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../base/errors.ts'
import type {
  ApprovalId,
  ConversationId,
  ExecutionId,
  RunId,
  SkillId,
  UserId,
} from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { activate, routedRunner, sized } from '../../testing/routed-harness.ts'
import type { TraceSpan } from './trace-span.ts'
import { traceSpans } from './trace-spans.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const run: Run = {
  ...{ id: 'run_1' as RunId, conversationId: 'cnv_1' as ConversationId, userId: 'usr_1' as UserId },
  ...{ role: 'owner', traceId: '4bf92f3577b34da6a3ce929d0e0e4736', status: 'completed' },
  ...{ problem: null, startedAt: 1_000, finishedAt: 9_000 },
}
const problem: Problem = { code: 'model.overloaded', kind: 'unavailable', message: 'Too much.' }
const skill = { skillId: 'skl_1' as SkillId, digest: 'sha256:1' as never, slug: 'watch', name: 'W' }
const done: ConversationEvent = { type: 'run-completed', text: 'said' }

function log(events: readonly ConversationEvent[], times?: readonly number[]): LoggedEvent[] {
  return events.map((event, index) => {
    const at = 1_000 + (times ? (times[index % times.length] ?? 0) : index * 100)
    return { seq: index + 1, at, runId: run.id, traceId: run.traceId, event }
  })
}

const stepStarted = (step: number, more: object = {}): ConversationEvent => {
  const model = { label: 'M', demo: false, id: 'm' }
  return { type: 'step-started', step, model, promptDigest: 'x', ...more }
}
const stepCompleted = (step: number, more: object = {}): ConversationEvent => ({
  ...{ type: 'step-completed', step, text: 'said', toolCalls: [], costNanos: 5 },
  usage: { inputTokens: 10, outputTokens: 2, cachedTokens: 0 },
  ...more,
})
const toolStarted = (id: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'tool-started', call: { id, name: 'look', input: {} } },
  ...more,
})
const toolCompleted = (callId: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'tool-completed', callId, name: 'look', untrusted: [] },
  outcome: { status: 'ok', output: null },
  ...more,
})
const forkStarted = (callId: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'fork-started', callId, skill, allowedTools: [], task: 'x' },
  ...more,
})
const asked = (callId: string, more: object = {}): ConversationEvent => ({
  ...{ type: 'approval-required', approvalId: `apr_${callId}` as ApprovalId, callId },
  ...{ approvalType: 'clarification', subject: {} as never, reason: '', expiresAt: 1 },
  ...more,
})
const answered = (callId: string, decision = 'approved'): ConversationEvent => ({
  ...{ type: 'approval-resolved', approvalId: `apr_${callId}` as ApprovalId, callId },
  ...{ decision: decision as 'approved', answeredBy: run.userId, note: '' },
})
const execution: Execution = {
  ...{ id: 'exe_1' as ExecutionId, conversationId: run.conversationId, runId: run.id, skill },
  ...{ callId: 'c1', traceId: run.traceId, runtime: 'shell', entry: 'lint.sh', args: [] },
  ...{ status: 'ok', exitCode: 0, stdout: '', stderr: '', outputs: [], skipped: [], usage: null },
  ...{ startedBy: run.userId, startedAt: 1_150, finishedAt: 1_180 },
}

const spansOf = (events: readonly LoggedEvent[], change: Partial<Run> = {}) =>
  traceSpans({ run: { ...run, ...change }, events, executions: [] })

/** Each span's kind with that of its parent. */
function tree(spans: readonly TraceSpan[]) {
  const kinds = new Map(spans.map(({ id, kind }) => [id, kind]))
  return spans.map(({ kind, parentId }) => [kind, kinds.get(parentId as never) ?? null])
}

describe('the waterfall of a run', () => {
  it('E9: nests a sub-agent’s calls in its tool call, and sums what they took', () => {
    const fork = 'c1'
    const spans = spansOf(
      log([
        stepStarted(1),
        stepCompleted(1),
        toolStarted('c1'),
        forkStarted('c1'),
        stepStarted(1, { fork }),
        stepCompleted(1, { fork }),
        toolStarted('c2', { fork }),
        toolCompleted('c2', { fork }),
        toolCompleted('c1'),
        done,
      ]),
    )
    expect(tree(spans)).toEqual([
      ['run', null],
      ['model', 'run'],
      ['agent', 'run'],
      ['model', 'agent'],
      ['tool', 'agent'],
    ])
    const [whole, , agent] = spans
    expect(whole).toMatchObject({ costNanos: 10, usage: { inputTokens: 20, outputTokens: 4 } })
    expect(agent).toMatchObject({ costNanos: 5, skills: [{ slug: 'watch' }] })
  })

  it('E9: a sum with an unknown part is unknown, never too low', () => {
    const usage = { inputTokens: null, outputTokens: null }
    const unknown = stepCompleted(2, { usage, costNanos: undefined })
    const [whole] = spansOf(log([stepStarted(1), stepCompleted(1), stepStarted(2), unknown, done]))
    expect(whole).toMatchObject({ costNanos: null, usage: { inputTokens: null } })
  })

  it('E9: a call begins when it asks; the wait is a span of its own, and says what came of it', () => {
    const call = { id: 'c1', name: 'pay', input: {} }
    const before = [stepStarted(1), stepCompleted(1, { toolCalls: [call] }), asked('c1')]
    const waiting = spansOf(log(before), { status: 'waiting', finishedAt: null })
    expect(waiting.slice(-2)).toMatchObject([
      { kind: 'tool', name: 'pay', endedAt: null },
      { kind: 'wait', status: 'waiting', startedAt: 1_200, endedAt: null, approvalId: 'apr_c1' },
    ])
    const events = log([...before, answered('c1', 'denied'), toolCompleted('c1'), done])
    expect(spansOf(events).at(-1)).toMatchObject({ status: 'refused', endedAt: 1_300 })
  })

  it('E9: a script lies inside its call, even if the clock of its executor is wrong', () => {
    const events = log([toolStarted('c1'), toolCompleted('c1'), done])
    const wrong = { ...execution, startedAt: 5, finishedAt: 99_000 }
    const spans = traceSpans({ run, events, executions: [wrong] })
    expect(spans.at(-1)).toMatchObject({ kind: 'script', startedAt: 1_000, endedAt: 1_100 })
  })

  it('E9: retries, failures and what a person stopped are told apart', () => {
    const retried = [stepStarted(1), stepStarted(1, { retryOf: problem })]
    const statuses = (last: ConversationEvent, change: Partial<Run>) =>
      spansOf(log([...retried, last]), change).map(({ status, error }) => [status, error])
    expect(statuses({ type: 'run-failed', problem }, { status: 'failed', problem })).toEqual([
      ['failed', 'model.overloaded'],
      ['failed', 'model.overloaded'],
      ['failed', 'model.overloaded'],
    ])
    const stopped = statuses({ type: 'run-cancelled', by: run.userId }, { status: 'cancelled' })
    expect(stopped.at(-1)).toEqual(['cancelled', null])
  })

  it('E9: what a cut log says nothing about is unknown', () => {
    const [whole, call] = spansOf(log([stepStarted(1)]))
    expect(whole).toMatchObject({ status: 'ok', endedAt: 9_000 })
    expect(call).toMatchObject({ status: 'unknown', endedAt: 1_000 })
  })

  it('E9: any beginning of a real log gives a tree in bounds (property)', async () => {
    const samples = [sized('one', 10), sized('two', 10)]
    const calls = [activate('a', ['one', 'two']), activate('b', ['one'])]
    const { harness } = await routedRunner(sha256)(calls, { samples })
    const events = await harness.log()
    for (let length = 0; length <= events.length; length += 1) {
      expectTree(spansOf(events.slice(0, length), { startedAt: 0, finishedAt: null }))
    }
    const kinds = new Set(spansOf(events, { startedAt: 0 }).map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['run', 'skills', 'model', 'tool']))
  })

  it('E9: any events at any times, cut anywhere, give a tree in bounds (property)', () => {
    const call = fc.constantFrom('c1', 'c2', 'c3')
    const fork = fc.option(call, { nil: undefined }).map((id) => (id ? { fork: id } : {}))
    const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
      fork.map((more) => stepStarted(1, more)),
      fork.map((more) => stepStarted(1, { retryOf: problem, ...more })),
      fork.map((more) => stepCompleted(1, more)),
      fc.tuple(call, fork).map(([id, more]) => toolStarted(id, more)),
      fc.tuple(call, fork).map(([id, more]) => forkStarted(id, more)),
      fc.tuple(call, fork).map(([id, more]) => asked(id, more)),
      call.map((id) => answered(id)),
      fc.tuple(call, fork).map(([id, more]) => toolCompleted(id, more)),
      fc.constant(done),
    )
    const time = fc.integer({ min: -2_000, max: 20_000 })
    const ending = fc.constantFrom<Partial<Run>>(
      { status: 'completed' },
      { status: 'running', finishedAt: null },
      { status: 'waiting', finishedAt: null },
      { status: 'failed', problem },
    )
    const ran = fc.record({
      ...{ callId: fc.option(call), startedAt: time, finishedAt: fc.option(time) },
      status: fc.constantFrom<Execution['status']>('ok', 'running', 'failed', 'cancelled'),
    })
    const times = fc.array(time, { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 40 }),
        times,
        ending,
        ran,
        (all, at, how, script) => {
          const record = { run: { ...run, ...how }, events: log(all, at) }
          const executions = [{ ...execution, ...script }]
          const spans = traceSpans({ ...record, executions })
          expectTree(spans)
          expect(traceSpans({ ...record, executions })).toEqual(spans)
        },
      ),
    )
  })
})

/** One root, unique ids, parents before their children, and no span out of its parent’s bounds. */
function expectTree(spans: readonly TraceSpan[]): void {
  const seen = new Map<string, TraceSpan>()
  for (const span of spans) {
    expect(seen.has(span.id)).toBe(false)
    if (seen.size === 0) expect(span.parentId).toBeNull()
    else {
      const parent = seen.get(span.parentId ?? '')
      if (!parent) throw new Error(`${span.id} stands before its parent`)
      expect(span.startedAt).toBeGreaterThanOrEqual(parent.startedAt)
      const latest = parent.endedAt ?? Number.POSITIVE_INFINITY
      expect(span.endedAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(latest)
    }
    if (span.endedAt !== null) expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt)
    seen.set(span.id, span)
  }
}
