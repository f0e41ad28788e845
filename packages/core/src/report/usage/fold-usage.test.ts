import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentId, ApprovalId, RevisionDigest, RunId, SkillId, UserId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent, UsedSkill } from '../../domain/events.ts'
import {
  addUsage,
  noUsage,
  type UsageFacts,
  type UsageRow,
  usageCounters,
} from '../../domain/skill-usage.ts'
import { foldUsage, skillPairs, usageRows } from './fold-usage.ts'
import { emptyUsage } from './usage-state.ts'

const agentId = 'agt_1' as AgentId
const by = 'usr_1' as UserId
const day = 86_400_000

const skill = (slug: string, revision = 1): UsedSkill => ({
  ...{ skillId: slug as SkillId, slug, name: slug },
  digest: `sha256:${slug}${revision}` as RevisionDigest,
})
const [brief, legal] = [skill('brief'), skill('legal')]

type Entry = readonly [at: number, event: ConversationEvent, runId?: string | null]

function logOf(entries: readonly Entry[]): LoggedEvent[] {
  return entries.map(([at, event, runId = 'run_1'], index) => ({
    ...{ seq: index + 1, runId: runId as RunId | null, traceId: 't', at, event },
  }))
}

const started: ConversationEvent = { type: 'run-started', toolsets: [], permissions: [] }
const step = (skills: readonly UsedSkill[], id = 'large'): ConversationEvent => ({
  ...{ type: 'step-started', step: 1, promptDigest: 'x', skills },
  model: { label: 'Large', demo: false, id },
})
const answer = (usage: object = {}): ConversationEvent => ({
  ...{ type: 'step-completed', step: 1, text: '', toolCalls: [] },
  ...{ usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 40 }, costNanos: 7 },
  ...{ durationMs: 500, ...usage },
})
const routed = (...skills: readonly UsedSkill[]): ConversationEvent => ({
  ...{ type: 'skills-routed', fits: true, eligible: 9, suppressed: [] },
  ...{ stages: [], assetClasses: [] },
  entries: skills.map((one) => ({
    ...{ ...one, score: 1, searchScore: 1, reasons: [], slot: 'search' as const },
  })),
})
const session = (
  skillIds: readonly SkillId[],
  activated?: readonly UsedSkill[],
): ConversationEvent => ({
  type: 'skills-state-changed',
  state: { enabledSkills: [], budgetUsedChars: 0, budgetMaxChars: 0 },
  skillIds,
  ...(activated && { activated: { callId: 'c', skills: activated } }),
})
const tool = (status: 'ok' | 'refused'): ConversationEvent => ({
  ...{ type: 'tool-completed', callId: 'c', name: 'x', untrusted: [] },
  outcome:
    status === 'ok'
      ? { status, output: null }
      : { status, problem: { code: 'a.b', kind: 'forbidden', message: '' } },
})
const done: ConversationEvent = { type: 'run-completed', text: '' }
const rated = (rating: 'up' | 'down' | null): ConversationEvent => ({
  ...{ type: 'answer-rated', rating, by },
})
const asked = (id: string, subject: object = {}): ConversationEvent =>
  ({
    ...{ type: 'approval-required', approvalId: id as ApprovalId, callId: 'c', reason: '' },
    ...{ approvalType: 'tool_call', subject: {}, expiresAt: 9, ...subject },
  }) as ConversationEvent
const resolved = (
  id: string,
  decision: 'approved' | 'denied' | 'expired' | 'cancelled',
): ConversationEvent => ({
  ...{ type: 'approval-resolved', approvalId: id as ApprovalId, callId: 'c' },
  ...{ decision, answeredBy: by, note: '' },
})

const rowsOf = (entries: readonly Entry[]): readonly UsageRow[] =>
  usageRows(foldUsage(emptyUsage(agentId), logOf(entries)))

/** The sum of the rows about a skill; about everything without one. */
function sum(rows: readonly UsageRow[], of: UsedSkill | null): UsageFacts {
  return rows
    .filter(({ skillId }) => skillId === (of?.skillId ?? null))
    .reduce((total: UsageFacts, row) => addUsage(total, row), noUsage)
}

