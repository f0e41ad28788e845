import {
  isProblemError,
  type JsonObject,
  type JsonValue,
  ProblemError,
} from '@repertoire/core/base'
import type { ToolTier } from '@repertoire/core/domain'
import { defineTool as bindTool, type Tool, type ToolServices } from '@repertoire/core/use'
import type { z } from 'zod'
import { badInput, definitionProblem } from './definition-problem.ts'

/** What a tool learns of its call besides the input. */
export interface OwnToolCall {
  /** Unique within the conversation: use it as the idempotency key of what the tool changes. */
  readonly callId: string
  readonly conversationId: string
  readonly userId: string
  /** Aborts when the turn is cancelled. */
  readonly signal: AbortSignal
}

export interface OwnToolDefinition<Schema extends z.ZodObject> {
  /** Letters, digits, `_` and `-`, beginning with a letter. */
  readonly name: string
  /** For the model: what it does, and when to call it. */
  readonly description: string
  /** The input. Fields that it does not name are refused. */
  readonly input: Schema
  /**
   * The consent that a call needs. `READ_ONLY`: none, so the tool may change nothing and send nothing to third parties.
   * `CONFIRM_ONCE`: once a conversation. `ALWAYS_CONFIRM`: each call. `MANUAL_ONLY`: each call, and never without a person.
   */
  readonly tier: ToolTier
  /**
   * Called with checked input, after everything that has to be approved is. What it returns, as JSON, is the result; what
   * it throws tells the model that the call failed. Either is untrusted, like everything from outside.
   */
  execute(input: z.output<Schema>, call: OwnToolCall): unknown
}

/** A tool of a program, made by {@link defineTool}. */
export type OwnTool = Tool

/** UTF-16 units of a result as JSON. */
const maxResultLength = 256 * 1024

/** Makes a tool of a function. Calls pass the gate, like those of every other tool. Throws ProblemError `own-tool.invalid`. */
export function defineTool<Schema extends z.ZodObject>(
  definition: OwnToolDefinition<Schema>,
): OwnTool {
  const problem = definitionProblem(definition)
  if (problem) throw new ProblemError(problem)
  const { name, description, tier } = definition
  return withSchema(name, () =>
    bindTool({
      ...{ name, description, tier, input: definition.input.strict() },
      ...{ permission: 'conversations.use', policy: 'none', answersFrom: 'outside' },
      bind: (input) => ({
        ...{ skillSlug: null, reason: '' },
        effect: effectOf(definition, input as z.output<Schema>),
      }),
    }),
  )
}

/** Models are told the input as a JSON Schema, which some types of zod have none of. */
function withSchema(name: string, make: () => OwnTool): OwnTool {
  try {
    return make()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ProblemError(badInput(name, why.slice(0, 300)))
  }
}

function effectOf<Schema extends z.ZodObject>(
  { name, tier, execute }: OwnToolDefinition<Schema>,
  input: z.output<Schema>,
) {
  const run = (services: ToolServices) => resultOf(name, services, (call) => execute(input, call))
  if (tier === 'READ_ONLY') return { kind: 'read', run } as const
  return {
    ...({ kind: 'act', repeatable: false } as const),
    run: async (services: ToolServices) => ({ output: await run(services) }),
  }
}

async function resultOf(
  name: string,
  { callId, conversationId, viewer, signal }: ToolServices,
  execute: (call: OwnToolCall) => unknown,
): Promise<JsonValue> {
  try {
    const result = await execute({ callId, conversationId, userId: viewer, signal })
    return asJson(result)
  } catch (error) {
    if (signal.aborted) throw error
    throw failed(name, error)
  }
}

function asJson(result: unknown): JsonValue {
  const json = JSON.stringify(result) ?? 'null'
  if (json.length <= maxResultLength) return JSON.parse(json)
  const cut: JsonObject = { truncated: true, total_characters: json.length }
  return { ...cut, text: json.slice(0, maxResultLength) }
}

function failed(name: string, error: unknown): ProblemError {
  const why = error instanceof Error ? error.message : String(error)
  return new ProblemError({
    code: 'tool.failed',
    kind: 'conflict',
    message: `${name} failed: ${why.slice(0, 2000)}`,
    hint: 'Correct the input if that is what is wrong; otherwise go on without it, and say so.',
    details: { tool: name, ...(isProblemError(error) && { cause: error.problem.code }) },
  })
}
