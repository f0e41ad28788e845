import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { foldTranscript } from '../conversation/transcript.ts'
import { createActiveListsFold } from '../session/active-lists.ts'
import { foldLog } from '../session/log-fold.ts'
import { skillsStateChanged } from '../session/skills-state.ts'
import { foldTaint } from '../session/taint.ts'
import { activateSkillToolName, runsOfTurn } from '../session/tool-restrictions.ts'
import { foldTurnState } from '../session/turn-state.ts'
import { foldRun } from './fold-run.ts'
import { createRunView, type RunView } from './run-view.ts'

const run = 'run_now' as RunId
const earlier = ['run_1', 'run_2', 'run_3'] as RunId[]
const forks = [null, 'c1', 'c2']
const usage = { inputTokens: 2, outputTokens: 1 }

const slug = fc.constantFrom('a', 'b', 'c')
const callId = fc.constantFrom('c1', 'c2', 'c3')
const fork = fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined })
const skill = slug.map((name) => ({
  ...{ skillId: `skl_${name}` as SkillId, digest: `sha256:${name}` as RevisionDigest },
  ...{ slug: name, name },
}))
const allowedTools = fc.subarray(['x', 'y'])
const call = fc.record({
  id: callId,
  name: fc.constantFrom(activateSkillToolName, 'write_file', 'read_skill'),
  input: fc.record({ path: slug }),
})

const eventArbitrary: fc.Arbitrary<ConversationEvent> = fc.oneof(
  fc.record({ type: fc.constant('message-received'), text: slug, byProgram: fc.boolean() }),
  fc.record({
    type: fc.constant('step-started'),
    step: fc.nat(9),
    fork,
    listOrder: fc.constant([]),
  }),
  fc.record({
    ...{ type: fc.constant('step-completed'), step: fc.nat(9), text: slug, fork },
    ...{ toolCalls: fc.array(call, { maxLength: 2 }), usage: fc.constant(usage) },
  }),
  fc.record({ type: fc.constant('tool-started'), call, fork }),
  fc.record({
    ...{ type: fc.constant('tool-completed'), callId, name: slug, fork },
    outcome: fc.constant({ status: 'ok', output: 1 }),
    untrusted: fc.constantFrom(undefined, [], ['web-page'], ['file']),
  }),
  fc.record({
    ...{ type: fc.constant('skill-used'), callId, skill, allowedTools, fork },
    addsRestriction: fc.boolean(),
  }),
  fc.record({ type: fc.constant('fork-started'), callId, skill, allowedTools, task: slug }),
  fc.record({ type: fc.constant('context-trimmed'), callIds: fc.array(callId), fork }),
  fc.record({
    type: fc.constant('context-summarised'),
    throughSeq: fc.nat(9),
    text: slug,
    fork,
    usage: fc.constant(usage),
  }),
  fc.record({ type: fc.constant('todo-changed'), items: fc.constant([]), fork }),
  fc.record({ type: fc.constant('connector-granted'), connector: slug, digest: slug }),
  fc.record({ type: fc.constant('tool-confirmed'), tool: slug, identity: slug }),
  fc.record({ type: fc.constant('skills-routed'), entries: fc.constant([]) }),
  fc.record({ type: fc.constant('skills-preloaded'), skills: fc.array(skill, { maxLength: 1 }) }),
  fc.array(fc.tuple(skill, allowedTools), { maxLength: 2 }).map((pairs) => {
    const active = pairs.map(([one, tools]) => ({
      ...{ ...one, contentLength: 1, sourceType: 'manual' as const, allowedTools: tools },
    }))
    return skillsStateChanged({ ...emptySession, active }, defaultSettings)
  }),
) as never

const startArbitrary = fc
  .record({
    ...{ toolsets: fc.constant([]), permissions: fc.constant([]) },
    client: fc.constantFrom(undefined, 'client'),
    signal: fc.constantFrom(undefined, { source: 'webhook' }, { source: 'schedule' }),
  })
  .map((start) => ({ type: 'run-started', ...start }) as unknown as ConversationEvent)

/** A log with earlier turns, the start of this one, and what is appended to it in several batches. */
const logArbitrary = fc.record({
  before: fc.array(
    fc.tuple(
      fc.constantFrom(...earlier),
      startArbitrary,
      fc.array(eventArbitrary, { maxLength: 6 }),
    ),
    { maxLength: 3 },
  ),
  start: startArbitrary,
  batches: fc.array(fc.array(eventArbitrary, { maxLength: 5 }), { maxLength: 6 }),
})

const logged = (events: readonly ConversationEvent[], runId: RunId, from = 0): LoggedEvent[] =>
  events.map((event, at) => ({ seq: from + at + 1, at: 0, runId, traceId: 't', event }) as never)

function readEverything(view: RunView) {
  const { turnOf, activeListsOf, transcriptOf, ...facts } = view
  const single = Object.entries(facts).map(([name, read]) => [name, read()])
  const ofAgents = forks.map((one) => [turnOf(one), activeListsOf(one), transcriptOf(one)])
  return [...single, ...ofAgents]
}

describe('the view of a run', () => {
  it('is the fold of the whole log at every moment, whenever it was read before', () => {
    fc.assert(
      fc.property(logArbitrary, fc.array(fc.boolean()), ({ before, start, batches }, reads) => {
        const events = before.flatMap(([runId, first, more]) => logged([first, ...more], runId))
        events.push(...logged([start], run))
        const view = createRunView(events, run)
        for (const [at, batch] of batches.entries()) {
          if (reads[at]) readEverything(view)
          events.push(...logged(batch, run, events.length))
        }
        expect(readEverything(view)).toEqual(readEverything(createRunView([...events], run)))
        expect(view.state()).toEqual(foldRun(events, run))
        expect(view.taint()).toEqual(foldTaint(events))
        for (const one of forks) {
          const agent = { runId: run, fork: one }
          expect(view.turnOf(one)).toEqual(foldTurnState(events, agent))
          const fold = createActiveListsFold(agent, runsOfTurn(events, agent.runId))
          expect(view.activeListsOf(one)).toEqual(foldLog(fold, events))
          expect(view.transcriptOf(one)).toEqual(foldTranscript(events, one))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('does not change what it gave before', () => {
    fc.assert(
      fc.property(logArbitrary, ({ start, batches }) => {
        const events = logged([start], run)
        const view = createRunView(events, run)
        const given: (readonly [unknown, unknown])[] = []
        for (const batch of batches) {
          events.push(...logged(batch, run, events.length))
          const now = readEverything(view)
          given.push([now, structuredClone(now)])
        }
        for (const [now, then] of given) expect(now).toEqual(then)
      }),
    )
  })

  it('folds each event once, however often it is read', () => {
    const events = logged([{ type: 'run-started', toolsets: [], permissions: [] }], run)
    const view = createRunView(events, run)
    const first = view.turnOf(null)
    expect(view.turnOf(null)).toBe(first)
    events.push(...logged([{ type: 'todo-changed', items: [] }], run, 1))
    expect(view.turnOf(null)).not.toBe(first)
  })
})
