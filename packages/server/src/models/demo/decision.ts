import type { JsonObject } from '@repertoire/core'
import type { CompletedCall } from './current-turn.ts'

/** What the demo model does next: words, or calls, or both. */
export interface Decision {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[]
}

export function say(text: string): Decision {
  return { text, calls: [] }
}

export function callTool(name: string, input: JsonObject): Decision {
  return { text: '', calls: [{ name, input }] }
}

/** What came of a call that was not done, as it was told. */
export function problemText({ problem }: CompletedCall): string {
  return [problem?.message, problem?.hint].filter(Boolean).join(' ')
}
