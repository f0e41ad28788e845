import type { JsonValue } from '@repertoire/core/base'
import type { ToolCall, ToolOutcome } from '@repertoire/core/domain'
import type { ModelMessage } from '@repertoire/core/ports'
import type { AssistantContent, ModelMessage as ProviderMessage, ToolResultPart } from 'ai'

/** Converts the conversation to the AI SDK's messages. Results of parallel calls are grouped. */
export function toProviderMessages(messages: readonly ModelMessage[]): ProviderMessage[] {
  const out: ProviderMessage[] = []
  for (const message of messages) {
    if (message.role === 'user') out.push({ role: 'user', content: message.text })
    if (message.role === 'assistant') {
      const content = assistantContent(message)
      if (content.length > 0) out.push({ role: 'assistant', content })
    }
    if (message.role === 'tool') {
      const result = toolResult(message)
      const last = out.at(-1)
      if (last?.role === 'tool') last.content.push(result)
      else out.push({ role: 'tool', content: [result] })
    }
  }
  return out
}

function assistantContent({
  text,
  toolCalls,
}: {
  text: string
  toolCalls: readonly ToolCall[]
}): Exclude<AssistantContent, string> {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: asInput(input),
    })),
  ]
}

/** Providers accept only objects. Any other input of a model is wrapped under one key. */
function asInput(input: JsonValue): JsonValue {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input }
}

function toolResult({
  callId,
  name,
  outcome,
}: {
  callId: string
  name: string
  outcome: ToolOutcome
}): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output:
      outcome.status === 'ok'
        ? toolOutput(outcome.output)
        : { type: 'error-json', value: problemOutput(outcome) },
  }
}

/** A text is passed as text, not as JSON. */
function toolOutput(output: JsonValue): ToolResultPart['output'] {
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output }
}

function problemOutput({ problem }: Exclude<ToolOutcome, { status: 'ok' }>): JsonValue {
  const { code, message, hint, details } = problem
  return { error: code, message, ...(hint && { hint }), ...(details && { details }) }
}
