import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent, ToolRestriction } from '../../domain/events.ts'
import type { LogFold } from './log-fold.ts'
import type { IsOfTurn } from './tool-restrictions.ts'

/** One agent of a turn: the main agent, or the sub-agent of the call `fork`. */
export interface TurnAgent {
  readonly runId: RunId
  readonly fork: string | null
}

/**
 * The lists of allowed tools of skills that are active at this moment, for what such a list may permit. Unlike what a
 * list refuses, this ends at once: with the skill, with the turn in which its text was given, and with a turn that no
 * person started, whose content the person had not seen when they chose the skill. A fork has its own skill's list
 * alone.
 */
export function createActiveListsFold(
  { runId, fork }: TurnAgent,
  isOfTurn: IsOfTurn,
): LogFold<readonly ToolRestriction[]> {
  const autonomous = new Set<RunId | null>()
  let ofSession: readonly ToolRestriction[] = []
  let lapsed: ReadonlySet<string> = new Set()
  let given: readonly ToolRestriction[] = []
  function add({ event, runId: of }: LoggedEvent): void {
    if (event.type === 'run-started' && event.signal) {
      autonomous.add(of)
      lapsed = skillIdsOf(ofSession)
      given = []
    }
    if (event.type === 'skills-state-changed') {
      ofSession = event.restrictions ?? []
      const present = skillIdsOf(ofSession)
      lapsed = autonomous.has(of) ? present : new Set([...lapsed].filter((id) => present.has(id)))
    }
    if (event.type === 'fork-started' && event.callId === fork) {
      given = nonEmpty({ skill: event.skill, allowedTools: event.allowedTools })
    }
    if (event.type !== 'skill-used' || !event.allowedTools || !isOfTurn(of)) return
    if ((event.fork ?? null) !== fork) return
    const { skill, allowedTools, addsRestriction } = event
    const before = addsRestriction ? given.filter((one) => one.skill.digest !== skill.digest) : []
    given = [...before, ...nonEmpty({ skill, allowedTools })]
  }
  function value(): readonly ToolRestriction[] {
    if (autonomous.has(runId)) return []
    if (fork !== null) return given
    return [...ofSession.filter(({ skill }) => !lapsed.has(skill.skillId)), ...given]
  }
  return { add, value }
}

function skillIdsOf(lists: readonly ToolRestriction[]): ReadonlySet<string> {
  return new Set(lists.map(({ skill }) => skill.skillId))
}

function nonEmpty(list: ToolRestriction): readonly ToolRestriction[] {
  return list.allowedTools.length === 0 ? [] : [list]
}
