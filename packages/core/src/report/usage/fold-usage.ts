import type { RunId, SkillId } from '../../base/ids.ts'
import {
  approvalRequestOf,
  type ConversationEvent,
  type LoggedEvent,
  type UsedSkill,
} from '../../domain/events.ts'
import { latencyCounterOf } from '../../domain/latency-histogram.ts'
import { dayOf } from '../../domain/quotas.ts'
import type { UsageCounts, UsageRow } from '../../domain/skill-usage.ts'
import { type ModelCallUsage, reportedUsage } from '../../domain/token-usage.ts'
import type { RunTotals, SkillPairUsage } from '../../ports/usage.ts'
import { discovery } from '../../use/toolsets/discovery/discovery.ts'
import { useSkill } from '../../use/toolsets/portable/use-skill.ts'
import { registrySkills } from '../../use/toolsets/registry/registry.ts'
import { activateSkills } from '../../use/toolsets/routed/activate-skills.ts'
import {
  type CountedSkill,
  copyUsage,
  count,
  countWaiting,
  newRun,
  type RunUsage,
  type UsageState,
} from './usage-state.ts'

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>

/**
 * Folds a piece of one conversation's log into its numbers. The pieces follow one another; how the log is cut does
 * not matter. Pure.
 */
export function foldUsage(before: UsageState, events: readonly LoggedEvent[]): UsageState {
  const state = copyUsage(before)
  for (const logged of events) {
    foldOffers(state, logged)
    foldActivations(state, logged)
    foldModelCalls(state, logged)
    foldTotals(state, logged)
    foldToolCalls(state, logged)
    foldApprovals(state, logged)
    foldEnd(state, logged)
  }
  return state
}

/** What each run took so far. Pure. */
export function runTotals({ runs }: UsageState): readonly RunTotals[] {
  return [...runs].flatMap(([runId, { totals }]) =>
    runId === '' ? [] : [{ runId: runId as RunId, ...totals }],
  )
}

/** Which skills stood together in runs that ended. Pure. */
export function skillPairs({ pairs }: UsageState): readonly SkillPairUsage[] {
  return [...pairs.values()]
}

