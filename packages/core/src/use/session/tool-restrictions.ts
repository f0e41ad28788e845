import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent, ToolRestriction } from '../../domain/events.ts'

/** The tool that loads one of the agent's own skills. */
export const activateSkillToolName = 'activate_skill'

/** Whether an event of a run belongs to a turn. */
export type IsOfTurn = (runId: RunId | null) => boolean

/** The runs of one turn: the run itself, and with a client's call all other calls of clients. */
export function runsOfTurn(events: readonly LoggedEvent[], runId: RunId): IsOfTurn {
  const clients = new Set<RunId | null>()
  for (const { event, runId: of } of events) {
    if (event.type === 'run-started' && event.client !== undefined) clients.add(of)
  }
  if (!clients.has(runId)) return (one) => one === runId
  return (one) => one !== null && clients.has(one)
}

type GivenSkill = Extract<LoggedEvent['event'], { type: 'skill-used' }>
type ForkStart = Extract<LoggedEvent['event'], { type: 'fork-started' }>

/**
 * The lists of allowed tools in force for one run, or one fork of it. They hold together: a call passes
 * when one of them allows it.
 *
 * - A list of a skill in the session holds while the skill is active; one that leaves it lifts its list from the
 *   next turn on.
 * - A list of a skill given as a result holds for the turn. `use_skill` replaces the lists given before.
 * - All calls of a client in a conversation are one turn: it has no other that could end.
 * - A fork has its skill's list alone. Without one it inherits: loading a skill without a list lifts nothing.
 */
export class RestrictionFold {
  readonly #isOfTurn: IsOfTurn
  readonly #calledTools = new Map<string, string>()
  #ofSession: readonly ToolRestriction[] = []
  /** Of every skill that was in the session during this run. */
  readonly #ofTurn = new Map<string, ToolRestriction>()
  /** By fork, `null` for the main agent: the lists of skills that were given as results in this run. */
  readonly #given = new Map<string | null, readonly ToolRestriction[]>()

  constructor(isOfTurn: IsOfTurn) {
    this.#isOfTurn = isOfTurn
  }

  add({ event, runId }: LoggedEvent): void {
    const ofThisRun = this.#isOfTurn(runId)
    if (event.type === 'skills-state-changed') {
      this.#ofSession = event.restrictions ?? []
      if (ofThisRun) this.#holdSession()
    }
    if (!ofThisRun) return
    if (event.type === 'run-started') this.#holdSession()
    if (event.type === 'tool-started') this.#calledTools.set(event.call.id, event.call.name)
    if (event.type === 'skill-used') this.#give(event, event.fork ?? null)
    if (event.type === 'fork-started') this.#fork(event)
  }

  inForce(fork: string | null): readonly ToolRestriction[] {
    const given = this.#given.get(fork) ?? []
    if (fork !== null && given.length > 0) return given
    return [...this.#ofTurn.values(), ...given]
  }

  #holdSession(): void {
    for (const one of this.#ofSession) {
      this.#ofTurn.set(`${one.skill.skillId} ${one.skill.digest}`, one)
    }
  }

  #give({ skill, allowedTools, addsRestriction }: GivenSkill, fork: string | null): void {
    if (!allowedTools) return
    const before = addsRestriction ? (this.#given.get(fork) ?? []) : []
    const others = before.filter((one) => one.skill.digest !== skill.digest)
    this.#given.set(fork, [...others, ...restrictionsOf({ skill, allowedTools })])
  }

  /** `use_skill` would have replaced the lists given before, other tools would not. */
  #fork({ callId, skill, allowedTools }: ForkStart): void {
    const own = restrictionsOf({ skill, allowedTools })
    const inherits = this.#calledTools.get(callId) === activateSkillToolName
    this.#given.set(callId, own.length > 0 || !inherits ? own : (this.#given.get(null) ?? []))
  }
}

function restrictionsOf(restriction: ToolRestriction): readonly ToolRestriction[] {
  return restriction.allowedTools.length === 0 ? [] : [restriction]
}
