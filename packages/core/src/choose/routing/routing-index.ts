import type { SkillId } from '../../base/ids.ts'
import { PhraseTrie } from './phrase-trie.ts'
import { NEGATIVE, OWN, PostingLists } from './posting-lists.ts'
import { type Profile, ProfileTable } from './profile.ts'
import { RoutingHints } from './routing-hints.ts'
import type { RoutingSkill } from './routing-skill.ts'
import { distinctPhrases } from './score-skill.ts'
import type { SkillRouting } from './skill-routing.ts'

/** Number of removed skills below which the index is not compacted. */
const minRemovedToCompact = 64

/** Packed facts of a skill: the profile is above this many bits, the priority below. */
export const PROFILE_SHIFT = 7

/**
 * The routing index of one owner. Keywords are in a trie with a posting list per phrase, so that a turn touches only
 * skills that its words hit; the other fields are stored once per profile. Changed only synchronously.
 */
export class RoutingIndex {
  private readonly trie = new PhraseTrie()
  readonly postings = new PostingLists()
  /** By number; null for removed skills. */
  private readonly skills: (RoutingSkill | null)[] = []
  private readonly numbers = new Map<SkillId, number>()
  private readonly slugs = new Map<string, number>()
  private readonly profileTable = new ProfileTable()
  /** Numbers of skills that co-activate others. */
  readonly coActivators = new Set<number>()
  private removedCount = 0
  private readonly routingHints = new RoutingHints()
  /** By number: priority and profile; -1 for removed skills. */
  private packed = new Int32Array(64)

  /** Number of skills. */
  get size(): number {
    return this.numbers.size
  }

  /** Cleared hints. The turn must use them synchronously, because they are shared. */
  resetHints(): RoutingHints {
    this.routingHints.reset(this.skills.length)
    return this.routingHints
  }

  get facts(): Int32Array {
    return this.packed
  }

  get profiles(): readonly Profile[] {
    return this.profileTable.all
  }

  /** Adds or replaces the skill with this id. */
  put({ id, slug }: Pick<RoutingSkill, 'id' | 'slug'>, routing: SkillRouting): void {
    this.remove(id)
    const number = this.skills.length
    const { priority, coActivate } = routing
    const skill: RoutingSkill = { id, slug, priority, coActivate }
    const profile = this.profileTable.of(routing)
    profile.add({ skill, number })
    this.skills.push(skill)
    this.pack(number, profile)
    this.numbers.set(id, number)
    this.slugs.set(slug, number)
    const { postings } = this
    for (const phrase of this.phrasesOf(routing.keywords)) postings.add(phrase, number, OWN)
    for (const phrase of this.phrasesOf(routing.negativeKeywords))
      postings.add(phrase, number, NEGATIVE)
  }

  remove(id: SkillId): void {
    const number = this.numbers.get(id)
    if (number === undefined) return
    const skill = this.skills[number]!
    const profile = this.profileOf(number)
    profile.remove(skill)
    this.profileTable.releaseIfEmpty(profile)
    this.skills[number] = null
    this.packed[number] = -1
    this.coActivators.delete(number)
    this.numbers.delete(id)
    if (this.slugs.get(skill.slug) === number) this.slugs.delete(skill.slug)
    this.removedCount += 1
    if (this.removedCount > minRemovedToCompact && this.removedCount > this.numbers.size)
      this.compact()
  }

  /** Null for a removed skill. */
  skill(number: number): RoutingSkill | null {
    return this.skills[number] ?? null
  }

  /** Only for numbers of existing skills. */
  profileOf(number: number): Profile {
    return this.profiles[this.packed[number]! >>> PROFILE_SHIFT]!
  }

  numberOf(id: SkillId): number | undefined {
    return this.numbers.get(id)
  }

  numberOfSlug(slug: string): number | undefined {
    return this.slugs.get(slug)
  }

  /** The keyword phrases in these words. */
  find(words: readonly string[]): ReadonlySet<number> {
    const phrases = new Set<number>()
    this.trie.find(words, (phrase) => phrases.add(phrase))
    return phrases
  }

  private pack(number: number, profile: Profile): void {
    if (number >= this.packed.length) {
      const larger = new Int32Array(number * 2)
      larger.set(this.packed)
      this.packed = larger
    }
    const skill = this.skills[number]!
    this.packed[number] = (profile.number << PROFILE_SHIFT) | skill.priority
    if (skill.coActivate.length > 0) this.coActivators.add(number)
  }

  /** Renumbers the skills when most numbers belong to removed skills. */
  private compact(): void {
    const numbers = new Int32Array(this.skills.length).fill(-1)
    this.coActivators.clear()
    let next = 0
    for (const [number, skill] of this.skills.entries()) {
      if (!skill) continue
      numbers[number] = next
      const profile = this.profileOf(number)
      this.skills[next] = skill
      this.pack(next, profile)
      this.numbers.set(skill.id, next)
      next += 1
    }
    for (const profile of this.profiles) profile.renumber(numbers)
    this.skills.length = next
    for (const [slug, number] of this.slugs) this.slugs.set(slug, numbers[number]!)
    this.postings.renumber(numbers)
    this.removedCount = 0
  }

  private phrasesOf(keywords: readonly string[]): readonly number[] {
    if (keywords.length === 0) return []
    return distinctPhrases(keywords).map(({ words }) => this.trie.add(words))
  }
}
