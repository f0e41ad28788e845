import type { HitReason } from '../../ports/search-index.ts'

/** The words of one skill, as the index reads them. */
export interface SearchText {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: string
  readonly whenToUse: string
  readonly body: string
}

export interface FieldRule {
  readonly field: HitReason['field']
  readonly text: keyof SearchText
  readonly weight: number
  /** How much a longer field dilutes its words: 0 not at all, 1 fully (BM25's b). */
  readonly lengthNormalisation: number
  /**
   * Words a field of ordinary length has. A constant instead of the average of the catalogue, so that a
   * skill's own part of a score depends on that skill alone and stays right whatever is added or removed.
   */
  readonly typicalLength: number
  /** Also index `next.js` as `nextjs`; off where code would flood the vocabulary. */
  readonly joinSeparated: boolean
}

/** Position in this table is the field number kept with every posting: at most 8. */
export const FIELD_RULES: readonly FieldRule[] = [
  rule('slug', 'slug', 3, 0.3, 3),
  rule('name', 'name', 3, 0.3, 3),
  rule('description', 'description', 1, 0.5, 30),
  rule('tags', 'tags', 1, 0.5, 5),
  rule('when_to_use', 'whenToUse', 1, 0.5, 20),
  { ...rule('body', 'body', 0.3, 0.5, 450), joinSeparated: false },
]

/** How soon more of the same word stops counting (BM25's k1). */
export const SATURATION = 0.8
/** A body counts with its most frequent terms only: the rest is noise that costs memory. */
export const BODY_TERMS = 100
export const BODY_FIELD = 5

function rule(
  field: FieldRule['field'],
  text: FieldRule['text'],
  weight: number,
  lengthNormalisation: number,
  typicalLength: number,
): FieldRule {
  return { field, text, weight, lengthNormalisation, typicalLength, joinSeparated: true }
}
