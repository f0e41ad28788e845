import type { ScoreTable } from '../../domain/score-table.ts'
import type { Profile } from './profile.ts'
import { EXCLUDED, ProfileScores } from './profile-scores.ts'
import {
  CO_ACTIVATED,
  DROPPED,
  HAS_OWN_SETTINGS,
  HIT_BITS,
  type RoutingHints,
  SEARCH_HIT,
} from './routing-hints.ts'
import type { RoutingIndex } from './routing-index.ts'
import { accumulateScores, SCORE_SHIFT } from './score-accumulator.ts'
import { topK } from './top-k.ts'
import type { TopRanked } from './top-ranked.ts'
import type { RoutedTurn } from './turn.ts'

export interface IndexScorerOptions {
  readonly table: ScoreTable
  /** Slugs that are shadowed by the person's own skills. */
  readonly hidden: ReadonlySet<string>
}

/** Scores the skills of one index for one turn. */
export class IndexScorer {
  private readonly index: RoutingIndex
  private readonly turn: RoutedTurn
  private readonly table: ScoreTable
  private readonly hints: RoutingHints
  private readonly profileScores: ProfileScores
  /** Keyword phrases in the message. */
  private readonly phrases: ReadonlySet<number>

  constructor(index: RoutingIndex, turn: RoutedTurn, { table, hidden }: IndexScorerOptions) {
    this.index = index
    this.turn = turn
    this.table = table
    this.hints = index.resetHints()
    this.profileScores = new ProfileScores(index, turn, table)
    this.phrases = index.find(turn.words)
    for (const slug of hidden) this.hints.add(index.numberOfSlug(slug), DROPPED)
    for (const phrase of this.phrases) this.hints.addPostings(index.postings.of(phrase))
  }

  /**
   * Collects co-activated skills: skills hit by a keyword co-activate the ones they name. One hop; the first co-activator
   * by slug wins.
   */
  collectCoActivated(coActivatedBy: Map<string, string>, slugOf: (id: string) => string): void {
    for (const number of this.hintedCoActivators()) {
      const hint = this.hints.of[number]!
      const isHit = hint !== DROPPED && (hint & HIT_BITS) !== 0
      if (!isHit || this.profileScores.of(number) === EXCLUDED) continue
      const { slug, coActivate } = this.index.skill(number)!
      for (const id of coActivate) {
        const other = slugOf(id)
        const coActivator = coActivatedBy.get(other)
        if (other !== slug && (coActivator === undefined || slug < coActivator))
          coActivatedBy.set(other, slug)
      }
    }
  }

  offerAll(top: TopRanked, coActivatedBy: ReadonlyMap<string, string>): void {
    const { index, hints, turn } = this
    for (const id of turn.searchScores.keys()) hints.add(index.numberOf(id), SEARCH_HIT)
    for (const slug of coActivatedBy.keys()) hints.add(index.numberOfSlug(slug), CO_ACTIVATED)
    for (const number of this.profileScores.byOwnSettings.keys())
      hints.add(number, HAS_OWN_SETTINGS)
    this.offerHinted(top)
    for (const profile of this.profileScores.fitting) this.offerProfile(top, profile)
  }

  /** Number of skills that could be offered. */
  eligible(): number {
    const { fitting, byOwnSettings } = this.profileScores
    const dropped = this.hints.dropped.filter(
      (number) => this.profileScores.of(number) !== EXCLUDED,
    )
    return fitting.reduce((sum, { size }) => sum + size, byOwnSettings.size) - dropped.length
  }

  /** Iterates over the smaller of both sets. */
  private hintedCoActivators(): Iterable<number> {
    const { coActivators } = this.index
    const { numbers } = this.hints
    return coActivators.size < numbers.length
      ? coActivators
      : numbers.filter((number) => coActivators.has(number))
  }

  /** A long message hints at thousands of skills. Only those that can be in the top k are looked up. */
  private offerHinted(top: TopRanked): void {
    const { index, profileScores, table } = this
    const packedScores = accumulateScores(this.hints, { facts: index.facts, profileScores, table })
    const min = this.minPackedScore(top)
    const positions = topK(packedScores, { limit: top.limit, min })
    const { of, numbers } = this.hints
    for (const at of positions) {
      const number = numbers[at]!
      const skill = index.skill(number)!
      const isFound = (of[number]! & SEARCH_HIT) !== 0
      const searchScore = isFound ? this.turn.searchScores.get(skill.id)! : 0
      top.offer(skill, packedScores[at]! >> SCORE_SHIFT, searchScore)
    }
  }

  /** Lower bound of the top k: enough skills without hints reach it by their profiles alone, or are already in `top`. */
  private minPackedScore(top: TopRanked): number {
    const byProfile = this.profileScores.reachedBy(top.limit + this.hints.numbers.length)
    return Math.max(0, top.minScore, byProfile) << SCORE_SHIFT
  }

  /** Skills without hints of one profile have equal scores and differ only in order: the first rejected one ends the loop. */
  private offerProfile(top: TopRanked, profile: Profile): void {
    const score = this.profileScores.byProfile[profile.number]!
    if (score < top.minScore) return
    for (const { skill, number } of profile.inOrder()) {
      if (this.hints.of[number] !== 0) continue
      if (!top.offer(skill, score, 0)) return
    }
  }
}
