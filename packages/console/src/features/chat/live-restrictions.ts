import {
  type ConversationView,
  openTurn,
  type RestrictionView,
  workingFork,
} from './conversation-view.ts'

/** The lists of allowed tools that hold right now, for the agent or the sub-agent at work. */
export interface LiveRestrictions {
  readonly skills: readonly RestrictionView['skill'][]
  /** Every tool that one of the lists allows, beside those for skills. */
  readonly allows: readonly string[]
  /** Entries whose pattern cannot be decided, as written. */
  readonly undecided: readonly string[]
  readonly ofFork: boolean
}

/** Null while nothing is restricted. The end of a turn ends all lists but those of active skills. */
export function liveRestrictions(
  view: ConversationView,
  restricts: (skillId: string) => boolean = () => true,
): LiveRestrictions | null {
  const turn = openTurn(view)
  if (!turn) return null
  const fork = workingFork(turn)
  const ofSession = view.heldRestrictions
  const lists =
    fork && fork.restrictions.length > 0
      ? fork.restrictions
      : [...ofSession, ...(fork ? [] : turn.restrictions)]
  // Lists that only pre-approve refuse nothing; beside one that restricts they hold too.
  if (!lists.some(({ skill }) => restricts(skill.id))) return null
  const skills = new Map(lists.map(({ skill }) => [skill.slug, skill]))
  return {
    skills: [...skills.values()],
    allows: [...new Set(lists.flatMap(({ allows }) => allows))],
    undecided: [...new Set(lists.flatMap(({ undecided }) => undecided))],
    ofFork: fork !== null,
  }
}
