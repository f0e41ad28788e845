import type { JsonObject } from '../base/json.ts'

export type InputVerdict =
  | { readonly verdict: 'fits' }
  | { readonly verdict: 'wrong'; readonly why: string }
  /** The schema cannot be read, or takes too long: the tool's fault, whatever the input. */
  | { readonly verdict: 'unusable-schema'; readonly why: string }

/** Whether an input fits a JSON schema that a stranger wrote. In bounded time, whatever the schema. */
export type CheckInput = (schema: JsonObject, input: JsonObject) => Promise<InputVerdict>
