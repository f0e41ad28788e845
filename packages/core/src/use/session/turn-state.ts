import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent, TodoItem, ToolRestriction, UsedSkill } from '../../domain/events.ts'
import type { TurnAgent } from './active-lists.ts'
import { foldLog, type LogFold } from './log-fold.ts'
import {
  activateSkillToolName,
  type IsOfTurn,
  RestrictionFold,
  runsOfTurn,
} from './tool-restrictions.ts'

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
   * Slugs of skills that were given last as the agent's own: they become unavailable when they are detached.
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
export function foldTurnState(events: readonly LoggedEvent[], agent: TurnAgent): TurnState {
  return foldLog(createTurnFold(agent, runsOfTurn(events, agent.runId)), events)
}

export function createTurnFold({ runId, fork }: TurnAgent, isOfTurn: IsOfTurn): LogFold<TurnState> {
  const permitted = new PermittedByPersons()
  const skills = new GivenSkills(fork)
  const restrictions = new RestrictionFold(isOfTurn)
  let todo: readonly TodoItem[] = []
  return {
    add: (logged) => {
      const { event } = logged
      permitted.add(logged)
      skills.add(logged)
      restrictions.add(logged)
      if (event.type === 'todo-changed' && (event.fork ?? null) === fork) todo = event.items
    },
    value: () => ({
      ...{ fork, restrictions: restrictions.inForce(fork), todo },
      ...skills.value(),
      ...permitted.ofRun(runId),
    }),
  }
}

/** The connectors and tools that persons permitted, until a turn begins that no person started. */
class PermittedByPersons {
  readonly #granted = new Map<string, ConnectorGrant>()
  readonly #confirmed = new Map<string, string>()
  readonly #autonomousRuns = new Set<RunId | null>()

  add({ event, runId }: LoggedEvent): void {
    if (event.type === 'run-started' && event.signal) {
      this.#autonomousRuns.add(runId)
      this.#confirmed.clear()
      this.#granted.clear()
    }
    if (this.#autonomousRuns.has(runId)) return
    if (event.type === 'connector-granted') {
      const { connector, digest, byAdministrator = false } = event
      this.#granted.set(connector, { digest, byAdministrator })
    }
    if (event.type === 'tool-confirmed') this.#confirmed.set(event.tool, event.identity)
  }

  ofRun(runId: RunId): Pick<TurnState, 'granted' | 'confirmed'> {
    if (this.#autonomousRuns.has(runId)) return { granted: new Map(), confirmed: new Map() }
    return { granted: new Map(this.#granted), confirmed: new Map(this.#confirmed) }
  }
}

/** The skills whose texts one agent was given. */
class GivenSkills {
  readonly #fork: string | null
  readonly #used = new Map<string, UsedSkill>()
  readonly #agentSkillSlugs = new Set<string>()
  readonly #activatingCalls = new Set<string>()
  readonly #givenBy = new Map<string, string>()

  constructor(fork: string | null) {
    this.#fork = fork
  }

  add({ event }: LoggedEvent): void {
    if (event.type === 'tool-started' && event.call.name === activateSkillToolName) {
      this.#activatingCalls.add(event.call.id)
    }
    const begins = event.type === 'fork-started' && event.callId === this.#fork
    if (!begins && (event.fork ?? null) !== this.#fork) return
    if (event.type === 'context-trimmed') {
      // A text that was left out is no longer given.
      for (const callId of event.callIds) this.#used.delete(this.#givenBy.get(callId) ?? '')
    }
    if (event.type === 'skill-used' || begins) this.#give(event.callId, event.skill)
  }

  value(): Pick<TurnState, 'used' | 'agentSkillSlugs'> {
    return { used: new Map(this.#used), agentSkillSlugs: new Set(this.#agentSkillSlugs) }
  }

  #give(callId: string, skill: UsedSkill): void {
    this.#used.set(skill.slug, skill)
    this.#givenBy.set(callId, skill.slug)
    if (this.#activatingCalls.has(callId)) this.#agentSkillSlugs.add(skill.slug)
    else this.#agentSkillSlugs.delete(skill.slug)
  }
}
