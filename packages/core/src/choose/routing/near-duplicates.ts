import { routingTokens } from './routing-tokens.ts'

/** What two skills are compared by. */
export interface Comparable {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentHash: string
}

/** The share of words two descriptions have in common from which on skills of one name are the same to a reader. */
const minSimilarity = 0.6

/**
 * Leaves out each skill that an earlier one of the list already stands for: the same text, or the same name
 * with nearly the same description. Names collide all the time; a list of ten that are one helps nobody.
 */
export function withoutNearDuplicates<Item extends Comparable>(
  items: readonly Item[],
): { readonly kept: readonly Item[]; readonly suppressed: ReadonlyMap<Item, Item> } {
  const kept: { item: Item; name: string; words: ReadonlySet<string> }[] = []
  const suppressed = new Map<Item, Item>()
  for (const item of items) {
    const name = routingTokens(item.name).join(' ')
    const words = new Set(routingTokens(item.description))
    const duplicateOf = kept.find(
      (other) =>
        other.item.contentHash === item.contentHash ||
        (other.name === name && jaccardSimilarity(other.words, words) >= minSimilarity),
    )
    if (duplicateOf) suppressed.set(item, duplicateOf.item)
    else kept.push({ item, name, words })
  }
  return { kept: kept.map(({ item }) => item), suppressed }
}

/** Jaccard's measure; two empty descriptions are alike. */
function jaccardSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}
