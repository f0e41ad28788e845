import type { WireEvent } from '@repertoire/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyView, type ForkView, type ToolItem } from './conversation-view.ts'
import { applyEvent } from './fold-conversation.ts'
import { liveRestrictions } from './live-restrictions.ts'
import { sampleModelCall } from './sample-model-call.ts'

const foldConversation = (events: readonly WireEvent[]) => events.reduce(applyEvent, emptyView)

const context = { run_id: 'run_1', trace_id: 't'.repeat(32), at: '2026-11-01T10:00:00.000Z' }
const model = { label: 'Demo', demo: true }
const skill = { id: 'skl_1', slug: 'weekly-report', name: 'Weekly report', digest: 'sha256:00' }
const useSkill = { id: 'call_1', name: 'use_skill', input: { name: 'weekly-report' } }
const readFile = { id: 'call_2', name: 'read_file', input: { path: 'notes.md' } }
const fork = 'call_1'

type Body = WireEvent extends infer Event
  ? Event extends { id: number }
    ? Omit<Event, 'id'>
    : never
  : never

/** Numbers events as the log does. */
const numbered = (...bodies: Body[]): WireEvent[] =>
  bodies.map((body, at) => ({ id: at + 1, ...body }) as WireEvent)

const message: Body = {
  event: 'message_received',
  data: { ...context, message_id: 'm1', text: 'The week, please', user_id: 'u' },
}
const started = (step: number, of = {}): Body => ({
  event: 'step_started',
  data: { ...context, ...of, step, model, prompt_digest: `d${step}` },
})
const completed = (step: number, text: string, calls: ToolItem['call'][] = [], of = {}): Body => ({
  event: 'step_completed',
  data: { ...context, ...of, step, text, tool_calls: calls, ...sampleModelCall(10, 5) },
})
const forkStarted: Body = {
  event: 'fork_started',
  data: {
    ...context,
    call_id: 'call_1',
    skill,
    allowed_tools: ['Read'],
    allows: ['read_file'],
    task: 'The report of week 12',
  },
}
const answered = (call: ToolItem['call'], output: unknown, of = {}): Body => ({
  event: 'tool_completed',
  data: { ...context, ...of, call_id: call.id, name: call.name, outcome: { status: 'ok', output } },
})

const log = numbered(
  message,
  { event: 'run_started', data: { ...context, toolsets: ['portable'] } },
  started(1),
  completed(1, '', [useSkill]),
  { event: 'tool_started', data: { ...context, call: useSkill } },
  forkStarted,
  started(1, { fork }),
  completed(1, 'Reading.', [readFile], { fork }),
  answered(readFile, 'notes', { fork }),
  started(2, { fork }),
  completed(2, 'All went well.', [], { fork }),
  answered(useSkill, { name: 'weekly-report', result: 'All went well.', steps: 2, tokens: 30 }),
  started(2),
  completed(2, 'The week went well.'),
  { event: 'run_completed', data: { ...context, text: 'The week went well.' } },
)

const callIn = (events: readonly WireEvent[]): ToolItem => {
  const item = foldConversation(events).turns[0]?.items.find((one) => one.kind === 'tool')
  if (item?.kind !== 'tool') throw new Error('There is no tool call.')
  return item
}
const forkIn = (events: readonly WireEvent[]): ForkView => {
  const { fork } = callIn(events)
  if (!fork) throw new Error('There is no sub-agent.')
  return fork
}
const textsOf = (items: readonly unknown[]) =>
  items.flatMap((item) => (item as { text?: string }).text ?? [])

describe('a sub-agent in the conversation', () => {
  it('D6: works inside the call that began it, and nothing of it stands in the answer', () => {
    const [turn] = foldConversation(log).turns
    expect(turn?.items.map(({ kind }) => kind)).toEqual(['text', 'tool', 'text'])
    expect(textsOf(turn?.items ?? [])).toEqual(['', 'The week went well.'])
    expect(forkIn(log)).toMatchObject({
      skill,
      task: 'The report of week 12',
      steps: 2,
      tokens: 30,
    })
    expect(forkIn(log).items.map(({ kind }) => kind)).toEqual(['text', 'tool', 'text'])
    expect(callIn(log).outcome).toMatchObject({ status: 'ok' })
  })

  it('D6: its words stream inside it, those of the main agent outside, whatever step both are in', () => {
    const running = [...log.slice(0, 7)]
    const delta = (text: string, of = {}): WireEvent => ({
      id: 7,
      event: 'text_delta',
      data: { run_id: 'run_1', step: 1, offset: 0, text, ...of },
    })
    const view = [...running, delta('Read', { fork }), delta('ignored')].reduce(
      applyEvent,
      foldConversation([]),
    )
    const item = view.turns[0]?.items.find(({ kind }) => kind === 'tool') as ToolItem
    expect(textsOf(item.fork?.items ?? [])).toEqual(['Read'])
    expect(textsOf(view.turns[0]?.items ?? [])).toEqual([''])
  })

  it('D6: a step of it that is started again after a crash is not there twice', () => {
    const again = numbered(
      ...log.slice(0, 7).map(({ id: _, ...body }) => body as Body),
      { event: 'run_resumed', data: { ...context, cause: 'crash' } },
      started(1, { fork }),
    )
    expect(forkIn(again).items).toHaveLength(1)
  })

  it('A7: its question is found, though a question about a skill does not tell whose it is', () => {
    const asked: Body = {
      event: 'approval_required',
      data: {
        type: 'skill_enablement',
        skill: {
          approval_id: 'ap_1',
          tool_call_id: 'call_2',
          slug: 'x',
          name: 'x',
          description: '',
          content_length: 1,
          source_type: 'manual',
          digest: 'd',
          reason: '',
          expires_at: context.at,
        },
      },
    }
    const bodies = log.slice(0, 8).map(({ id: _, ...body }) => body as Body)
    const waiting = numbered(...bodies, asked)
    const call = forkIn(waiting).items.find(({ kind }) => kind === 'tool')
    expect(call).toMatchObject({ approval: { status: 'pending' } })
    expect(foldConversation(waiting).turns[0]?.status).toBe('waiting')
    const denied: Body = {
      event: 'approval_resolved',
      data: {
        ...context,
        fork,
        approval_id: 'ap_1',
        call_id: 'call_2',
        decision: 'denied',
        answered_by: 'u',
        note: '',
      },
    }
    const after = forkIn(numbered(...bodies, asked, denied)).items
    expect(after.find(({ kind }) => kind === 'tool')).toMatchObject({
      approval: { status: 'denied' },
    })
  })

  it('nothing is written any more once the run has ended', () => {
    const cut = numbered(...log.slice(0, 7).map(({ id: _, ...body }) => body as Body), {
      event: 'run_cancelled',
      data: { ...context, by: 'u' },
    })
    expect(forkIn(cut).items).toMatchObject([{ streaming: false }])
  })
})

