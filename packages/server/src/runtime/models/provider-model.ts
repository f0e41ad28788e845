import { AsyncLocalStorage } from 'node:async_hooks'
import { type JsonObject, type JsonValue, ProblemError } from '@repertoire/core/base'
import { reportedUsage, type ToolCall } from '@repertoire/core/domain'
import type { Model, ModelAnswer, ModelRequest } from '@repertoire/core/ports'
import {
  type FinishReason,
  type Instructions,
  jsonSchema,
  type LanguageModel,
  type ModelMessage as ProviderMessage,
  streamText,
  type ToolSet,
  tool,
} from 'ai'
import { tracedFetch } from '../../platform/telemetry/current-trace.ts'
import { maxSilenceMs } from './model-timeout.ts'
import type { ProviderConnection } from './provider-connection.ts'
import { toProviderMessages } from './provider-messages.ts'
import { isWebPage, notAnApi, providerProblem, streamCut } from './provider-problem.ts'

export interface ProviderOptions {
  readonly label: string
  /** As in {@link Model}. */
  readonly id: string
  readonly provider: string
  readonly apiKey: string | undefined
  readonly connection: ProviderConnection
  /** The AI SDK's model, using the given fetch. */
  connect(fetch: typeof globalThis.fetch): LanguageModel
  instructions(request: Pick<ModelRequest, 'system' | 'stableBlocks'>): Instructions
  /** Adds provider options to the messages. Unchanged when absent. */
  messages?(messages: ProviderMessage[]): ProviderMessage[]
}

// The SDK would print warnings to the console, past our log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A model behind the AI SDK. One call for each step: it executes no tool and retries nothing. */
export function createProviderModel(options: ProviderOptions): Model {
  const { label, id, provider } = options
  const calls = new AsyncLocalStorage<{ answered: boolean }>()
  const observed: typeof globalThis.fetch = async (input, init) => {
    const response = await tracedFetch(options.connection.fetch)(input, init)
    if (isWebPage(response)) throw notAnApi(options.connection)
    const call = calls.getStore()
    if (call) call.answered = response.ok
    return response
  }
  // Once for all calls: the SDK composes its schemas each time.
  let connected: LanguageModel | undefined
  return {
    ...{ label, id, provider, demo: false },
    step: async (request, onText) => {
      const call = { answered: false }
      try {
        connected ??= options.connect(observed)
        const model = connected
        return await calls.run(call, () => readAnswer(startStream(options, model, request), onText))
      } catch (error) {
        throw providerProblem(error, {
          ...{ apiKey: options.apiKey, answered: call.answered },
          mendedIn: options.connection.mendedIn,
        })
      }
    },
  }
}

function startStream(options: ProviderOptions, model: LanguageModel, request: ModelRequest) {
  const { tools, signal } = request
  const messages = toProviderMessages(request.messages)
  return streamText({
    model,
    instructions: options.instructions(request),
    messages: options.messages?.(messages) ?? messages,
    tools: toolSet(tools),
    maxRetries: 0,
    timeout: { firstChunkMs: maxSilenceMs, chunkMs: maxSilenceMs },
    ...(signal && { abortSignal: signal }),
    // Errors arrive in the stream. The default handler would print them, with the request.
    onError: () => undefined,
  })
}

/**
 * Without `execute`, because the gate decides about calls. Built from entries, because a tool may have any
 * name.
 */
function toolSet(tools: ModelRequest['tools']): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema<JsonObject>(inputSchema) }),
    ]),
  )
}

interface FinishPart {
  readonly finishReason: FinishReason
  readonly rawFinishReason: string | undefined
}

async function readAnswer(
  { stream }: ReturnType<typeof startStream>,
  onText: (text: string) => void,
): Promise<ModelAnswer> {
  let text = ''
  const toolCalls: ToolCall[] = []
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        text += part.text
        onText(part.text)
        break
      case 'tool-call':
        toolCalls.push({
          id: part.toolCallId,
          name: part.toolName,
          input: (part.input ?? {}) as JsonValue,
        })
        break
      case 'error':
        throw part.error
      case 'abort':
        throw new ProblemError(aborted)
      case 'finish': {
        if (part.finishReason === 'content-filter') throw new ProblemError(withheld)
        if (isBroken(part)) throw streamCut()
        const { inputTokens, outputTokens, inputTokenDetails } = part.totalUsage
        const cachedTokens = inputTokenDetails.cacheReadTokens
        const usage = reportedUsage({ inputTokens, outputTokens, cachedTokens })
        return { text, toolCalls, usage }
      }
    }
  }
  throw streamCut()
}

/** Adapters invent a finish part for a stream that stopped without one. */
function isBroken({ finishReason, rawFinishReason }: FinishPart): boolean {
  if (finishReason === 'interrupted' || finishReason === 'error') return true
  return finishReason === 'other' && rawFinishReason === undefined
}

const aborted = {
  code: 'model.aborted',
  kind: 'unavailable',
  message: 'The model call was stopped.',
} as const

const withheld = {
  code: 'model.withheld',
  kind: 'unavailable',
  message: 'The model provider withheld the answer under its content rules.',
  hint: 'Put the request differently.',
} as const
