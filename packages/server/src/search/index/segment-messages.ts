import type { MergePart, SearchText, Segment } from '@repertoire/core/choose'

/** A request to the indexing thread. `id` comes back with the answer. */
export type SegmentRequest =
  | {
      readonly id: number
      readonly kind: 'build'
      readonly groups: readonly (readonly SearchText[])[]
    }
  | { readonly id: number; readonly kind: 'merge'; readonly parts: readonly MergePart[] }

export type SegmentAnswer =
  | { readonly id: number; readonly segments: readonly Segment[] }
  | { readonly id: number; readonly failure: string }