describe('the numbers of a conversation', () => {
  it('a model call counts once in all, and once for each revision it was given', () => {
    const rows = rowsOf([
      [5, started],
      [6, step([brief, legal])],
      [7, answer()],
      [8, tool('ok')],
      [8, tool('refused')],
      [9, done],
    ])
    const one = {
      ...{ modelCalls: 1, inputTokens: 100, outputTokens: 10, cachedTokens: 40, costNanos: 7 },
      ...{ durationMs: 500, callsTimed: 1, toolCalls: 2, toolFailures: 1, runsCompleted: 1 },
    }
    expect(
      rows.map(({ day, skillId, digest, agentId, model }) => [
        day,
        skillId,
        digest,
        agentId,
        model,
      ]),
    ).toEqual([
      [0, 'brief', brief.digest, agentId, 'large'],
      [0, 'legal', legal.digest, agentId, 'large'],
      [0, null, null, agentId, 'large'],
    ])
    for (const row of rows) expect(row).toMatchObject(one)
  })

  it('a refused call for another skill says nothing of the skills in force', () => {
    const refused = { ...tool('refused'), name: 'enable_skill' } as ConversationEvent
    const rows = rowsOf([
      [5, started],
      [6, step([brief])],
      [7, refused],
      [8, tool('refused')],
      [9, done],
    ])
    expect(sum(rows, brief)).toMatchObject({ toolCalls: 1, toolFailures: 1 })
    expect(sum(rows, null)).toMatchObject({ toolCalls: 2, toolFailures: 2 })
  })

  it('the call of a client’s agent is a tool call and no model call: its model is not ours', () => {
    const call = { id: 'c', name: 'x', input: {} }
    const unknown = { inputTokens: null, outputTokens: null, cachedTokens: null }
    const rows = rowsOf([
      [5, { ...started, client: 'Claude Code 2' }],
      [6, answer({ toolCalls: [call], usage: unknown, costNanos: undefined })],
      [7, tool('ok')],
      [8, done],
    ])
    const none = { modelCalls: 0, tokensUnknown: 0, costUnknown: 0 }
    expect(sum(rows, null)).toMatchObject({ ...none, toolCalls: 1, runsCompleted: 1 })
  })

  it('what a provider does not say, or has no price, is counted as unknown and adds nothing', () => {
    const unknown = { usage: { inputTokens: null, outputTokens: null }, costNanos: undefined }
    const rows = rowsOf([
      [5, step([brief])],
      [6, answer(unknown)],
      [7, step([brief])],
      [8, answer()],
    ])
    const known = { modelCalls: 2, inputTokens: 100, costNanos: 7 }
    expect(sum(rows, brief)).toMatchObject({ ...known, tokensUnknown: 1, costUnknown: 1 })
  })

  it('a clock that was set back makes no time negative, and puts each event on the day that it says', () => {
    const rows = rowsOf([
      [day, step([brief])],
      [day - 1, answer({ durationMs: -500 })],
      [day, asked('a')],
      [day - 9000, resolved('a', 'approved')],
    ])
    expect(sum(rows, null)).toMatchObject({
      ...{ durationMs: 0, callsTimed: 1, latencyTo250: 1 },
      ...{ approvalsApproved: 1, answerMs: 0 },
    })
    expect(rows.find((row) => row.modelCalls === 1)?.day).toBe(0)
    expect(rows.find((row) => row.approvalsAsked === 1)?.day).toBe(1)
  })

  it('a model with another label goes on, one under another id begins anew', () => {
    const relabelled = { ...step([brief]), model: { label: 'Larger', demo: false, id: 'large' } }
    const rows = rowsOf([
      [1, step([brief])],
      [2, answer()],
      [3, relabelled as ConversationEvent],
      [4, answer()],
      [5, step([brief], 'larger')],
      [6, answer()],
    ])
    const calls = rows
      .filter(({ skillId }) => skillId === null)
      .map((row) => [row.model, row.modelCalls])
    expect(calls).toEqual([
      ['large', 2],
      ['larger', 1],
    ])
  })

  it('an offer has its best rank, and is taken when the skill is activated in the same run', () => {
    const rows = rowsOf([
      [5, routed(legal, brief)],
      [6, step([])],
      [7, session([brief.skillId], [brief])],
      [day + 1, done],
      [day + 2, routed(brief), 'run_2'],
      [day + 3, step([brief]), 'run_2'],
    ])
    expect(sum(rows, brief)).toMatchObject({
      ...{ offered: 2, taken: 1, bestRank: 1, activatedByAgent: 1 },
    })
    expect(sum(rows, legal)).toMatchObject({ offered: 1, taken: 0, bestRank: 1 })
    for (const { offered, taken } of rows) expect(taken).toBeLessThanOrEqual(offered)
    expect(rows.every(({ model }) => model === 'large')).toBe(true)
  })

  it('says who activated: a person, an agent, or a rule', () => {
    const rows = rowsOf([
      [1, session([legal.skillId]), null],
      [2, { type: 'skills-preloaded', skills: [brief], refused: [] }],
      [2, session([legal.skillId, brief.skillId])],
      [3, step([legal, brief])],
      [4, { type: 'skill-used', callId: 'c', skill: brief }],
      [5, { type: 'skill-used', callId: 'c', skill: brief, repeated: true }],
      [6, done],
    ])
    expect(sum(rows, legal)).toMatchObject({ activatedByPerson: 1, activatedByRule: 0 })
    expect(sum(rows, brief)).toMatchObject({
      ...{ activatedByPerson: 0, activatedByRule: 1, activatedByAgent: 1 },
    })
    expect(sum(rows, null)).toMatchObject({ activatedByPerson: 1, activatedByRule: 1 })
    // The log of a person's activation has no revision; the next model call tells it.
    expect(rows.filter(({ skillId }) => skillId === 'legal').map(({ digest }) => digest)).toEqual([
      legal.digest,
    ])
  })

  it('an approval counts for the skills in force and the one it asks for, without questions about the task', () => {
    const subject = { skillId: legal.skillId, digest: legal.digest }
    const rows = rowsOf([
      [1, step([brief])],
      [10, asked('a1', { approvalType: 'skill_enablement', subject })],
      [4_010, resolved('a1', 'approved')],
      [5_000, asked('a2')],
      // The answering machine's clock is behind.
      [4_000, resolved('a2', 'denied')],
      [6_000, asked('a3')],
      [7_000, resolved('a3', 'expired')],
      [8_000, asked('a4', { approvalType: 'clarification' })],
      [9_000, resolved('a4', 'approved')],
    ])
    const all = { approvalsAsked: 3, approvalsApproved: 1, approvalsDenied: 1, answerMs: 4_000 }
    expect(sum(rows, null)).toMatchObject(all)
    expect(sum(rows, brief)).toMatchObject(all)
    expect(sum(rows, legal)).toMatchObject({ approvalsAsked: 1, approvalsApproved: 1 })
  })

  it('the last thumb counts, on the day on which the run ended, and null takes it back', () => {
    const until = (...ratings: readonly ('up' | 'down' | null)[]) =>
      rowsOf([
        [1, step([brief])],
        [2, done],
        ...ratings.map((one, index): Entry => [day * (index + 1), rated(one)]),
      ])
    expect(sum(until('up', 'down'), brief)).toMatchObject({ thumbsUp: 0, thumbsDown: 1 })
    expect(sum(until('up', null), null)).toMatchObject({ thumbsUp: 0, thumbsDown: 0 })
    expect(until('down', 'up').every((row) => row.day === 0)).toBe(true)
  })

  it('calls of a sub-agent belong to the skills that it was given', () => {
    const rows = rowsOf([
      [1, step([brief])],
      [2, { ...step([legal], 'small'), fork: 'c' }],
      [3, { ...answer(), fork: 'c' }],
      [4, { ...tool('ok'), fork: 'c' }],
      [5, tool('ok')],
    ])
    expect(sum(rows, legal)).toMatchObject({ modelCalls: 1, toolCalls: 1 })
    expect(sum(rows, brief)).toMatchObject({ modelCalls: 0, toolCalls: 1 })
    expect(rows.find(({ skillId }) => skillId === 'legal')?.model).toBe('small')
  })

  it('a model keeps its numbers when it is renamed; one without an id counts by its name', () => {
    const named = (label: string, id?: string): ConversationEvent => ({
      ...{ type: 'step-started', step: 1, promptDigest: 'x', skills: [] },
      model: { label, demo: false, ...(id && { id }) },
    })
    const rows = rowsOf([
      [1, named('Large', 'large-2026')],
      [2, answer()],
      [3, named('Our large one', 'large-2026')],
      [4, answer()],
      [5, named('Local')],
      [6, answer()],
    ])
    expect(rows.map(({ model, modelCalls }) => [model, modelCalls])).toEqual([
      ['Local', 1],
      ['large-2026', 2],
    ])
  })

  it('does not depend on how the log is cut into pieces, and leaves the state before as it was', () => {
    fc.assert(
      fc.property(anyLog(), fc.array(fc.nat(60)), (entries, cuts) => {
        const log = logOf(entries)
        let state = emptyUsage(agentId)
        let from = 0
        for (const cut of [...cuts.toSorted((a, b) => a - b), log.length]) {
          const before = usageRows(state)
          const next = foldUsage(state, log.slice(from, Math.max(from, cut)))
          expect(usageRows(state)).toEqual(before)
          state = next
          from = Math.max(from, cut)
        }
        expect(usageRows(state)).toEqual(rowsOf(entries))
      }),
    )
  })

  it('whatever the log says, no number is negative, and parts are never more than the whole', () => {
    fc.assert(
      fc.property(anyLog(), (entries) => {
        for (const row of rowsOf(entries)) {
          const counts = usageCounters.map((name) => row[name])
          expect(Math.min(...counts)).toBeGreaterThanOrEqual(0)
          expect(row.taken).toBeLessThanOrEqual(row.offered)
          expect(row.toolFailures).toBeLessThanOrEqual(row.toolCalls)
          expect(row.costUnknown).toBeLessThanOrEqual(row.modelCalls)
          const ends = row.runsCompleted + row.runsFailed + row.runsCancelled
          expect(row.thumbsUp + row.thumbsDown).toBeLessThanOrEqual(ends)
        }
      }),
      { examples: [[endedBeforeItsStep]] },
    )
  })
})

