import type { WireEvent } from '@repertoire/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyView, openTurn, type ToolItem } from './conversation-view.ts'
import { applyEvent } from './fold-conversation.ts'
import { sampleModelCall } from './sample-model-call.ts'

const foldConversation = (events: readonly WireEvent[]) => events.reduce(applyEvent, emptyView)

const context = { run_id: 'run_1', trace_id: 't'.repeat(32), at: '2026-11-01T10:00:00.000Z' }
const model = { label: 'Demo', demo: true }
const call = { id: 'call_1', name: 'enable_skill', input: { skill_slug: 'postgres.triage' } }
const skills = {
  enabled_skills: [
    {
      name: 'Postgres',
      slug: 'postgres.triage',
      content_length: 2134,
      source_type: 'manual' as const,
    },
  ],
  budget_used_chars: 2134,
  budget_max_chars: 16_000,
}
const asked = {
  type: 'skill_enablement' as const,
  skill: {
    approval_id: 'ap_1',
    tool_call_id: 'call_1',
    slug: 'postgres.triage',
    name: 'Postgres',
    description: '',
    content_length: 2134,
    source_type: 'manual' as const,
    digest: 'sha256:00',
    reason: 'because',
    expires_at: '2026-11-01T11:00:00.000Z',
  },
}

const log: WireEvent[] = [
  {
    id: 1,
    event: 'message_received',
    data: { ...context, message_id: 'm1', text: 'Slow?', user_id: 'u' },
  },
  { id: 2, event: 'run_started', data: { ...context, toolsets: ['discovery'] } },
  { id: 3, event: 'step_started', data: { ...context, step: 1, model, prompt_digest: 'd1' } },
  {
    id: 4,
    event: 'step_completed',
    data: {
      ...context,
      step: 1,
      text: 'Let me look.',
      tool_calls: [call],
      ...sampleModelCall(1, 1),
    },
  },
  { id: 5, event: 'tool_started', data: { ...context, call } },
  { id: 6, event: 'approval_required', data: asked },
  {
    id: 7,
    event: 'approval_resolved',
    data: {
      ...context,
      approval_id: 'ap_1',
      call_id: 'call_1',
      decision: 'approved',
      answered_by: 'u',
      note: 'fine',
    },
  },
  { id: 8, event: 'run_resumed', data: { ...context, cause: 'approval' } },
  {
    id: 9,
    event: 'tool_completed',
    data: {
      ...context,
      call_id: 'call_1',
      name: 'enable_skill',
      outcome: { status: 'ok', output: {} },
    },
  },
  { id: 10, event: 'skills_state_changed', data: skills },
  { id: 11, event: 'step_started', data: { ...context, step: 2, model, prompt_digest: 'd2' } },
  {
    id: 12,
    event: 'step_completed',
    data: {
      ...context,
      step: 2,
      text: 'Check locks first.',
      tool_calls: [],
      ...sampleModelCall(1, 1),
    },
  },
  { id: 13, event: 'run_completed', data: { ...context, text: 'Check locks first.' } },
]

const delta = (step: number, offset: number, text: string): WireEvent => ({
  id: 3,
  event: 'text_delta',
  data: { run_id: 'run_1', step, offset, text },
})

const firstTool = (events: WireEvent[]): ToolItem => {
  const tool = foldConversation(events).turns[0]?.items.find((item) => item.kind === 'tool')
  if (tool?.kind !== 'tool') throw new Error('There is no tool row.')
  return tool
}