describe('what is held back now', () => {
  const used = (allows: string[] | null, slug = 'weekly-report'): Body => ({
    event: 'skill_used',
    data: { ...context, skill: { ...skill, slug }, allowed_tools: allows ?? [], allows },
  })
  const held = (...bodies: Body[]) => {
    const live = liveRestrictions(foldConversation(numbered(message, ...bodies)))
    return live && [live.skills.map(({ slug }) => slug).join(' '), live.allows, live.ofFork]
  }

  it('C3, D7: the list of the skill used last that has one, until the turn is over', () => {
    expect(held()).toBeNull()
    expect(held(used(['read_file']))).toEqual(['weekly-report', ['read_file'], false])
    expect(held(used(['read_file']), used([], 'other'))).toEqual(['other', [], false])
    expect(held(used(['read_file']), used(null))).toBeNull()
    const activated: Body = { event: 'skill_used', data: { ...context, skill } }
    expect(held(used(['read_file'], 'other'), activated)).toEqual(['other', ['read_file'], false])
    const end: Body = { event: 'run_completed', data: { ...context, text: '' } }
    expect(held(used(['read_file']), end)).toBeNull()
    expect(held(used(['read_file']), end, { ...message })).toBeNull()
  })

  it('D7: entries that cannot be decided are told apart from what is allowed', () => {
    const data = { ...context, skill, allowed_tools: ['Bash(git*)', 'Read'], allows: ['read_file'] }
    const view = foldConversation(numbered(message, { event: 'skill_used', data }))
    expect(liveRestrictions(view)).toMatchObject({
      ...{ allows: ['read_file'], undecided: ['Bash(git*)'] },
    })
  })

  it('D7: lists of active skills and of skills given as results hold together', () => {
    const inSession = (allows: string[] | null): Body => ({
      event: 'skills_state_changed',
      data: {
        ...{ enabled_skills: [], budget_used_chars: 0, budget_max_chars: 16_000 },
        ...(allows && {
          restrictions: [{ skill: { ...skill, slug: 'active' }, allowed_tools: allows, allows }],
        }),
      },
    })
    expect(held(inSession(['write_file']))).toEqual(['active', ['write_file'], false])
    expect(held(inSession(['write_file']), used(['read_file']))).toEqual([
      ...['active weekly-report', ['write_file', 'read_file'], false],
    ])
    expect(held(inSession(['write_file']), inSession(null))).toEqual([
      'active',
      ['write_file'],
      false,
    ])
    const end: Body = { event: 'run_completed', data: { ...context, text: '' } }
    expect(held(inSession(['write_file']), end, { ...message })).toEqual([
      'active',
      ['write_file'],
      false,
    ])
    expect(held(inSession(['write_file']), inSession(null), end, { ...message })).toBeNull()
  })

  it('D6: while a sub-agent works its own list is what counts, and afterwards the one from before', () => {
    const before = [started(1), completed(1, '', [useSkill]), used(['web_fetch'], 'mine')]
    expect(held(...before, forkStarted)).toEqual(['weekly-report', ['read_file'], true])
    expect(held(...before, forkStarted, answered(useSkill, {}))).toEqual([
      'mine',
      ['web_fetch'],
      false,
    ])
  })
})

it('a stream resumed from anywhere earlier comes to the same, sub-agents included', () => {
  const whole = foldConversation(log)
  const cut = fc.nat(log.length)
  fc.assert(
    fc.property(fc.array(fc.tuple(cut, cut), { maxLength: 6 }), (cuts) => {
      let view = foldConversation([])
      for (const [from, to] of cuts) {
        view = log.slice(Math.min(from, view.lastId), to).reduce(applyEvent, view)
      }
      expect(log.slice(view.lastId).reduce(applyEvent, view)).toEqual(whole)
    }),
  )
})
