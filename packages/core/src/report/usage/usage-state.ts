import type {
  AgentId,
  ApprovalId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
} from '../../base/ids.ts'
import type { UsedSkill } from '../../domain/events.ts'
import { dayOf } from '../../domain/quotas.ts'
import {
  addUsage,
  noUsage,
  type UsageCounts,
  type UsageFacts,
  type UsageRow,
} from '../../domain/skill-usage.ts'
import type { RunTotals, SkillPairUsage } from '../../ports/usage.ts'

export interface CountedSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest | null
}

/** Something that happened, counted once for itself and once for each skill that took part. */
export interface CountedEvent {
  readonly runId: RunId | null
  readonly at: Timestamp
  readonly skills: readonly CountedSkill[]
  readonly counts: Partial<UsageCounts>
  readonly rank?: number
}

/** A run as far as its numbers need it. */
export interface RunUsage {
  readonly totals: Omit<RunTotals, 'runId'>
  readonly answeredCalls: number
  /** One call that a client's agent made itself. */
  readonly isClient: boolean
  /** Of its first model call; undefined before it. */
  readonly model: string | undefined
  /** The revisions that any of its model calls was given. */
  readonly skills: readonly UsedSkill[]
  /** Offered, and not yet activated. */
  readonly offers: readonly (CountedSkill & { readonly at: Timestamp })[]
  readonly end: {
    readonly at: Timestamp
    readonly model: string | null
    readonly rating: 'up' | 'down' | null
  } | null
}

export const newRun: RunUsage = {
  ...{ model: undefined, skills: [], offers: [], end: null, answeredCalls: 0, isClient: false },
  totals: { steps: 0, tokens: null, costNanos: null },
}

/** An unanswered approval. */
export interface AskedApproval {
  readonly at: Timestamp
  readonly skills: readonly CountedSkill[]
}

/** What the last model call of an agent, or of a sub-agent, was given. */
export interface LastModelCall {
  readonly skills: readonly UsedSkill[]
  readonly model: string
}

/** The state of the fold. A piece of the log takes its own copy, so that the one before stays as it was. */
export interface UsageState {
  readonly agentId: AgentId | null
  readonly rows: Map<string, UsageRow>
  /** Of ended runs, by day and skills. */
  readonly pairs: Map<string, SkillPairUsage>
  /** Without a model call to belong to, so far. */
  waiting: readonly CountedEvent[]
  /** The session's skills. */
  active: readonly SkillId[]
  readonly runs: Map<string, RunUsage>
  readonly approvals: Map<ApprovalId, AskedApproval>
  /** By run and sub-agent. */
  readonly lastCalls: Map<string, LastModelCall>
}

/** Before the first event. `agentId`: the conversation's agent, which never changes. */
export function emptyUsage(agentId: AgentId | null): UsageState {
  const maps = {
    rows: new Map(),
    pairs: new Map(),
    runs: new Map(),
    approvals: new Map(),
    lastCalls: new Map(),
  }
  return { agentId, waiting: [], active: [], ...maps }
}

export function copyUsage(state: UsageState): UsageState {
  return {
    ...state,
    rows: new Map(state.rows),
    pairs: new Map(state.pairs),
    runs: new Map(state.runs),
    approvals: new Map(state.approvals),
    lastCalls: new Map(state.lastCalls),
  }
}

/** Counts it under the model; without one it waits for the next model call. */
export function count(
  state: UsageState,
  model: string | null | undefined,
  one: CountedEvent,
): void {
  if (model === undefined) {
    state.waiting = [...state.waiting, one]
    return
  }
  const { at, skills, counts, rank } = one
  const facts = { ...counts, bestRank: rank ?? null }
  for (const { skillId, digest } of [nothing, ...distinct(skills)]) {
    const key = { day: dayOf(at), skillId, digest, agentId: state.agentId, model }
    const id = JSON.stringify(Object.values(key))
    const before: UsageFacts = state.rows.get(id) ?? noUsage
    const own = skillId === null ? { ...facts, bestRank: null } : facts
    state.rows.set(id, { ...key, ...addUsage(before, own) })
  }
}

const nothing = { skillId: null, digest: null }

function distinct(skills: readonly CountedSkill[]): readonly CountedSkill[] {
  return [...new Map(skills.map((one) => [`${one.skillId} ${one.digest}`, one])).values()]
}

/**
 * What waited in the run, or before any, belongs to this model. A revision that was not known is the one the model
 * was given.
 */
export function countWaiting(
  state: UsageState,
  model: string | null,
  { runId: run, given }: { readonly runId: RunId | null; readonly given: readonly UsedSkill[] },
): void {
  const { waiting } = state
  const isMine = ({ runId }: CountedEvent) => runId === run || runId === null
  state.waiting = waiting.filter((one) => !isMine(one))
  for (const one of waiting.filter(isMine)) {
    const skills = one.skills.map((skill) =>
      skill.digest === null ? (given.find((it) => it.skillId === skill.skillId) ?? skill) : skill,
    )
    count(state, model, { ...one, skills })
  }
}
