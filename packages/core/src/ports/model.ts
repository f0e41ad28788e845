import type { JsonObject } from '../base/json.ts'
import type { TokenUsage, ToolCall, ToolOutcome } from '../domain/events.ts'

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
  /** Blocks of the system prompt in order; adapters join them or send them one by one, never reorder them. */
  readonly system: readonly string[]
  /**
   * How many of the first blocks stay the same for as long as settings, tools and library do; what is behind them
   * may change with every step. For adapters that tell a provider what is worth keeping; 0 when not told.
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

/** One call of a language model. It never executes tools and never retries a call that may have been charged unseen. */
export interface Model {
  /** What people are shown: `gpt-5 (OpenAI-compatible)`, `Demo model (offline)`. */
  readonly label: string
  /** True for the scripted stand-in, so that every door can say so wherever it speaks. */
  readonly demo: boolean
  /** As its provider knows it: `gpt-5`. */
  readonly id?: string
  /** `gen_ai.provider.name` as OpenTelemetry has it (E9): `anthropic`, `openai`. */
  readonly provider?: string
  /** Tokens that one request may have; absent when nobody knows. */
  readonly contextTokens?: number
  /** `onText` gets text as it is produced. Throws a ProblemError `model.*` on failure. */
  step(request: ModelRequest, onText: (delta: string) => void): Promise<ModelAnswer>
}
