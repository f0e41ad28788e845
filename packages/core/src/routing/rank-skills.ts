import { failedCondition } from './conditions.ts'
import type { Profile } from './profile.ts'
import type { RoutableSkill } from './routable-skill.ts'
import { DERIVED, NEGATIVE, type RoutingEntry, type RoutingIndex } from './routing-index.ts'
import { capped } from './score-skill.ts'
import type { ScoreTable } from './score-table.ts'
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
  readonly named: ReadonlyMap<string, string>
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
  const hides = (slug: string) => ownSlugs.has(slug)
  const parts = [
    new PartTurn(own, turn, { table, hides: () => false }),
    new PartTurn(shared, turn, { table, hides }),
  ]
  const named = new Map<string, string>()
  for (const part of parts) part.collectNamed(named)
  const top = new TopRanked(limit)
  for (const part of parts) part.offerAll(top, named)
  const eligible = parts.reduce((sum, part) => sum + part.eligible(ownSlugs), 0)
  for (const part of parts) part.end()
  return { ranked: top.best, named, eligible }
}

interface PartOptions {
  readonly table: ScoreTable
  /** The person's own skill of this slug stands in its place. */
  readonly hides: (slug: string) => boolean
}

const dropped = -1

/** One index in one turn. */
class PartTurn {
  private readonly index: RoutingIndex
  private readonly turn: RoutedTurn
  private readonly options: PartOptions
  /** By number: keywords in the low bits, derived ones above, or {@link dropped}. */
  private readonly hits: Int32Array
  private readonly touched: number[] = []
  /** What the profiles whose conditions hold are worth by themselves. */
  private readonly profileScores = new Map<Profile, number>()

  constructor(index: RoutingIndex, turn: RoutedTurn, options: PartOptions) {
    this.index = index
    this.turn = turn
    this.options = options
    this.hits = index.scratch
    for (const profile of index.profiles) {
      if (profile.size === 0) continue
      if (failedCondition(profile.conditions, turn.environment) === null) {
        this.profileScores.set(profile, profileScore(profile, turn, options.table))
      }
    }
    index.find(turn.words, (number, role) => this.note(number, role))
  }

  /** Skills that a keyword of the message found speak for those they name: one hop, the first by slug. */
  collectNamed(named: Map<string, string>): void {
    for (const number of this.touched) {
      const entry = this.index.entry(number)
      if (!entry || !hasKeyword(this.hits[number]!) || !this.isOffered(entry)) continue
      const { slug, coActivate } = entry.skill
      for (const other of coActivate) {
        const namer = named.get(other)
        if (other !== slug && (namer === undefined || slug < namer)) named.set(other, slug)
      }
    }
  }

  offerAll(top: TopRanked, named: ReadonlyMap<string, string>): void {
    this.touchSearched()
    this.touchNamed(named)
    for (const number of this.touched) this.offer(top, number, named)
    const byScore = [...this.profileScores].sort(([, a], [, b]) => b - a)
    for (const [profile, score] of byScore) this.offerProfile(top, profile, score)
  }

  /** Those that could be offered. */
  eligible(ownSlugs: ReadonlySet<string>): number {
    let count = 0
    for (const profile of this.profileScores.keys()) count += profile.size
    for (const number of this.touched) {
      const entry = this.index.entry(number)
      if (entry && this.hits[number] === dropped && this.isOffered(entry)) count -= 1
    }
    for (const slug of ownSlugs) {
      const number = this.options.hides(slug) ? this.index.numberOfSlug(slug) : undefined
      const entry = number === undefined ? null : this.index.entry(number)
      if (entry && this.profileScores.has(entry.profile)) count -= 1
    }
    return count
  }

  end(): void {
    for (const number of this.touched) this.hits[number] = 0
  }

  private note(number: number, role: number): void {
    const before = this.hits[number]!
    if (before === 0) this.touched.push(number)
    if (before === dropped || role === NEGATIVE) this.hits[number] = dropped
    else this.hits[number] = before + (role === DERIVED ? derivedHit : keywordHit)
  }

  private touchSearched(): void {
    for (const id of this.turn.searchScores.keys()) this.touch(this.index.numberOf(id))
  }

  private touchNamed(named: ReadonlyMap<string, string>): void {
    for (const slug of named.keys()) this.touch(this.index.numberOfSlug(slug))
  }

  private touch(number: number | undefined): void {
    if (number === undefined || this.hits[number] !== 0) return
    this.hits[number] = looked
    this.touched.push(number)
  }

  private offer(top: TopRanked, number: number, named: ReadonlyMap<string, string>): void {
    const entry = this.index.entry(number)
    const hits = this.hits[number]!
    if (!entry || hits === dropped || !this.isOffered(entry)) return
    const { table } = this.options
    const score =
      this.profileScores.get(entry.profile)! +
      capped(hits & 0xfff, table.keyword, table.keywordCap) +
      capped((hits >>> 12) & 0xfff, table.derivedKeyword, table.derivedKeywordCap) +
      (named.has(entry.skill.slug) ? table.coActivate : 0)
    top.offer(entry.skill, score, this.searchScore(entry.skill))
  }

  /** The others of a profile differ in nothing but their order: the first that falls out ends it. */
  private offerProfile(top: TopRanked, profile: Profile, score: number): void {
    for (const skill of profile.inOrder()) {
      const number = this.index.numberOf(skill.id)!
      if (this.hits[number] !== 0 || this.options.hides(skill.slug)) continue
      if (!top.offer(skill, score, 0)) return
    }
  }

  private isOffered({ skill, profile }: RoutingEntry): boolean {
    return this.profileScores.has(profile) && !this.options.hides(skill.slug)
  }

  private searchScore({ id }: RoutableSkill): number {
    return this.turn.searchScores.get(id) ?? 0
  }
}

const keywordHit = 1
const derivedHit = 1 << 12
/** Among the candidates for another reason than its words. */
const looked = 1 << 24

function hasKeyword(hits: number): boolean {
  return hits !== dropped && (hits & 0xfff) > 0
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