describe('foldConversation', () => {
  it('A6: turns a whole run into one turn with its text, tool row, decision and pill', () => {
    const view = foldConversation(log)
    expect(view.turns).toHaveLength(1)
    expect(view.turns[0]?.status).toBe('completed')
    expect(view.turns[0]?.items.map((item) => item.kind)).toEqual(['text', 'tool', 'text'])
    expect(view.skills?.budget_used_chars).toBe(2134)
    expect(view.lastId).toBe(13)
    expect(openTurn(view)).toBeNull()
  })

  it('A7: a run that asks waits, and its question is pending', () => {
    const view = foldConversation(log.slice(0, 6))
    expect(openTurn(view)?.status).toBe('waiting')
    expect(firstTool(log.slice(0, 6)).approval?.status).toBe('pending')
  })

  it('A7: a decision stays visible with its note', () => {
    expect(firstTool(log).approval).toMatchObject({
      status: 'approved',
      note: 'fine',
      answeredBy: 'u',
    })
  })

  it('a thumb belongs to the answer it was given for, and can be taken back', () => {
    const next = { ...context, run_id: 'run_2', message_id: 'm2', text: 'And now?', user_id: 'u' }
    const rated = (id: number, rating: 'up' | null): WireEvent => ({
      id,
      event: 'answer_rated',
      data: { ...context, rating, by: 'u' },
    })
    const later: WireEvent = { id: 14, event: 'message_received', data: next }
    const view = foldConversation([...log, later, rated(15, 'up')])
    expect(view.turns.map(({ rating }) => rating)).toEqual(['up', null])
    expect(applyEvent(view, rated(16, null)).turns[0]?.rating).toBeNull()
  })

  it('writes deltas at their offsets, ignores repeats, and lets step_completed heal a gap', () => {
    const started = foldConversation(log.slice(0, 3))
    const text = (events: WireEvent[]) => events.reduce(applyEvent, started).turns[0]?.items[0]
    expect(text([delta(1, 0, 'Let '), delta(1, 4, 'me')])).toMatchObject({
      text: 'Let me',
      streaming: true,
    })
    expect(text([delta(1, 0, 'Let '), delta(1, 0, 'Let ')])).toMatchObject({ text: 'Let ' })
    expect(text([delta(1, 0, 'Let '), delta(1, 9, 'ok.')])).toMatchObject({ text: 'Let ' })
    expect(text([delta(1, 9, 'ok.'), log[3] as WireEvent])).toMatchObject({
      text: 'Let me look.',
      streaming: false,
    })
  })

  it('begins a step again after a crash instead of showing its text twice', () => {
    const events: WireEvent[] = [
      ...log.slice(0, 3),
      delta(1, 0, 'Half a sen'),
      { id: 4, event: 'run_resumed', data: { ...context, cause: 'crash' } },
      { id: 5, event: 'step_started', data: { ...context, step: 1, model, prompt_digest: 'd1' } },
    ]
    const turn = foldConversation(events).turns[0]
    expect(turn?.items).toEqual([expect.objectContaining({ kind: 'text', text: '' })])
    expect(turn?.crashes).toBe(1)
  })

  it('has what a stopped answer had said after a reload, from the log alone', () => {
    const view = foldConversation([
      ...log.slice(0, 3),
      { id: 4, event: 'step_interrupted', data: { ...context, step: 1, text: 'Let me' } },
      { id: 5, event: 'run_cancelled', data: { ...context, by: 'u' } },
    ])
    expect(view.turns[0]?.items).toMatchObject([{ text: 'Let me', streaming: false }])
  })

  it('keeps what the model wrote when a run is cancelled or fails, and says so', () => {
    const part = [...log.slice(0, 3), delta(1, 0, 'Half')]
    const cancelled = foldConversation([
      ...part,
      { id: 4, event: 'run_cancelled', data: { ...context, by: 'u' } },
    ])
    expect(cancelled.turns[0]).toMatchObject({
      status: 'cancelled',
      items: [{ text: 'Half', streaming: false }],
    })
    const problem = { code: 'model.unavailable', message: 'No answer' }
    const failed = foldConversation([
      ...part,
      { id: 4, event: 'run_failed', data: { ...context, problem } },
    ])
    expect(failed.turns[0]).toMatchObject({ status: 'failed', problem })
  })

  it('ignores a delta of another run', () => {
    const started = foldConversation(log.slice(0, 3))
    const stray: WireEvent = {
      id: 3,
      event: 'text_delta',
      data: { run_id: 'run_0', step: 1, offset: 0, text: 'x' },
    }
    expect(applyEvent(started, stray)).toBe(started)
  })

  it('gives the same view however often a stream is resumed from an earlier event', () => {
    const whole = foldConversation(log)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 6 }), (cuts) => {
        let view = foldConversation([])
        for (const [from, to] of cuts) {
          view = log.slice(Math.min(from, view.lastId), to).reduce(applyEvent, view)
        }
        expect(log.slice(view.lastId).reduce(applyEvent, view)).toEqual(whole)
      }),
    )
  })
})
