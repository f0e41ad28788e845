import type { ToolCall } from '../domain/events.ts'
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts'

/** The answer of a scripted model in one step. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly toolCalls?: readonly ToolCall[]
}

/** A model with scripted answers, which records all requests. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[]
}

/** `script` answers each request, and may throw like a provider. Texts are streamed in two pieces. */
export function createScriptedModel(
  script: (request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    label: 'Scripted model',
    demo: false,
    requests,
    step: async (request, onText): Promise<ModelAnswer> => {
      requests.push(request)
      const { text = '', toolCalls = [] } = await script(request)
      const half = Math.ceil(text.length / 2)
      for (const piece of [text.slice(0, half), text.slice(half)]) if (piece) onText(piece)
      return { text, toolCalls, usage: { inputTokens: 10, outputTokens: 5 } }
    },
  }
}

/** The number of tool results since the last user message: the position in a script. */
export function resultsSinceUserMessage({ messages }: ModelRequest): number {
  const lastUserMessage = messages.findLastIndex((message) => message.role === 'user')
  return messages.slice(lastUserMessage + 1).filter((message) => message.role === 'tool').length
}

/** A model that makes one of the given calls per step, then answers `Done.` */
export function createCallingModel(...calls: readonly ToolCall[]): ScriptedModel {
  return createScriptedModel((request) => {
    const next = calls[resultsSinceUserMessage(request)]
    return next ? { toolCalls: [next] } : { text: 'Done.' }
  })
}
