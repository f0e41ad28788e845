import { failedCondition } from './conditions.ts'
import { nthLargest } from './nth-largest.ts'
import type { Profile } from './profile.ts'
import {
  DERIVED,
  NEGATIVE,
  OWN,
  PRIORITY_BITS,
  PROFILE_SHIFT,
  ROLE,
  ROLE_BITS,
  type RoutingIndex,
} from './routing-index.ts'
import { capped } from './score-skill.ts'
import type { ScoreTable } from './score-table.ts'
import type { TopRanked } from './top-ranked.ts'
import type { RoutedTurn } from './turn.ts'

export interface PartOptions {
  readonly table: ScoreTable
  /** Slugs in whose place the person's own skills stand. */
  readonly hidden: ReadonlySet<string>
}

/** What is noted of a skill in a turn: keywords in the low bits, derived ones above, then why else it is looked at. */
const keywordHit = 1
const derivedHit = 1 << 12
const hitBits = 0xfff
const searchedFor = 1 << 24
const namedByOther = 1 << 25
const fitsByItself = 1 << 26
/** A negative keyword, or a skill of the person's own in its place. */
const dropped = -1
const hitOf = { [OWN]: keywordHit, [DERIVED]: derivedHit, [NEGATIVE]: dropped } as const
/** By the role of a posting. */
const hitOfRole = Int32Array.from([OWN, DERIVED, NEGATIVE] as const, (role) => hitOf[role])
/** Of a profile whose conditions do not hold. */
const fails = -1
/** Scores are whole numbers, and priorities less than this. */
const standingStep = PRIORITY_BITS + 1

/** One index in one turn. */
export class PartTurn {
  private readonly index: RoutingIndex
  private readonly turn: RoutedTurn
  private readonly table: ScoreTable
  /** By skill, 0 for those nothing is noted of. */
  private readonly notes: Int32Array
  private readonly noted: number[] = []
  private readonly droppedOnes: number[] = []
  /** By profile: what it is worth by itself, or {@link fails}. */
  private readonly profileScores: Float64Array
  /** By skill whose profile fails, but not for itself, because of settings of its own: what its profile is worth. */
  private ownScores: ReadonlyMap<number, number> = new Map()

  constructor(index: RoutingIndex, turn: RoutedTurn, { table, hidden }: PartOptions) {
    this.index = index
    this.turn = turn
    this.table = table
    this.notes = index.scratch
    this.profileScores = Float64Array.from(index.profiles, (profile) =>
      failedCondition(profile.conditions, turn.environment) === null
        ? profileScore(profile, turn, table)
        : fails,
    )
    this.ownScores = this.scoresOfOwn()
    for (const slug of hidden) this.note(index.numberOfSlug(slug), dropped)
    for (const postings of index.find(turn.words)) this.noteHits(postings)
  }

  /** Skills that a keyword of the message found speak for those they name: one hop, the first by slug. */
  collectNamed(named: Map<string, string>): void {
    for (const number of this.notedNamers()) {
      const note = this.notes[number]!
      if (note === dropped || (note & hitBits) === 0 || this.profileScore(number) === fails)
        continue
      const { slug, coActivate } = this.index.entry(number)!.skill
      for (const other of coActivate) {
        const namer = named.get(other)
        if (other !== slug && (namer === undefined || slug < namer)) named.set(other, slug)
      }
    }
  }

  /** Going through whichever are fewer. */
  private notedNamers(): Iterable<number> {
    const { namers } = this.index
    return namers.size < this.noted.length
      ? namers
      : this.noted.filter((number) => namers.has(number))
  }

  offerAll(top: TopRanked, named: ReadonlyMap<string, string>): void {
    for (const id of this.turn.searchScores.keys()) this.note(this.index.numberOf(id), searchedFor)
    for (const slug of named.keys()) this.note(this.index.numberOfSlug(slug), namedByOther)
    for (const number of this.ownScores.keys()) this.note(number, fitsByItself)
    this.offerFound(top)
    this.offerNoted(top)
    const least = Math.max(0, top.leastScore)
    const best = this.index.profiles
      .filter((profile) => profile.size > 0 && this.profileScores[profile.number]! >= least)
      .sort((a, b) => this.profileScores[b.number]! - this.profileScores[a.number]!)
    for (const profile of best) this.offerProfile(top, profile)
  }

  /** Those that could be offered. */
  eligible(): number {
    let count = 0
    for (const { size, number } of this.index.profiles) {
      if (this.profileScores[number] !== fails) count += size
    }
    for (const number of this.droppedOnes) if (this.profileScore(number) !== fails) count -= 1
    return count + this.ownScores.size
  }

