import type { ScoreTable } from '../../domain/score-table.ts'
import type { Profile } from './profile.ts'
import { INELIGIBLE, ProfileScores } from './profile-scores.ts'
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
  /** Slugs in whose place the person's own skills stand. */
  readonly hidden: ReadonlySet<string>
}

/** One index in one turn. */
export class IndexScorer {
  private readonly index: RoutingIndex
  private readonly turn: RoutedTurn
  private readonly table: ScoreTable
  private readonly hints: RoutingHints
  private readonly profileScores: ProfileScores
  /** Keywords in the message. */
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

  /** Skills that a keyword of the message found speak for those they name: one hop, the first by slug. */
  collectCoActivated(coActivatedBy: Map<string, string>): void {
    for (const number of this.hintedCoActivators()) {
      const add = this.hints.of[number]!
      const isHit = add !== DROPPED && (add & HIT_BITS) !== 0
      if (!isHit || this.profileScores.of(number) === INELIGIBLE) continue
      const { slug, coActivate } = this.index.skill(number)!
      for (const other of coActivate) {
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
    this.offerHinted(top, this.maxDerivedScore(coActivatedBy))
    for (const profile of this.profileScores.fitting) this.offerProfile(top, profile)
  }

  /** Those that could be offered. */
  eligible(): number {
    const { fitting, byOwnSettings } = this.profileScores
    const dropped = this.hints.dropped.filter(
      (number) => this.profileScores.of(number) !== INELIGIBLE,
    )
    return fitting.reduce((sum, { size }) => sum + size, byOwnSettings.size) - dropped.length
  }

  /** Going through whichever are fewer. */
  private hintedCoActivators(): Iterable<number> {
    const { coActivators } = this.index
    const { numbers } = this.hints
    return coActivators.size < numbers.length
      ? coActivators
      : numbers.filter((number) => coActivators.has(number))
  }

  /** A skill that has derived keywords alone scores no more than this. */
  private maxDerivedScore(coActivatedBy: ReadonlyMap<string, string>): number {
    const { derivedKeyword, derivedKeywordCap, coActivate } = this.table
    return (
      this.profileScores.best +
      (derivedKeyword > 0 ? derivedKeywordCap : 0) +
      (coActivatedBy.size > 0 ? coActivate : 0)
    )
  }

  /**
   * A long message notes thousands of skills: only those that can be among the best are looked at themselves,
   * and most of them, by their derived keywords, only if others leave them a place.
   */
  private offerHinted(top: TopRanked, maxDerivedScore: number): void {
    let packedScores = this.packedScores()
    let positions = topK(packedScores, { limit: top.limit, min: this.minPackedScore(top) })
    const last =
      positions.length < top.limit
        ? top.minScore
        : packedScores[positions[top.limit - 1]!]! >> SCORE_SHIFT
    if (last <= maxDerivedScore) {
      for (const phrase of this.phrases)
        this.hints.addPostings(this.index.derivedPostings.of(phrase))
      packedScores = this.packedScores()
      positions = topK(packedScores, { limit: top.limit, min: this.minPackedScore(top) })
    }
    const { of, numbers } = this.hints
    for (const at of positions) {
      const number = numbers[at]!
      const skill = this.index.skill(number)!
      const isFound = (of[number]! & SEARCH_HIT) !== 0
      const searchScore = isFound ? this.turn.searchScores.get(skill.id)! : 0
      top.offer(skill, packedScores[at]! >> SCORE_SHIFT, searchScore)
    }
  }

  private packedScores(): Int32Array {
    const { index, profileScores, table } = this
    return accumulateScores(this.hints, { facts: index.facts, profileScores, table })
  }

  /** Enough of those that nothing is noted of come to this by their profiles alone, or are there already. */
  private minPackedScore(top: TopRanked): number {
    const byProfile = this.profileScores.reachedBy(top.limit + this.hints.numbers.length)
    return Math.max(0, top.minScore, byProfile) << SCORE_SHIFT
  }

  /** The others of a profile differ in nothing but their order: the first that falls out ends it. */
  private offerProfile(top: TopRanked, profile: Profile): void {
    const score = this.profileScores.byProfile[profile.number]!
    if (score < top.minScore) return
    for (const { skill, number } of profile.inOrder()) {
      if (this.hints.of[number] !== 0) continue
      if (!top.offer(skill, score, 0)) return
    }
  }
}
