import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent, TodoItem, UsedSkill } from '../../domain/events.ts'

/** The list of allowed tools that holds now, and the skill it is from (D7). */
export interface Restriction {
  readonly skill: UsedSkill
  /** As the skill writes them: `Bash(git:*)`, `read_file`. Never empty. */
  readonly allowedTools: readonly string[]
}

/**
 * What an agent has to bear in mind that is not in the session: folded from the log, so that it is the same
 * after a crash, an approval or a change of process. The main agent and each fork have their own.
 */
export interface TurnState {
  /** The call whose sub-agent this is; null for the main agent. */
  readonly fork: string | null
  /** Of this turn only: a turn begins unrestricted. */
  readonly restriction: Restriction | null
  /** By slug: the revision whose text the model was given last, in any turn. */
  readonly used: ReadonlyMap<string, UsedSkill>
  /** Slugs of those it was given last because they are the agent's own: they go when they are detached (C3). */
  readonly agentSkillSlugs: ReadonlySet<string>
  readonly todo: readonly TodoItem[]
  /**
   * By connector name: what a person has let this conversation use, and whether they were an owner or admin. Empty
   * in a turn that no person started, and after one, as {@link confirmed} (E8).
   */
  readonly granted: ReadonlyMap<string, ConnectorGrant>
  /**
   * By tool: what it was when a person confirmed it for this conversation (E6). Empty in a turn that no person
   * started, and after one: they said it before what came in there. No such turn adds to it.
   */
  readonly confirmed: ReadonlyMap<string, string>
  /** Names of the tools that went to work in this turn, forks included: a failure tells as much as a result. */
  readonly startedTools: ReadonlySet<string>
}

/** A yes to a connector as it was when it was asked about. */
export interface ConnectorGrant {
  readonly digest: string
  readonly byAdministrator: boolean
}

/** The tool that gives an agent a skill of its own. */
export const activateSkillToolName = 'activate_skill'

/** Folds a conversation's log for one run, and one fork of it. Pure. */
export function foldTurnState(
  events: readonly LoggedEvent[],
  { runId, fork }: { readonly runId: RunId; readonly fork: string | null },
): TurnState {
  const used = new Map<string, UsedSkill>()
  const granted = new Map<string, ConnectorGrant>()
  const agentSkillSlugs = new Set<string>()
  const activatingCalls = new Set<string>()
  const startedTools = new Set<string>()
  const confirmed = new Map<string, string>()
  const autonomousRuns = new Set<RunId | null>()
  let restriction: Restriction | null = null
  let todo: readonly TodoItem[] = []
  for (const { event, runId: of } of events) {
    if (event.type === 'connector-granted' && !autonomousRuns.has(of)) {
      const { connector, digest, byAdministrator = false } = event
      granted.set(connector, { digest, byAdministrator })
    }
    if (event.type === 'run-started' && event.signal) {
      autonomousRuns.add(of)
      confirmed.clear()
      granted.clear()
    }
    if (event.type === 'tool-confirmed' && !autonomousRuns.has(of)) {
      confirmed.set(event.tool, event.identity)
    }
    if (event.type === 'tool-started' && of === runId) startedTools.add(event.call.name)
    if (event.type === 'tool-started' && event.call.name === activateSkillToolName) {
      activatingCalls.add(event.call.id)
    }
    const begins = event.type === 'fork-started' && event.callId === fork
    if (!begins && (event.fork ?? null) !== fork) continue
    if (event.type === 'todo-changed') todo = event.items
    if (event.type === 'skill-used' || begins) {
      used.set(event.skill.slug, event.skill)
      if (activatingCalls.has(event.callId)) agentSkillSlugs.add(event.skill.slug)
      else agentSkillSlugs.delete(event.skill.slug)
      const { skill, allowedTools } = event
      if (of === runId && allowedTools) restriction = restrictionOf({ skill, allowedTools })
    }
  }
  if (autonomousRuns.has(runId)) {
    granted.clear()
    confirmed.clear()
  }
  return { fork, restriction, used, agentSkillSlugs, todo, granted, confirmed, startedTools }
}

function restrictionOf({ skill, allowedTools }: Restriction): Restriction | null {
  return allowedTools.length === 0 ? null : { skill, allowedTools }
}
