import type { JsonObject } from '@repertoire/core/base'
import type { InputVerdict } from '@repertoire/core/ports'

/** A request to the check process. */
export interface CheckRequest {
  readonly id: number
  readonly schema: JsonObject
  readonly input: JsonObject
}

export interface CheckAnswer {
  /** Id of the request. */
  readonly id: number
  readonly verdict: InputVerdict
}
