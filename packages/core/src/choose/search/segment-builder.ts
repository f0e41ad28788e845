import type { WordVectors } from '../../ports/word-vectors.ts'
import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { type MergePart, mergeSegments } from './merge-segments.ts'
import type { Segment } from './segment.ts'

/** Runs the expensive part of indexing. Both methods are pure functions of their arguments. */
export interface SegmentBuilder {
  /** One segment per group, in order; skills are numbered as in their group. */
  build(groups: readonly (readonly SearchText[])[]): Promise<readonly Segment[]>
  merge(parts: readonly MergePart[]): Promise<Segment>
}

/** Builds on the calling thread: for small batches, tests and embedding without threads. */
export function createInProcessSegmentBuilder(vectors: WordVectors | null = null): SegmentBuilder {
  return {
    build: async (groups) => groups.map((texts) => buildSegment(texts, vectors)),
    merge: async (parts) => mergeSegments(parts),
  }
}
