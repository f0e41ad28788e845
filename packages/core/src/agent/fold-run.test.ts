import { expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId } from '../ids.ts'
import type { ConversationEvent, LoggedEvent } from './events.ts'
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

it('D6: what a sub-agent’s summaries cost counts against its tokens, and the run’s', () => {
  const summary = { type: 'context-summarised', throughSeq: 3, text: 'Notes.' } as const
  const state = foldRun(logged([...forked, { ...summary, usage: usage(50), fork: 'c1' }]), runId)
  expect(state.pending[0]?.fork?.usage).toEqual(usage(50))
  expect(state.usage).toEqual(usage(51))
  const limits = { ...defaultRunLimits, fork: { steps: 9, tokens: 50 } }
  expect(nextAction(state, limits)).toMatchObject({
    do: 'end-fork',
    end: { problem: { code: 'fork.token-limit' } },
  })
})
