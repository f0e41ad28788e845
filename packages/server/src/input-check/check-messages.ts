import type { InputVerdict, JsonObject } from '@repertoire/core'

/** What the checking process is asked. */
export interface CheckRequest {
  readonly id: number
  readonly schema: JsonObject
  readonly input: JsonObject
}

export interface CheckAnswer {
  /** Of the request. */
  readonly id: number
  readonly verdict: InputVerdict
}