/** Found by this property. */
const endedBeforeItsStep: readonly Entry[] = [
  [0, done, 'run_1'],
  [0, step([brief]), 'run_1'],
  [0, rated('up'), 'run_1'],
] as never

/** Any events of a few runs, in an order that a real log would not have. */
function anyLog(): fc.Arbitrary<readonly Entry[]> {
  const oneSkill = fc.constantFrom(brief, legal, skill('brief', 2))
  const skills = fc.uniqueArray(oneSkill, { maxLength: 3, selector: ({ digest }) => digest })
  const approval = fc.constantFrom('a1', 'a2')
  const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
    fc.constantFrom(started, done, answer(), answer({ costNanos: undefined }), tool('ok')),
    fc.constantFrom(tool('refused'), rated('up'), rated('down'), rated(null)),
    skills.map((some) => step(some)),
    skills.map((some) => step(some, 'small')),
    skills.map((some) => routed(...some)),
    skills.map((some) => session(some.map(({ skillId }) => skillId))),
    skills.map((some) => session([], some)),
    oneSkill.map((one): ConversationEvent => ({ type: 'skill-used', callId: 'c', skill: one })),
    approval.map((id) => asked(id)),
    fc
      .tuple(approval, fc.constantFrom('approved', 'denied', 'expired'))
      .map(([id, decision]) => resolved(id, decision as 'approved')),
  )
  const entry = fc
    .tuple(
      fc.integer({ min: 0, max: 3 * day }),
      event,
      fc.constantFrom('run_1', 'run_2', null),
      fc.option(fc.constant('c'), { nil: undefined }),
    )
    .map(
      ([at, one, runId, fork]): Entry => [at, fork === undefined ? one : { ...one, fork }, runId],
    )
  return fc.array(entry, { maxLength: 60 })
}

it('two skills stand together in the runs of which a model had both texts, once each, when these end', () => {
  const completed: ConversationEvent = { type: 'run-completed', text: '' }
  const events = logOf([
    [day, step([brief])],
    [day, answer()],
    [day, step([brief, legal])],
    [day, answer()],
    [day, completed],
    [day, step([legal, skill('brief', 2)]), 'run_2'],
    [2 * day, completed, 'run_2'],
    [2 * day, step([legal]), 'run_3'],
    [2 * day, completed, 'run_3'],
    [2 * day, step([legal, brief]), 'run_4'],
  ])
  const pair = { skillId: 'brief', otherId: 'legal', runsCompleted: 1, runsFailed: 0 }
  expect(skillPairs(foldUsage(emptyUsage(agentId), events))).toEqual([
    { ...pair, day: 1 },
    { ...pair, day: 2 },
  ])
})
