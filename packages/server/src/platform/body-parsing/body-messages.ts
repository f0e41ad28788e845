import type { Problem } from '@repertoire/core/base'

/** A body for the parsing thread. */
export interface ParseRequest {
  readonly id: number
  /** Of the route whose schema counts. */
  readonly operationId: string
  /** In their order. */
  readonly parts: readonly Uint8Array[]
}

export type ParseAnswer = { readonly id: number } & (
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: Problem }
)
