import type { SkillId } from '../ids.ts'
import { PhraseTrie } from './phrase-trie.ts'
import { type Profile, ProfileTable } from './profile.ts'
import type { RoutableSkill } from './routable-skill.ts'
import { distinctPhrases } from './score-skill.ts'

/** What a phrase is to a skill: the low bits of a posting. */
export const OWN = 0
export const DERIVED = 1
export const NEGATIVE = 2

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
  /** By phrase: skills' numbers and what the phrase is to them. */
  private readonly postings: number[][] = []
  private readonly entries: (RoutingEntry | null)[] = []
  private readonly numbers = new Map<SkillId, number>()
  private readonly slugs = new Map<string, number>()
  private readonly profileTable = new ProfileTable()
  private gone = 0
  private marks = new Int32Array(64)

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

  /** Most of what is in the lists is gone: time to make it anew. */
  get worn(): boolean {
    return this.gone > 64 && this.gone > this.numbers.size
  }

  get profiles(): readonly Profile[] {
    return this.profileTable.all
  }

  /** Takes the place of the skill of this id, if there is one. */
  put(skill: RoutableSkill): void {
    this.remove(skill.id)
    const number = this.entries.length
    const profile = this.profileTable.of(skill)
    profile.add(skill)
    this.entries.push({ skill, profile })
    this.numbers.set(skill.id, number)
    this.slugs.set(skill.slug, number)
    const { keywords, derivedKeywords, negativeKeywords } = skill.routing
    this.post(number, OWN, keywords)
    this.post(number, DERIVED, derivedKeywords)
    this.post(number, NEGATIVE, negativeKeywords)
  }

  remove(id: SkillId): void {
    const number = this.numbers.get(id)
    if (number === undefined) return
    const { skill, profile } = this.entries[number]!
    profile.remove(skill)
    this.entries[number] = null
    this.numbers.delete(id)
    if (this.slugs.get(skill.slug) === number) this.slugs.delete(skill.slug)
    this.gone += 1
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

  /** All that are there, as they came. */
  *[Symbol.iterator](): Generator<RoutableSkill> {
    for (const entry of this.entries) if (entry) yield entry.skill
  }

  /** Tells of each skill that a phrase in these words is a keyword of, once a phrase. */
  find(words: readonly string[], onHit: (number: number, role: number) => void): void {
    const seen = new Set<number>()
    this.trie.find(words, (phrase) => {
      if (seen.has(phrase)) return
      seen.add(phrase)
      for (const posting of this.postings[phrase]!) onHit(posting >>> 2, posting & 3)
    })
  }

  private post(number: number, role: number, keywords: readonly string[]): void {
    for (const { words } of distinctPhrases(keywords)) {
      const phrase = this.trie.add(words)
      this.postings[phrase] ??= []
      this.postings[phrase].push((number << 2) | role)
    }
  }
}
