import type { JsonObject } from '@repertoire/core/base'
import type { CompletedCall } from './current-turn.ts'

/** The demo model's next step: text, calls, or both. */
export interface Decision {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[]
}

export function textDecision(text: string): Decision {
  return { text, calls: [] }
}

export function callTool(name: string, input: JsonObject): Decision {
  return { text: '', calls: [{ name, input }] }
}

/** Message and hint of a failed call. */
export function problemText({ problem }: CompletedCall): string {
  return [problem?.message, problem?.hint].filter(Boolean).join(' ')
}
