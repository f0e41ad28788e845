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
  const kept: { item: Item; name: string; words: () => ReadonlySet<string> }[] = []
  const suppressed = new Map<Item, Item>()
  for (const item of items) {
    const name = routingTokens(item.name).join(' ')
    const words = lazy(() => new Set(routingTokens(item.description)))
    const duplicateOf = kept.find(
      (other) =>
        other.item.contentHash === item.contentHash ||
        (other.name === name && jaccardSimilarity(other.words(), words()) >= minSimilarity),
    )
    if (duplicateOf) suppressed.set(item, duplicateOf.item)
    else kept.push({ item, name, words })
  }
  return { kept: kept.map(({ item }) => item), suppressed }
}

/** Of skills in the order of their rank: those that are near-duplicates of one before them, each with that one. */
export function nearDuplicatesOf(skills: readonly Skill[]): ReadonlyMap<SkillId, Skill> {
  const items = skills.map((skill) => {
    const { name, description, contentHash } = skill.head
    return { slug: skill.slug, name, description, contentHash, skill }
  })
  const { suppressed } = withoutNearDuplicates(items)
  return new Map([...suppressed].map(([item, by]) => [item.skill.id, by.skill]))
}

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
