import type { ScoreTable } from '../../domain/score-table.ts'
import { leaders } from './leaders.ts'
import type { Profile } from './profile.ts'
import { FAILS, ProfileScores } from './profile-scores.ts'
import type { RoutingIndex } from './routing-index.ts'
import { SCORE_SHIFT, standingsOf } from './standings.ts'
import type { TopRanked } from './top-ranked.ts'
import type { RoutedTurn } from './turn.ts'
import {
  DROPPED,
  FITS_BY_ITSELF,
  HIT_BITS,
  NAMED_BY_OTHER,
  SEARCHED_FOR,
  type TurnNotes,
} from './turn-notes.ts'

export interface PartOptions {
  readonly table: ScoreTable
  /** Slugs in whose place the person's own skills stand. */
  readonly hidden: ReadonlySet<string>
}

/** One index in one turn. */
export class PartTurn {
  private readonly index: RoutingIndex
  private readonly turn: RoutedTurn
  private readonly table: ScoreTable
  private readonly notes: TurnNotes
  private readonly profileScores: ProfileScores
  /** Keywords in the message. */
  private readonly phrases: ReadonlySet<number>

  constructor(index: RoutingIndex, turn: RoutedTurn, { table, hidden }: PartOptions) {
    this.index = index
    this.turn = turn
    this.table = table
    this.notes = index.beginNotes()
    this.profileScores = new ProfileScores(index, turn, table)
    this.phrases = index.find(turn.words)
    for (const slug of hidden) this.notes.note(index.numberOfSlug(slug), DROPPED)
    for (const phrase of this.phrases) this.notes.noteHits(index.postings.of(phrase))
  }

  /** Skills that a keyword of the message found speak for those they name: one hop, the first by slug. */
  collectNamed(named: Map<string, string>): void {
    for (const number of this.notedNamers()) {
      const note = this.notes.of[number]!
      const isHit = note !== DROPPED && (note & HIT_BITS) !== 0
      if (!isHit || this.profileScores.of(number) === FAILS) continue
      const { slug, coActivate } = this.index.skill(number)!
      for (const other of coActivate) {
        const namer = named.get(other)
        if (other !== slug && (namer === undefined || slug < namer)) named.set(other, slug)
      }
    }
  }

  offerAll(top: TopRanked, named: ReadonlyMap<string, string>): void {
    const { index, notes, turn } = this
    for (const id of turn.searchScores.keys()) notes.note(index.numberOf(id), SEARCHED_FOR)
    for (const slug of named.keys()) notes.note(index.numberOfSlug(slug), NAMED_BY_OTHER)
    for (const number of this.profileScores.ofOwn.keys()) notes.note(number, FITS_BY_ITSELF)
    this.offerNoted(top, this.mostOfDerived(named))
    for (const profile of this.profileScores.fitting) this.offerProfile(top, profile)
  }

  /** Those that could be offered. */
  eligible(): number {
    const { fitting, ofOwn } = this.profileScores
    const dropped = this.notes.dropped.filter((number) => this.profileScores.of(number) !== FAILS)
    return fitting.reduce((sum, { size }) => sum + size, ofOwn.size) - dropped.length
  }

  /** Going through whichever are fewer. */
  private notedNamers(): Iterable<number> {
    const { namers } = this.index
    const { numbers } = this.notes
    return namers.size < numbers.length ? namers : numbers.filter((number) => namers.has(number))
  }

  /** A skill that has derived keywords alone scores no more than this. */
  private mostOfDerived(named: ReadonlyMap<string, string>): number {
    const { derivedKeyword, derivedKeywordCap, coActivate } = this.table
    return (
      this.profileScores.best +
      (derivedKeyword > 0 ? derivedKeywordCap : 0) +
      (named.size > 0 ? coActivate : 0)
    )
  }

  /**
   * A long message notes thousands of skills: only those that can be among the best are looked at themselves,
   * and most of them, by their derived keywords, only if others leave them a place.
   */
  private offerNoted(top: TopRanked, mostOfDerived: number): void {
    let standings = this.standings()
    let places = leaders(standings, { most: top.limit, least: this.leastStanding(top) })
    const last =
      places.length < top.limit ? top.leastScore : standings[places[top.limit - 1]!]! >> SCORE_SHIFT
    if (last <= mostOfDerived) {
      for (const phrase of this.phrases) this.notes.noteHits(this.index.derivedPostings.of(phrase))
      standings = this.standings()
      places = leaders(standings, { most: top.limit, least: this.leastStanding(top) })
    }
    const { of, numbers } = this.notes
    for (const at of places) {
      const number = numbers[at]!
      const skill = this.index.skill(number)!
      const isFound = (of[number]! & SEARCHED_FOR) !== 0
      const searchScore = isFound ? this.turn.searchScores.get(skill.id)! : 0
      top.offer(skill, standings[at]! >> SCORE_SHIFT, searchScore)
    }
  }

  private standings(): Int32Array {
    const { index, profileScores, table } = this
    return standingsOf(this.notes, { facts: index.facts, profileScores, table })
  }

  /** Enough of those that nothing is noted of come to this by their profiles alone, or are there already. */
  private leastStanding(top: TopRanked): number {
    const byProfile = this.profileScores.reachedBy(top.limit + this.notes.numbers.length)
    return Math.max(0, top.leastScore, byProfile) << SCORE_SHIFT
  }

  /** The others of a profile differ in nothing but their order: the first that falls out ends it. */
  private offerProfile(top: TopRanked, profile: Profile): void {
    const score = this.profileScores.byProfile[profile.number]!
    if (score < top.leastScore) return
    for (const { skill, number } of profile.inOrder()) {
      if (this.notes.of[number] !== 0) continue
      if (!top.offer(skill, score, 0)) return
    }
  }
}
