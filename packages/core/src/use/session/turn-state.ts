import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent, TodoItem, ToolRestriction, UsedSkill } from '../../domain/events.ts'
import { activateSkillToolName, foldToolRestrictions } from './tool-restrictions.ts'

/**
 * The state of an agent that is not part of the session. It is folded from the log, so it is the same after
 * a crash, an approval or a change of process. The main agent and each fork have their own.
 */
export interface TurnState {
  /** The call that the sub-agent answers; null for the main agent. */
  readonly fork: string | null
  /** The lists of allowed tools in force; a call passes when one of them allows it. Empty: no restriction. */
  readonly restrictions: readonly ToolRestriction[]
  /** By slug: the revision whose text the model was given last, in any turn. */
  readonly used: ReadonlyMap<string, UsedSkill>
  /**
   * Slugs of skills that were given last as the agent's own: they become unavailable when they are detached
   *.
   */
  readonly agentSkillSlugs: ReadonlySet<string>
  readonly todo: readonly TodoItem[]
  /**
   * The approved connectors by name, and whether an owner or admin approved them. Empty in and after a turn
   * that no person started, as {@link confirmed}.
   */
  readonly granted: ReadonlyMap<string, ConnectorGrant>
  /**
   * By tool: its identity when a person confirmed it for this conversation. Empty in a turn that no
   * person started, and after one: the person confirmed it before that turn's content arrived. Such a turn
   * adds nothing.
   */
  readonly confirmed: ReadonlyMap<string, string>
}

/** An approval of a connector, bound to its digest. */
export interface ConnectorGrant {
  readonly digest: string
  readonly byAdministrator: boolean
}

/** Folds a conversation's log for one run, or one fork of it. Pure. */
export function foldTurnState(
  events: readonly LoggedEvent[],
  { runId, fork }: { readonly runId: RunId; readonly fork: string | null },
): TurnState {
  const used = new Map<string, UsedSkill>()
  const granted = new Map<string, ConnectorGrant>()
  const agentSkillSlugs = new Set<string>()
  const activatingCalls = new Set<string>()
  const givenBy = new Map<string, string>()
  const confirmed = new Map<string, string>()
  const autonomousRuns = new Set<RunId | null>()
  let todo: readonly TodoItem[] = []
  for (const { event, runId: eventRunId } of events) {
    if (event.type === 'connector-granted' && !autonomousRuns.has(eventRunId)) {
      const { connector, digest, byAdministrator = false } = event
      granted.set(connector, { digest, byAdministrator })
    }
    if (event.type === 'run-started' && event.signal) {
      autonomousRuns.add(eventRunId)
      confirmed.clear()
      granted.clear()
    }
    if (event.type === 'tool-confirmed' && !autonomousRuns.has(eventRunId)) {
      confirmed.set(event.tool, event.identity)
    }
    if (event.type === 'tool-started' && event.call.name === activateSkillToolName) {
      activatingCalls.add(event.call.id)
    }
    const begins = event.type === 'fork-started' && event.callId === fork
    if (!begins && (event.fork ?? null) !== fork) continue
    if (event.type === 'todo-changed') todo = event.items
    if (event.type === 'context-trimmed') {
      // A text that was left out is no longer given.
      for (const callId of event.callIds) used.delete(givenBy.get(callId) ?? '')
    }
    if (event.type === 'skill-used' || begins) {
      used.set(event.skill.slug, event.skill)
      givenBy.set(event.callId, event.skill.slug)
      if (activatingCalls.has(event.callId)) agentSkillSlugs.add(event.skill.slug)
      else agentSkillSlugs.delete(event.skill.slug)
    }
  }
  if (autonomousRuns.has(runId)) {
    granted.clear()
    confirmed.clear()
  }
  const restrictions = foldToolRestrictions(events, { runId, fork })
  return { fork, restrictions, used, agentSkillSlugs, todo, granted, confirmed }
}
