import { expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { foldRun } from './fold-run.ts'
import { defaultRunLimits, nextAction } from './next-action.ts'

const runId = 'run_1' as RunId
const usage = (tokens: number) => ({ inputTokens: tokens, outputTokens: 0 })
const skill = {
  skillId: 'skl_1' as SkillId,
  digest: 'sha256:0' as RevisionDigest,
  slug: 'report',
  name: 'Report',
}

function logged(events: readonly ConversationEvent[]): readonly LoggedEvent[] {
  return events.map((event, index) => ({ seq: index + 1, runId, traceId: 't', at: 0, event }))
}

const call = { id: 'c1', name: 'use_skill', input: {} }
const forked: readonly ConversationEvent[] = [
  { type: 'run-started', toolsets: [], permissions: [] },
  { type: 'step-completed', step: 1, text: '', toolCalls: [call], usage: usage(1) },
  { type: 'fork-started', callId: 'c1', skill, allowedTools: [], task: 'Go.' },
]

it('D6: tokens of a sub-agent’s summaries count for the sub-agent and the run', () => {
  const summary = { type: 'context-summarised', throughSeq: 3, text: 'Notes.' } as const
  const state = foldRun(logged([...forked, { ...summary, usage: usage(50), fork: 'c1' }]), runId)
  expect(state.pending[0]?.fork?.tokens).toBe(50)
  expect(state.tokens).toBe(51)
  const limits = { ...defaultRunLimits, fork: { steps: 9, tokens: 50 } }
  expect(nextAction(state, limits)).toMatchObject({
    do: 'end-fork',
    end: { problem: { code: 'fork.token-limit' } },
  })
})

it('a turn ends when its log is full, whichever agent filled it', () => {
  const call = { callId: 'f1', name: 'read_file', untrusted: ['file'] } as const
  const completed = { type: 'tool-completed', ...call, fork: 'c1' } as const
  const outcome = { status: 'ok', output: 'x'.repeat(10_000) } as const
  const state = foldRun(logged([...forked, { ...completed, outcome }]), runId)
  expect(state.characters).toBeGreaterThan(10_000)
  const next = (logCharacters: number) => nextAction(state, { ...defaultRunLimits, logCharacters })
  expect(next(10_000)).toMatchObject({ do: 'fail', problem: { code: 'run.log-limit' } })
  expect(next(20_000)).toMatchObject({ do: 'call-model' })
  const model = { label: 'M', demo: false }
  const answer: readonly ConversationEvent[] = [
    { type: 'run-started', toolsets: [], permissions: [] },
    { type: 'step-started', step: 1, model, promptDigest: 'd' },
    { type: 'step-completed', step: 1, text: 'Done.', toolCalls: [], usage: usage(1) },
  ]
  const done = nextAction(foldRun(logged(answer), runId), { ...defaultRunLimits, logCharacters: 9 })
  expect(done).toMatchObject({ do: 'complete' })
})