/** The numbers so far, in a fixed order. What no model call followed has no model. Pure. */
export function usageRows(state: UsageState): readonly UsageRow[] {
  const whole = copyUsage(state)
  for (const { runId } of state.waiting) countWaiting(whole, null, { runId, given: [] })
  return [...whole.rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

const runOf = (state: UsageState, { runId }: LoggedEvent): RunUsage =>
  state.runs.get(runId ?? '') ?? newRun

function changeRun(state: UsageState, logged: LoggedEvent, change: Partial<RunUsage>): void {
  state.runs.set(logged.runId ?? '', { ...runOf(state, logged), ...change })
}

const callerKey = ({ runId, event }: LoggedEvent) => `${runId} ${event.fork ?? ''}`

/** The model of what happens within a run; undefined, to wait, before its first model call. */
function modelOf(state: UsageState, logged: LoggedEvent): string | undefined {
  return state.lastCalls.get(callerKey(logged))?.model ?? runOf(state, logged).model
}

function foldOffers(state: UsageState, logged: LoggedEvent): void {
  const { at, event, runId } = logged
  if (event.type !== 'skills-routed' || runId === null) return
  const { model } = runOf(state, logged)
  for (const [index, { skillId, digest }] of event.entries.entries()) {
    const skills = [{ skillId, digest }]
    count(state, model, { runId, at, skills, counts: { offered: 1 }, rank: index + 1 })
  }
  const offers = event.entries.map(({ skillId, digest }) => ({ skillId, digest, at }))
  changeRun(state, logged, { offers })
}

function foldActivations(state: UsageState, logged: LoggedEvent): void {
  const before = state.active
  if (logged.event.type === 'skills-state-changed') state.active = logged.event.skillIds ?? before
  const activation = activationIn(logged, { before, after: state.active })
  if (activation) activate(state, logged, activation)
}

function activationIn(
  { event, runId }: LoggedEvent,
  { before, after }: { readonly before: readonly SkillId[]; readonly after: readonly SkillId[] },
): Activation | null {
  switch (event.type) {
    case 'skills-preloaded':
      return { skills: event.skills, by: 'activatedByRule' }
    case 'fork-started':
      return { skills: [event.skill], by: 'activatedByAgent' }
    case 'skill-used':
      return event.repeated ? null : { skills: [event.skill], by: 'activatedByAgent' }
    case 'skills-state-changed': {
      if (event.activated) return { skills: event.activated.skills, by: 'activatedByAgent' }
      // Only a person changes the session outside a run. The event does not say at which revision.
      if (runId !== null) return null
      const added = after.filter((skillId) => !before.includes(skillId))
      return {
        skills: added.map((skillId) => ({ skillId, digest: null })),
        by: 'activatedByPerson',
      }
    }
    default:
      return null
  }
}

interface Activation {
  readonly skills: readonly CountedSkill[]
  readonly by: 'activatedByPerson' | 'activatedByAgent' | 'activatedByRule'
}

function activate(state: UsageState, logged: LoggedEvent, { skills, by }: Activation): void {
  const model = modelOf(state, logged)
  for (const skill of skills) {
    count(state, model, {
      runId: logged.runId,
      at: logged.at,
      skills: [skill],
      counts: { [by]: 1 },
    })
    take(state, logged, skill.skillId)
  }
}

/** The offer is taken, on the day and at the revision of the offer. */
function take(state: UsageState, logged: LoggedEvent, skillId: SkillId): void {
  const { offers, model } = runOf(state, logged)
  const offer = offers.find((one) => one.skillId === skillId)
  if (!offer) return
  count(state, model, { runId: logged.runId, at: offer.at, skills: [offer], counts: { taken: 1 } })
  changeRun(state, logged, { offers: offers.filter((one) => one !== offer) })
}

function foldModelCalls(state: UsageState, logged: LoggedEvent): void {
  const { at, event, runId } = logged
  if (event.type === 'run-started' && event.client !== undefined) {
    changeRun(state, logged, { isClient: true })
  }
  if (event.type === 'step-started') beginStep(state, logged, event)
  if (event.type === 'step-completed') {
    const last = state.lastCalls.get(callerKey(logged))
    // The model of a client's agent, which made the call, is not ours. A sub-agent's is.
    if (!last && runOf(state, logged).isClient) return
    const { skills = [], model = null } = last ?? {}
    count(state, model, { runId, at, skills, counts: countsOf(event) })
  }
  if (event.type === 'context-summarised') {
    count(state, modelOf(state, logged), { runId, at, skills: [], counts: countsOf(event) })
  }
}

function beginStep(state: UsageState, logged: LoggedEvent, event: EventOf<'step-started'>): void {
  const { skills = [] } = event
  const model = event.model.id ?? event.model.label
  state.lastCalls.set(callerKey(logged), { skills, model })
  const run = runOf(state, logged)
  const known = new Set(run.skills.map(({ digest }) => digest))
  // A thumb is for the skills that the run had when it ended.
  const added = run.end ? [] : skills.filter(({ digest }) => !known.has(digest))
  changeRun(state, logged, { model: run.model ?? model, skills: [...run.skills, ...added] })
  countWaiting(state, run.model ?? model, { runId: logged.runId, given: skills })
}

/** As `turnTotals` has it for one turn. */
function foldTotals(state: UsageState, logged: LoggedEvent): void {
  const { event } = logged
  const isAnswer = event.type === 'step-completed' || event.type === 'context-summarised'
  if (logged.runId === null || (event.type !== 'step-started' && !isAnswer)) return
  const { totals, answeredCalls } = runOf(state, logged)
  const asked = event.type === 'step-completed' ? event.toolCalls.length : 0
  const steps = totals.steps + (event.type === 'step-started' ? 1 : asked)
  if (!isAnswer) {
    changeRun(state, logged, { totals: { ...totals, steps } })
    return
  }
  const { inputTokens, outputTokens } = reportedUsage(event.usage)
  const { tokens, costNanos } = answeredCalls === 0 ? { tokens: 0, costNanos: 0 } : totals
  changeRun(state, logged, {
    answeredCalls: answeredCalls + 1,
    totals: {
      steps,
      tokens: sumOf(tokens, inputTokens, outputTokens),
      costNanos: sumOf(costNanos, event.costNanos ?? null),
    },
  })
}

/** A sum with an unknown part is unknown. */
function sumOf(...parts: readonly (number | null)[]): number | null {
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

function countsOf({ usage, costNanos, durationMs }: ModelCallUsage) {
  const { inputTokens, outputTokens, cachedTokens } = reportedUsage(usage)
  const isCounted = inputTokens !== null && outputTokens !== null
  return {
    modelCalls: 1,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedTokens: cachedTokens ?? 0,
    tokensUnknown: isCounted ? 0 : 1,
    cachedUnknown: cachedTokens === null ? 1 : 0,
    costNanos: costNanos ?? 0,
    costUnknown: costNanos === undefined ? 1 : 0,
    ...latencyCounts(durationMs),
  }
}

/** A clock that was set back makes no duration negative. */
function latencyCounts(durationMs: number | undefined): Partial<UsageCounts> {
  if (durationMs === undefined) return {}
  const ms = Math.max(0, durationMs)
  return { durationMs: ms, callsTimed: 1, [latencyCounterOf(ms)]: 1 }
}

/** Whether another skill may be taken says nothing of the skills in force. */
const choosesSkills: ReadonlySet<string> = new Set([
  ...[...discovery.tools, ...registrySkills.tools, useSkill, activateSkills].map(
    ({ name }) => name,
  ),
  'activate_skill',
])

function foldToolCalls(state: UsageState, logged: LoggedEvent): void {
  const { at, event, runId } = logged
  if (event.type !== 'tool-completed') return
  const inForce = state.lastCalls.get(callerKey(logged))?.skills ?? []
  const skills = choosesSkills.has(event.name) ? [] : inForce
  const toolFailures = event.outcome.status === 'ok' ? 0 : 1
  count(state, modelOf(state, logged), {
    runId,
    at,
    skills,
    counts: { toolCalls: 1, toolFailures },
  })
}

/** A clarification is a question about the task, so its answers say nothing about approvals. */
function foldApprovals(state: UsageState, logged: LoggedEvent): void {
  const { at, event, runId } = logged
  if (event.type === 'approval-required' && event.approvalType !== 'clarification') {
    const last = state.lastCalls.get(callerKey(logged))?.skills ?? []
    const skills = [...last, ...askedSkill(event)]
    state.approvals.set(event.approvalId, { at, skills })
    count(state, modelOf(state, logged), { runId, at, skills, counts: { approvalsAsked: 1 } })
  }
  if (event.type !== 'approval-resolved') return
  const asked = state.approvals.get(event.approvalId)
  state.approvals.delete(event.approvalId)
  const { decision } = event
  if (!asked || (decision !== 'approved' && decision !== 'denied')) return
  // Clocks of two machines may differ: nobody answers before the question.
  const answerMs = Math.max(0, at - asked.at)
  const answer = decision === 'approved' ? { approvalsApproved: 1 } : { approvalsDenied: 1 }
  const { skills } = asked
  count(state, modelOf(state, logged), { runId, at, skills, counts: { ...answer, answerMs } })
}

/** The skill that a request to enable it is about. */
function askedSkill(event: EventOf<'approval-required'>): readonly CountedSkill[] {
  const request = approvalRequestOf(event)
  if (request.type !== 'skill_enablement') return []
  const { skillId, digest } = request.subject
  return [{ skillId, digest }]
}

const outcomes = {
  'run-completed': 'runsCompleted',
  'run-failed': 'runsFailed',
  'run-cancelled': 'runsCancelled',
} as const

function foldEnd(state: UsageState, logged: LoggedEvent): void {
  const { at, event, runId } = logged
  if (event.type === 'answer-rated') rate(state, logged, event.rating)
  if (!Object.hasOwn(outcomes, event.type)) return
  const outcome = outcomes[event.type as keyof typeof outcomes]
  const { model = null, skills } = runOf(state, logged)
  countWaiting(state, model, { runId, given: skills })
  count(state, model, { runId, at, skills, counts: { [outcome]: 1 } })
  countPairs(state, logged, skills)
  changeRun(state, logged, { end: { at, model, rating: null }, offers: [] })
  for (const key of state.lastCalls.keys()) {
    if (key.startsWith(`${runId} `)) state.lastCalls.delete(key)
  }
}

/** More texts than fit into a prompt say nothing about any two of them. */
const maxPairedSkills = 12

function countPairs(
  { pairs }: UsageState,
  { at, event }: LoggedEvent,
  skills: readonly UsedSkill[],
): void {
  if (event.type !== 'run-completed' && event.type !== 'run-failed') return
  const ids = [...new Set(skills.map(({ skillId }) => skillId))].sort()
  if (ids.length > maxPairedSkills) return
  const day = dayOf(at)
  for (const [index, skillId] of ids.entries()) {
    for (const otherId of ids.slice(index + 1)) {
      const key = JSON.stringify([day, skillId, otherId])
      const before = pairs.get(key) ?? { runsCompleted: 0, runsFailed: 0 }
      const count = event.type === 'run-completed' ? 'runsCompleted' : 'runsFailed'
      pairs.set(key, { day, skillId, otherId, ...before, [count]: before[count] + 1 })
    }
  }
}

/** A thumb counts on the day on which the run ended, so that another thumb replaces it there. */
function rate(state: UsageState, logged: LoggedEvent, rating: 'up' | 'down' | null): void {
  const { end, skills } = runOf(state, logged)
  if (!end) return
  const change = (thumb: 'up' | 'down' | null, by: 1 | -1) => {
    if (thumb === null) return
    const counts = thumb === 'up' ? { thumbsUp: by } : { thumbsDown: by }
    count(state, end.model, { runId: logged.runId, at: end.at, skills, counts })
  }
  change(end.rating, -1)
  change(rating, 1)
  changeRun(state, logged, { end: { ...end, rating } })
}
