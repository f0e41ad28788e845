import { similarity } from '../meaning/text-meaning.ts'
import type { IndexedSkill } from './live-segment.ts'
import type { RankedSkill } from './top-hits.ts'

/** What an embedding model says of a query and of skills, in the form of meanings. */
export interface QueryVector {
  readonly vector: Int8Array
  /** Undefined for a skill that the model has not seen yet. */
  readonly vectorOf: (skill: IndexedSkill) => Int8Array | undefined
}

/** Below this share of the hits with a vector, they are compared by their words. */
const enough = 0.5

/** How alike each hit and the query are by their words, from 0 to 1. */
export function compareByWords(
  hits: readonly RankedSkill[],
  meaning: Int8Array,
): readonly number[] {
  return hits.map(({ live: { segment }, doc }) =>
    segment.meanings.length === 0 ? 0 : similarity(meaning, segment.meanings, doc * meaning.length),
  )
}

/**
 * The same by a model. A hit without a vector is as alike as the others are on average, so that a new skill neither wins
 * nor loses by it. Null when too few have one to say anything.
 */
export function compareByModel(
  hits: readonly RankedSkill[],
  { vector, vectorOf }: QueryVector,
): readonly number[] | null {
  const known = hits.map(({ skill }) => {
    const own = vectorOf(skill)
    return own?.length === vector.length ? similarity(vector, own, 0) : null
  })
  const similar = known.filter((value) => value !== null)
  if (similar.length === 0 || similar.length < enough * hits.length) return null
  const average = similar.reduce((sum, value) => sum + value, 0) / similar.length
  return known.map((value) => value ?? average)
}
