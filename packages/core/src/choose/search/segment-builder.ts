import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { type MergePart, mergeSegments } from './merge-segments.ts'
import type { Segment } from './segment.ts'

/** Where the heavy part of indexing runs. Both calls are pure functions of their arguments. */
export interface SegmentBuilder {
  /** A segment a group, in order; skills numbered as in their group. */
  build(groups: readonly (readonly SearchText[])[]): Promise<readonly Segment[]>
  merge(parts: readonly MergePart[]): Promise<Segment>
}

/** Builds on the calling thread: right for small batches, tests and embedding without threads. */
export function createInProcessSegmentBuilder(): SegmentBuilder {
  return {
    build: async (groups) => groups.map((texts) => buildSegment(texts)),
    merge: async (parts) => mergeSegments(parts),
  }
}
