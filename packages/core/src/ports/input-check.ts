import type { JsonObject } from '../base/json.ts'

export type InputVerdict =
  | { readonly verdict: 'fits' }
  | { readonly verdict: 'wrong'; readonly why: string }
  /** The schema is invalid or takes too long to evaluate, for any input. */
  | { readonly verdict: 'unusable-schema'; readonly why: string }

/** Validates an input against an untrusted JSON Schema, in bounded time. */
export type CheckInput = (schema: JsonObject, input: JsonObject) => Promise<InputVerdict>
