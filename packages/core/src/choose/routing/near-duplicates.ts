import type { SkillId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { routingTokens } from './routing-tokens.ts'

/** The fields that near-duplicates are compared by. */
export interface SkillToCompare {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentHash: string
}

/** Minimum Jaccard similarity of two descriptions for skills of the same name to count as near-duplicates. */
const minSimilarity = 0.6

/**
 * Removes skills that are near-duplicates of an earlier one in the list: the same text, or the same name with a similar
 * description.
 */
export function withoutNearDuplicates<Item extends SkillToCompare>(
  items: readonly Item[],
): { readonly kept: readonly Item[]; readonly suppressed: ReadonlyMap<Item, Item> } {
  const kept = new KeptItems<Item>()
  const suppressed = new Map<Item, Item>()
  for (const item of items) {
    const duplicateOf = kept.add(item)
    if (duplicateOf !== null) suppressed.set(item, duplicateOf)
  }
  return { kept: kept.items, suppressed }
}

interface Described<Item> {
  readonly item: Item
  /** Its place among those that are kept. */
  readonly at: number
  readonly words: () => ReadonlySet<string>
}

/** Found by text and by name, because most items are like none: comparing each with all took longer than ranking them. */
class KeptItems<Item extends SkillToCompare> {
  readonly items: Item[] = []
  readonly #byText = new Map<string, Described<Item>>()
  readonly #byName = new Map<string, Described<Item>[]>()

  /** Keeps the item, unless it is like one before it: the first such one is returned. */
  add(item: Item): Item | null {
    const { contentHash } = item
    const name = routingTokens(item.name).join(' ')
    const words = lazy(() => new Set(routingTokens(item.description)))
    const named = this.#byName.get(name) ?? []
    const sameText = this.#byText.get(contentHash)
    const similar = named.find((one) => jaccardSimilarity(one.words(), words()) >= minSimilarity)
    const first = sameText && similar && similar.at < sameText.at ? similar : (sameText ?? similar)
    if (first) return first.item
    const described = { item, at: this.items.length, words }
    this.items.push(item)
    this.#byText.set(contentHash, described)
    this.#byName.set(name, [...named, described])
    return null
  }
}

/**
 * Of skills in the order of their rank: those that are near-duplicates of one before them, each with that one. For lists,
 * which name them: unlike routing, which leaves them out, a list counts those of another name whose descriptions say the
 * same, too.
 */
export function nearDuplicatesOf(skills: readonly Skill[]): ReadonlyMap<SkillId, Skill> {
  const items = skills.map((skill) => {
    const { name, description, contentHash } = skill.head
    return { slug: skill.slug, name, description, contentHash, skill }
  })
  return new Map(
    [...nearDuplicatesAmong(items)].map(([item, first]) => [item.skill.id, first.skill]),
  )
}

/** The same for whatever can be compared. */
export function nearDuplicatesAmong<Item extends SkillToCompare>(
  items: readonly Item[],
): ReadonlyMap<Item, Item> {
  const { kept, suppressed } = withoutNearDuplicates(items)
  const firstOf = sameDescriptions(kept)
  const found = new Map<Item, Item>()
  for (const [item, by] of suppressed) found.set(item, firstOf.get(by) ?? by)
  for (const [item, by] of firstOf) found.set(item, by)
  return found
}

/** Fewer say too little to tell two skills apart: `Use git.` */
const minWords = 5

/** Those that have a description of the same words as one before them, in any order and however often. */
function sameDescriptions<Item extends SkillToCompare>(
  items: readonly Item[],
): ReadonlyMap<Item, Item> {
  const byWords = new Map<string, Item>()
  const found = new Map<Item, Item>()
  for (const item of items) {
    const words = [...new Set(routingTokens(item.description))].filter(
      (word) => !articles.has(word),
    )
    if (words.length < minWords) continue
    const key = words.sort().join(' ')
    const first = byWords.get(key)
    if (first) found.set(item, first)
    else byWords.set(key, item)
  }
  return found
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the'])

/** Computes a value on first use: most names are unique, and their words are then never needed. */
function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Jaccard similarity; two empty sets are equal. */
function jaccardSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}
