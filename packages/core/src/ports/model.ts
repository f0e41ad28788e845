import type { JsonObject } from '../base/json.ts'
import type { ToolCall, ToolOutcome } from '../domain/events.ts'
import type { ModelPrices } from '../domain/model-provider.ts'
import type { TokenUsage } from '../domain/token-usage.ts'

export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input object. */
  readonly inputSchema: JsonObject
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: 'tool'
      readonly callId: string
      readonly name: string
      readonly outcome: ToolOutcome
    }

export interface ModelRequest {
  /** Ordered blocks of the system prompt; adapters join them or send them separately, and never reorder them. */
  readonly system: readonly string[]
  /**
   * The number of first blocks that change only with settings, tools or library; later blocks may change with
   * every step. For providers with explicit prompt caching; 0 when absent.
   */
  readonly stableBlocks?: number
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolDescription[]
  readonly signal?: AbortSignal
}

export interface ModelAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: TokenUsage
}

/** A language model. It never executes tools, and never retries a call that may have been charged. */
export interface Model {
  /** The display name: `gpt-5 (OpenAI-compatible)`, `Demo model (offline)`. */
  readonly label: string
  /** True for the scripted demo model alone, so that every interface can label its answers. */
  readonly demo?: boolean
  /** The provider's model id: `gpt-5`. */
  readonly id?: string
  /** The OpenTelemetry attribute `gen_ai.provider.name`: `anthropic`, `openai`. */
  readonly provider?: string
  /** The context window in tokens; absent when unknown. */
  readonly contextTokens?: number
  /** What it costs now; absent when nobody said. */
  readonly prices?: ModelPrices
  /** `onText` receives streamed text. Throws ProblemError `model.*`. */
  step(request: ModelRequest, onText: (delta: string) => void): Promise<ModelAnswer>
}
