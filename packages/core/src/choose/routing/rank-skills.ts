import type { ScoreTable } from '../../domain/score-table.ts'
import { slugsFor } from '../../domain/slug.ts'
import type { SynonymGroup } from '../../domain/synonyms.ts'
import { IndexScorer } from './index-scorer.ts'
import type { RoutingIndex } from './routing-index.ts'
import { type RankedCandidate, TopRanked } from './top-ranked.ts'
import type { RoutedTurn } from './turn.ts'

/** The indexes that one person may see. */
export interface RoutingView {
  /** Skills of the organisation. */
  readonly shared: RoutingIndex
  /** Own skills of the person; they shadow organisation skills with the same slug. */
  readonly own: RoutingIndex
  /** Samples of the organisation; none of them is in the other two. */
  readonly samples: RoutingIndex
  /** Slugs of the person's own skills, including disabled ones. */
  readonly ownSlugs: ReadonlySet<string>
  /** Those of the organisation; see `readTurn`. */
  readonly synonyms?: readonly SynonymGroup[]
  /** Takes the place of the organisation's skill or sample with this slug; see `CandidatePreview`. */
  readonly candidate?: { readonly index: RoutingIndex; readonly slug: string }
}

export interface Ranking {
  /** Best first; samples after all others, whatever their scores. */
  readonly ranked: readonly RankedCandidate[]
  /** By slug of a co-activated skill: the skill that named it (`co_activate`). */
  readonly coActivatedBy: ReadonlyMap<string, string>
  /** Number of eligible skills, including those that are not ranked. */
  readonly eligible: number
}

export interface RankOptions {
  readonly table: ScoreTable
  readonly limit: number
}

/**
 * Ranks the top skills of a turn, and the top samples. Equals sorting all skills by {@link scoreSkill}, but skips skills that are hit
 * neither by the message, nor by search, nor by a better profile. Pure.
 */
export function rankSkills(
  { shared, own, samples, ownSlugs, candidate }: RoutingView,
  turn: RoutedTurn,
  { table, limit }: RankOptions,
): Ranking {
  const hidden = candidate ? new Set([...ownSlugs, candidate.slug]) : ownSlugs
  const waiting = candidate ? [candidate.index] : []
  const ofPeople = [
    new IndexScorer(own, turn, { table, hidden: noSlugs }),
    ...waiting.map((index) => new IndexScorer(index, turn, { table, hidden: ownSlugs })),
    new IndexScorer(shared, turn, { table, hidden }),
  ]
  const ofServer = new IndexScorer(samples, turn, { table, hidden })
  const scorers = [...ofPeople, ofServer]
  const coActivatedBy = new Map<string, string>()
  const isKnown = (slug: string) =>
    [own, ...waiting, shared, samples].some((index) => index.numberOfSlug(slug) !== undefined)
  const slugOf = (id: string) => (isKnown(id) ? id : (slugsFor(id).find(isKnown) ?? id))
  for (const scorer of scorers) scorer.collectCoActivated(coActivatedBy, slugOf)
  const top = new TopRanked(limit)
  const topSamples = new TopRanked(limit)
  // Without slots nothing is offered.
  if (limit > 0) {
    for (const scorer of ofPeople) scorer.offerAll(top, coActivatedBy)
    ofServer.offerAll(topSamples, coActivatedBy)
  }
  const eligible = scorers.reduce((sum, scorer) => sum + scorer.eligible(), 0)
  return { ranked: [...top.best, ...topSamples.best], coActivatedBy, eligible }
}

const noSlugs: ReadonlySet<string> = new Set()
