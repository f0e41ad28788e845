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

/** Message and hint of a failed call; the hint of a stale answer is for models, and people get one of their own. */
export function problemText({ problem }: CompletedCall): string {
  if (problem?.code === 'approval.stale') {
    return `${problem.message} Send your message again, and I ask about it as it is now.`
  }
  return [problem?.message, problem?.hint].filter(Boolean).join(' ')
}
