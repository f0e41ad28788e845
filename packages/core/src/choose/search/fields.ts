import type { HitReason } from '../../ports/search-index.ts'

/** The indexed texts of one skill. */
export interface SearchText {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: string
  readonly whenToUse: string
  readonly body: string
}

export interface FieldRule {
  readonly field: Exclude<HitReason['field'], 'meaning' | 'synonym' | 'quality'>
  readonly text: keyof SearchText
  readonly weight: number
  /** Length normalisation: 0 none, 1 full (BM25's b). */
  readonly lengthNormalisation: number
  /**
   * Words of a field of typical length. A constant instead of the average over the library, so that the term impact of a
   * skill depends on that skill alone and stays valid when skills are added or removed.
   */
  readonly typicalLength: number
  /** How much a match in this field tells: 2 it names the skill, 1 it describes it, 0 it is mentioned somewhere. */
  readonly rank: 0 | 1 | 2
  /** Also index `next.js` as `nextjs`; off for bodies, where code would flood the vocabulary. */
  readonly joinSeparated: boolean
}

/** The index in this table is the field number of a posting; at most 8 fields. */
export const FIELD_RULES: readonly FieldRule[] = [
  { ...rule('slug', 'slug', 3, 0.3, 3), rank: 2 },
  { ...rule('name', 'name', 3, 0.3, 3), rank: 2 },
  rule('description', 'description', 1, 0.5, 30),
  { ...rule('tags', 'tags', 1, 0.5, 5), rank: 2 },
  rule('when_to_use', 'whenToUse', 1, 0.5, 20),
  { ...rule('body', 'body', 0.6, 0.5, 450), rank: 0, joinSeparated: false },
]

/** Term frequency saturation (BM25's k1). */
export const SATURATION = 1.2
/** Only the most frequent terms of a body are indexed. More of them find hardly more, and cost memory. */
export const BODY_TERMS = 250
/** The same for pairs of ideographs: a word of Chinese, Japanese or Korean is about two. */
export const BODY_PAIRS = 500
export const BODY_FIELD = 5
/** However often a body repeats a word, it says no more than a description of usual length that has it once. */
export const BODY_MAX = 1

function rule(
  field: FieldRule['field'],
  text: FieldRule['text'],
  weight: number,
  lengthNormalisation: number,
  typicalLength: number,
): FieldRule {
  return {
    ...{ field, text, weight, lengthNormalisation, typicalLength },
    ...{ rank: 1, joinSeparated: true },
  }
}
