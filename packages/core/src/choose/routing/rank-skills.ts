import type { ScoreTable } from '../../domain/score-table.ts'
import { IndexScorer } from './index-scorer.ts'
import type { RoutingIndex } from './routing-index.ts'
import { type RankedCandidate, TopRanked } from './top-ranked.ts'
import type { RoutedTurn } from './turn.ts'

/** What one person may be offered. */
export interface RoutingView {
  /** The organisation's skills. */
  readonly shared: RoutingIndex
  /** The person's own, which hide the organisation's of the same slug. */
  readonly own: RoutingIndex
  /** Slugs of the person's own skills, those that are switched off among them. */
  readonly ownSlugs: ReadonlySet<string>
}

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly RankedCandidate[]
  /** By slug: the skill that named it, for those that were named (`co_activate`). */
  readonly coActivatedBy: ReadonlyMap<string, string>
  /** How many skills could be offered in this turn, those that are not ranked among them. */
  readonly eligible: number
}

export interface RankOptions {
  readonly table: ScoreTable
  readonly limit: number
}

/**
 * The best skills of a turn (E2): the same as {@link scoreSkill} of every one of them, sorted, without
 * looking at those that neither the words of the message, nor search, nor a better profile brings up. Pure.
 */
export function rankSkills(
  { shared, own, ownSlugs }: RoutingView,
  turn: RoutedTurn,
  { table, limit }: RankOptions,
): Ranking {
  const scorers = [
    new IndexScorer(own, turn, { table, hidden: noSlugs }),
    new IndexScorer(shared, turn, { table, hidden: ownSlugs }),
  ]
  const coActivatedBy = new Map<string, string>()
  for (const scorer of scorers) scorer.collectCoActivated(coActivatedBy)
  const top = new TopRanked(limit)
  // Whoever has switched both kinds of lines off is offered nothing.
  if (limit > 0) for (const scorer of scorers) scorer.offerAll(top, coActivatedBy)
  const eligible = scorers.reduce((sum, scorer) => sum + scorer.eligible(), 0)
  return { ranked: top.best, coActivatedBy, eligible }
}

const noSlugs: ReadonlySet<string> = new Set()