  private scoresOfOwn(): ReadonlyMap<number, number> {
    const scores = new Map<number, number>()
    const { environment } = this.turn
    for (const [id, own] of environment.ownEnv ?? []) {
      const number = this.index.numberOf(id)
      const entry = number === undefined ? null : this.index.entry(number)
      if (number === undefined || !entry || this.profileScore(number) !== fails) continue
      const { profile } = entry
      if (failedCondition(profile.conditions, environment, own) !== null) continue
      scores.set(number, profileScore(profile, this.turn, this.table))
    }
    return scores
  }

  end(): void {
    for (const number of this.noted) this.notes[number] = 0
  }

  private noteHits(postings: number | readonly number[]): void {
    if (typeof postings === 'number') this.noteHit(postings)
    else for (const posting of postings) this.noteHit(posting)
  }

  private noteHit(posting: number): void {
    this.note(posting >>> ROLE_BITS, hitOfRole[posting & ROLE]!)
  }

  private note(number: number | undefined, what: number): void {
    if (number === undefined) return
    const { notes } = this
    const before = notes[number]!
    if (before === dropped) return
    if (before === 0) this.noted.push(number)
    if (what === dropped) this.droppedOnes.push(number)
    notes[number] = what === dropped ? dropped : before + what
  }

  /** {@link fails} for a skill that is gone, too. */
  private profileScore(number: number): number {
    const facts = this.index.facts[number]!
    if (facts === -1) return fails
    const ofProfile = this.profileScores[facts >>> PROFILE_SHIFT]!
    return ofProfile === fails ? (this.ownScores.get(number) ?? fails) : ofProfile
  }

  private offerFound(top: TopRanked): void {
    for (const [id, searchScore] of this.turn.searchScores) {
      const number = this.index.numberOf(id)
      const score = number === undefined ? fails : this.noteScore(number)
      if (score !== fails) top.offer(this.index.entry(number!)!.skill, score, searchScore)
    }
  }

  /** A long message notes thousands of skills: only those that can be among the best are looked at themselves. */
  private offerNoted(top: TopRanked): void {
    const { index, notes, noted } = this
    const standings = this.standings()
    const bar = Math.max(0, nthLargest(standings, top.limit))
    for (let at = 0; at < noted.length; at += 1) {
      const standing = standings[at]!
      if (standing < bar) continue
      const number = noted[at]!
      if ((notes[number]! & searchedFor) !== 0) continue
      top.offer(index.entry(number)!.skill, Math.floor(standing / standingStep), 0)
    }
  }

  /** Of each that is noted, what orders those that search does not find, but for their slugs: score, then priority. */
  private standings(): Float64Array {
    const { index, noted } = this
    const standings = new Float64Array(noted.length)
    for (let at = 0; at < noted.length; at += 1) {
      const number = noted[at]!
      const score = this.noteScore(number)
      const behind = index.facts[number]! & PRIORITY_BITS
      standings[at] = score === fails ? fails : score * standingStep + PRIORITY_BITS - behind
    }
    return standings
  }

  /** {@link fails} when it is dropped, or its profile fails. */
  private noteScore(number: number): number {
    const note = this.notes[number]!
    const ofProfile = note === dropped ? fails : this.profileScore(number)
    if (ofProfile === fails) return fails
    const { keyword, keywordCap, derivedKeyword, derivedKeywordCap, coActivate } = this.table
    return (
      ofProfile +
      capped(note & hitBits, keyword, keywordCap) +
      capped((note >>> 12) & hitBits, derivedKeyword, derivedKeywordCap) +
      ((note & namedByOther) === 0 ? 0 : coActivate)
    )
  }

  /** The others of a profile differ in nothing but their order: the first that falls out ends it. */
  private offerProfile(top: TopRanked, profile: Profile): void {
    const score = this.profileScores[profile.number]!
    if (score < top.leastScore) return
    for (const skill of profile.inOrder()) {
      if (this.notes[this.index.numberOf(skill.id)!] !== 0) continue
      if (!top.offer(skill, score, 0)) return
    }
  }
}

function profileScore(profile: Profile, turn: RoutedTurn, table: ScoreTable): number {
  const { stages, assetClasses, signalSources } = profile
  const source = turn.signal?.source
  return (
    (stages.some((stage) => turn.stages.has(stage)) ? table.stage : 0) +
    (assetClasses.some((asset) => turn.assetClasses.has(asset)) ? table.assetClass : 0) +
    (source !== undefined && signalSources.includes(source) ? table.signalSource : 0)
  )
}
