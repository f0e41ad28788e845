import {
  type ApprovalId,
  type ConversationId,
  isProblemError,
  type JsonValue,
  type Problem,
} from '@repertoire/core/base'
import type { ToolOutcome } from '@repertoire/core/domain'
import { jsonSchema, type LanguageModelMiddleware, type ToolSet, tool } from 'ai'
import { callTool, type ToolCallAnswer } from '../http/mcp/call-tool.ts'
import { mcpInstructions } from '../http/mcp/mcp-instructions.ts'
import { offeredToClients, presetNamed } from '../http/mcp/mcp-presets.ts'
import { questionText } from '../http/mcp/tool-result.ts'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'
import { ownToolsetName } from '../runtime/own-tools/own-toolset.ts'
import { askPerson, type EmbeddedAgent } from './answer-questions.ts'
import { agentOf, type UserRepertoire } from './create-repertoire.ts'
import { conversationIdOf } from './open-embedded.ts'
import type { AskOptions } from './repertoire-options.ts'

/** For `streamText`, `generateText` and `ToolLoopAgent`. */
export interface AiSdkParts {
  /** Skills, and your own tools. Each call passes the gate, and has its place in the log. */
  readonly tools: ToolSet
  /** Tells the model how to use them: for `wrapLanguageModel`. */
  readonly middleware: LanguageModelMiddleware
}

/** Tools and middleware for an agent of the AI SDK, for one conversation. */
export async function forAiSdk(
  repertoire: UserRepertoire,
  { conversation }: Pick<AskOptions, 'conversation'> = {},
): Promise<AiSdkParts> {
  const agent = agentOf(repertoire)
  const { services, principal } = agent.embedded
  const conversationId = conversationIdOf(principal, conversation) as ConversationId
  const preset = presetNamed(null)
  const toolsets = [...(preset?.toolsets ?? []), ownToolsetName]
  const own = services.toolsets.find(({ name }) => name === ownToolsetName)?.tools ?? []
  const table = await services.engine.toolsFor({ principal, agent: null, toolsets })
  const names = [...(preset?.tools ?? []), ...own.map(({ name }) => name)]
  const offered = offeredToClients(table, { name: 'embedded', toolsets, tools: names })
  const entries = offered.map(({ name, description, inputSchema }) => [
    name,
    tool({
      ...{ description, inputSchema: jsonSchema<JsonValue>(inputSchema) },
      execute: (input: JsonValue, { abortSignal }) =>
        resultOf(agent, { name, input, conversationId, toolsets, signal: abortSignal }),
    }),
  ])
  return { tools: Object.fromEntries(entries), middleware: instructing(mcpInstructions) }
}

interface AgentCall {
  readonly name: string
  readonly input: JsonValue
  readonly conversationId: ConversationId
  readonly toolsets: readonly string[]
  readonly signal: AbortSignal | undefined
}

async function resultOf(agent: EmbeddedAgent, call: AgentCall): Promise<JsonValue> {
  try {
    const answer = await callAnswered(agent, call)
    return 'asked' in answer ? pending(answer.asked) : asResult(answer.outcome, answer.texts)
  } catch (error) {
    if (!isProblemError(error) || error.problem.kind === 'internal') throw error
    return asError(error.problem)
  }
}

/** Asks the program's callback wherever the gate asks, each question once. */
async function callAnswered(
  { embedded, onApproval }: EmbeddedAgent,
  { name, input, conversationId, toolsets, signal = never }: AgentCall,
): Promise<ToolCallAnswer> {
  const { services, principal } = embedded
  const deps = { ...services, clock: systemClock, ids: randomIds }
  const request = { principal, conversationId, client: 'AI SDK', name, input, toolsets }
  let approvalId: ApprovalId | undefined
  for (;;) {
    const traceId = randomIds.traceId()
    const answer = await callTool(deps, { ...request, approvalId, traceId, signal })
    if (!('asked' in answer) || !onApproval || answer.asked.id === approvalId) return answer
    approvalId = answer.asked.id
    await askPerson({ embedded, onApproval }, approvalId)
  }
}

const never = new AbortController().signal

function asResult(outcome: ToolOutcome, texts: readonly string[]): JsonValue {
  if (outcome.status !== 'ok') return asError(outcome.problem)
  return texts.length > 0 ? { result: outcome.output, skills: [...texts] } : outcome.output
}

function asError({ code, message, hint }: Problem): JsonValue {
  return { error: code, message, ...(hint !== undefined && { hint }) }
}

function pending(asked: Parameters<typeof questionText>[0]): JsonValue {
  return asError({
    code: 'approval.pending',
    kind: 'conflict',
    message: `A person has to approve this first: ${questionText(asked)}`,
    hint: 'Ask the person, then make the same call again with the same arguments.',
  })
}

/** Adds to the system prompt; there is one system message, because many models accept no more. */
function instructing(text: string): LanguageModelMiddleware {
  return {
    transformParams: async ({ params }) => {
      const [first, ...rest] = params.prompt
      const prompt: typeof params.prompt =
        first?.role === 'system'
          ? [{ ...first, content: `${first.content}\n\n${text}` }, ...rest]
          : [{ role: 'system', content: text }, ...params.prompt]
      return { ...params, prompt }
    },
  }
}
