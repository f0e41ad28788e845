import type { JsonObject, JsonValue, Problem } from '@repertoire/core/base'
import type { ModelMessage } from '@repertoire/core/ports'

/** A tool call of this turn with its result. */
export interface CompletedCall {
  readonly tool: string
  readonly input: JsonObject
  readonly output: JsonObject | undefined
  readonly problem: Problem | undefined
}

/**
 * Number of characters of a message that are read, because pattern matching runs on the server and takes long
 * on long texts.
 */
export const maxReadLength = 5_000

export interface CurrentTurn {
  /** The person's last message, as far as it is read. */
  readonly text: string
  /** The person's message before it, as far as it is read. */
  readonly previous: string
  /** Length of the whole message. */
  readonly textLength: number
  /** Completed calls since then, in order. */
  readonly done: readonly CompletedCall[]
}

/** The newest turn of a conversation. Pure. */
export function readTurn(messages: readonly ModelMessage[]): CurrentTurn {
  const from = messages.findLastIndex((message) => message.role === 'user')
  const question = messages[from]
  const since = messages.slice(from + 1)
  const calls = since.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
  const done = since.flatMap((message): CompletedCall[] => {
    if (message.role !== 'tool') return []
    const { name: tool, outcome, callId } = message
    const input = asObject(calls.find((call) => call.id === callId)?.input)
    return outcome.status === 'ok'
      ? [{ tool, input, output: asObject(outcome.output), problem: undefined }]
      : [{ tool, input, output: undefined, problem: outcome.problem }]
  })
  const text = question?.role === 'user' ? question.text : ''
  const before = messages.slice(0, Math.max(from, 0)).findLast(({ role }) => role === 'user')
  const previous = before?.role === 'user' ? before.text.slice(0, maxReadLength) : ''
  return { text: text.slice(0, maxReadLength), previous, textLength: text.length, done }
}

export function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

export function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
