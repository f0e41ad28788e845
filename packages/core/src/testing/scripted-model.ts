import type { ToolCall } from '../domain/events.ts'
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts'

/** What a scripted model says in one step. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly toolCalls?: readonly ToolCall[]
}

/** A model whose answers a test writes. It keeps every request it was given. */
export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[]
}

/** `script` sees the request and decides; it may throw, as a provider would. Texts come in two pieces. */
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

/** How many tool results there are since the person last spoke: where a script has got to. */
export function resultsSinceUserMessage({ messages }: ModelRequest): number {
  const question = messages.findLastIndex((message) => message.role === 'user')
  return messages.slice(question + 1).filter((message) => message.role === 'tool').length
}

/** A model that calls the given tools, one a step, then says `Done.` */
export function createCallingModel(...calls: readonly ToolCall[]): ScriptedModel {
  return createScriptedModel((request) => {
    const next = calls[resultsSinceUserMessage(request)]
    return next ? { toolCalls: [next] } : { text: 'Done.' }
  })
}
