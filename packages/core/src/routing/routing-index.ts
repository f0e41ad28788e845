import type { SkillId } from '../ids.ts'
import { PhraseTrie } from './phrase-trie.ts'
import { type Profile, ProfileTable } from './profile.ts'
import type { RoutableSkill } from './routable-skill.ts'
import { distinctPhrases } from './score-skill.ts'
import type { SkillRouting } from './skill-routing.ts'

/** What a phrase is to a skill: the low bits of a posting. */
export const OWN = 0
export const DERIVED = 1
export const NEGATIVE = 2
/** Above them lies the skill's number. */
export const ROLE_BITS = 2
export const ROLE = 0b11

/** Numbers of skills that are gone, which are not worth the trouble. */
const fewGone = 64

/** Bits of a skill's facts that ranking goes by before it looks at the skill itself. */
export const PRIORITY_BITS = 0x7f
export const PROFILE_SHIFT = 7

/** A skill in its place. */
export interface RoutingEntry {
  readonly skill: RoutableSkill
  readonly profile: Profile
}

/**
 * The skills of one owner, arranged so that a turn touches only those its words name: keywords in a trie
 * with a list of skills a phrase, and all else, which many skills have in common, once a profile (E2).
 * Changed only synchronously.
 */
export class RoutingIndex {
  private readonly trie = new PhraseTrie()
  /** By phrase: skills' numbers and what the phrase is to them. Most phrases are one skill's, and need no list. */
  private readonly postings: (number | number[])[] = []
  private readonly entries: (RoutingEntry | null)[] = []
  private readonly numbers = new Map<SkillId, number>()
  private readonly slugs = new Map<string, number>()
  private readonly profileTable = new ProfileTable()
  /** Numbers of skills that name others to go with them. */
  readonly namers = new Set<number>()
  private gone = 0
  private marks = new Int32Array(64)
  /** By number: priority and profile; -1 once it is gone. */
  private packed = new Int32Array(64)

  /** Skills that are there. */
  get size(): number {
    return this.numbers.size
  }

  /** A number for every skill, 0 to begin with. Whoever changes some sets them to 0 again before giving way. */
  get scratch(): Int32Array {
    if (this.marks.length < this.entries.length)
      this.marks = new Int32Array(this.entries.length * 2)
    return this.marks
  }

  get facts(): Int32Array {
    return this.packed
  }

  get profiles(): readonly Profile[] {
    return this.profileTable.all
  }

  /** Takes the place of the skill of this id, if there is one. */
  put({ id, slug }: Pick<RoutableSkill, 'id' | 'slug'>, routing: SkillRouting): void {
    this.remove(id)
    const number = this.entries.length
    const { priority, coActivate } = routing
    const skill: RoutableSkill = { id, slug, priority, coActivate }
    const profile = this.profileTable.of(routing)
    profile.add(skill)
    this.entries.push({ skill, profile })
    this.pack(number)
    this.numbers.set(id, number)
    this.slugs.set(slug, number)
    this.post(number, OWN, routing.keywords)
    this.post(number, DERIVED, routing.derivedKeywords)
    this.post(number, NEGATIVE, routing.negativeKeywords)
  }

  remove(id: SkillId): void {
    const number = this.numbers.get(id)
    if (number === undefined) return
    const { skill, profile } = this.entries[number]!
    profile.remove(skill)
    this.profileTable.dropIfEmpty(profile)
    this.entries[number] = null
    this.packed[number] = -1
    this.namers.delete(number)
    this.numbers.delete(id)
    if (this.slugs.get(skill.slug) === number) this.slugs.delete(skill.slug)
    this.gone += 1
    if (this.gone > fewGone && this.gone > this.numbers.size) this.compact()
  }

  /** Null for a number whose skill is gone. */
  entry(number: number): RoutingEntry | null {
    return this.entries[number] ?? null
  }

  numberOf(id: SkillId): number | undefined {
    return this.numbers.get(id)
  }

  numberOfSlug(slug: string): number | undefined {
    return this.slugs.get(slug)
  }

  /** Each phrase in these words that is somebody's keyword, once: whose, and what to them, its role in the low bits. */
  find(words: readonly string[]): readonly (number | readonly number[])[] {
    const phrases = new Set<number>()
    this.trie.find(words, (phrase) => phrases.add(phrase))
    return Array.from(phrases, (phrase) => this.postings[phrase]!)
  }

  private pack(number: number): void {
    if (number >= this.packed.length) {
      const larger = new Int32Array(number * 2)
      larger.set(this.packed)
      this.packed = larger
    }
    const { skill, profile } = this.entries[number]!
    this.packed[number] = (profile.number << PROFILE_SHIFT) | skill.priority
    if (skill.coActivate.length > 0) this.namers.add(number)
  }

  /** Most of what is in the lists is gone: the rest is numbered anew. */
  private compact(): void {
    const numbers = new Int32Array(this.entries.length).fill(-1)
    this.namers.clear()
    let next = 0
    for (const [number, entry] of this.entries.entries()) {
      if (!entry) continue
      numbers[number] = next
      this.entries[next] = entry
      this.pack(next)
      this.numbers.set(entry.skill.id, next)
      next += 1
    }
    this.entries.length = next
    for (const [slug, number] of this.slugs) this.slugs.set(slug, numbers[number]!)
    for (const [phrase, list] of this.postings.entries()) {
      this.postings[phrase] = [list]
        .flat()
        .filter((posting) => numbers[posting >>> ROLE_BITS] !== -1)
        .map((posting) => (numbers[posting >>> ROLE_BITS]! << ROLE_BITS) | (posting & ROLE))
    }
    this.gone = 0
  }

  private post(number: number, role: number, keywords: readonly string[]): void {
    for (const { words } of distinctPhrases(keywords)) {
      const phrase = this.trie.add(words)
      const posting = (number << ROLE_BITS) | role
      const others = this.postings[phrase]
      if (others === undefined) this.postings[phrase] = posting
      else if (typeof others === 'number') this.postings[phrase] = [others, posting]
      else others.push(posting)
    }
  }
}
