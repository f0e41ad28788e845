import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  type ApprovalId,
  isProblemError,
  type JsonValue,
  type Problem,
  ProblemError,
} from '@repertoire/core/base'
import { type Approval, missingPermission } from '@repertoire/core/domain'
import { withoutLocation } from '../wire/problem-without-location.ts'
import { answerInPlace, askInPlace } from './ask-in-place.ts'
import { callTool, type ToolCallAnswer } from './call-tool.ts'
import { readClientEnvelope } from './client-envelope.ts'
import { keyIdOf, type McpCall } from './mcp-call.ts'
import { conversationIdOf } from './mcp-conversation.ts'
import { instructionsFor } from './mcp-instructions.ts'
import { offeredToClients, readOnlyTools } from './mcp-presets.ts'
import { listSkillPrompts, skillPrompt } from './skill-prompts.ts'
import { serveSkills, skillsCapabilities } from './skills/serve-skills.ts'
import {
  askedResult,
  pendingProblem,
  problemResult,
  questionInPlace,
  toolResult,
} from './tool-result.ts'

/** How long a client may take to answer a question in place, in seconds. */
const stateSeconds = 600

/** The tool that a menu's choice calls: of every preset's toolsets, and the gate decides on it like on the tool. */
const useSkill = 'use_skill'

/** A server for one request: stateless, so that any replica answers. */
export function createMcpServer(call: McpCall, era: 'legacy' | 'modern'): Server {
  const codec = createRequestStateCodec<{ readonly approvalId: string }>({
    ...{ key: call.stateKey, ttlSeconds: stateSeconds },
    bind: (ctx) => JSON.stringify([ctx.mcpReq.method, identityOf(call)]),
  })
  const mayRead = mayReadSkills(call)
  const server = new Server(
    { name: 'repertoire', title: 'Repertoire', version: call.app.version },
    {
      capabilities: { tools: {}, prompts: {}, ...(mayRead && skillsCapabilities) },
      instructions: instructionsFor(call.preset.tools),
      requestState: { verify: (state, ctx) => codec.verify(state, ctx) },
    },
  )
  server.onclose = () => {
    const introduced = server.getClientVersion()
    if (introduced) call.names.remember(keyIdOf(call.caller), nameOf(introduced))
  }
  if (mayRead) serveSkills(server, call)
  if (era === 'legacy') {
    server.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) => {
      if (requestId !== undefined) call.openCalls.cancel({ client: identityOf(call), requestId })
    })
  }
  const answerCall = (wanted: ToolCall) =>
    era === 'modern'
      ? // A client of the newer protocol cancels a request by closing its stream.
        beginCall(call, { ...wanted, cancelled: wanted.ctx.mcpReq.signal })
      : beginLegacyCall(server, call, wanted)
  server.setRequestHandler('tools/list', async () => ({ tools: await listTools(call) }))
  server.setRequestHandler(
    'tools/call',
    async ({ params: { name, arguments: input = {} } }, ctx) => {
      if (!call.preset.tools.includes(name)) throw unknownTool(name)
      try {
        const answer = await answerCall({ name, input: input as JsonValue, ctx })
        if (!('asked' in answer)) return toolResult(answer, name)
        return (
          (await askClient(answer.asked, ctx, codec)) ?? askedResult(answer.asked, inboxPage(call))
        )
      } catch (error) {
        if (!isProblemError(error) || error.problem.kind === 'internal') throw error
        return problemResult(error.problem)
      }
    },
  )
  server.setRequestHandler('prompts/list', async ({ params }) => {
    if (!mayRead) return { prompts: [] }
    const { app, caller } = call
    const { skills } = app.store.tenant(caller.principal.tenantId)
    return listSkillPrompts(skills, caller.principal, params?.cursor)
  })
  server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    if (!mayRead) throw refusedPrompt(readingNotAllowed)
    const { name, arguments: { task = '' } = {} } = params
    const input = { name, ...(task !== '' && { task }) }
    try {
      const answer = await answerCall({ name: useSkill, input, ctx })
      if ('asked' in answer) {
        const asked = await askClient(answer.asked, ctx, codec)
        if (asked) return asked
        throw new ProblemError(pendingProblem(answer.asked, inboxPage(call)))
      }
      if (answer.outcome.status !== 'ok') throw new ProblemError(answer.outcome.problem)
      return skillPrompt(answer.outcome.output, task)
    } catch (error) {
      if (!isProblemError(error) || error.problem.kind === 'internal') throw error
      throw refusedPrompt(error.problem)
    }
  })
  return server
}

/** An app reads skills only where its person agreed to that. */
function mayReadSkills({ caller, preset }: McpCall): boolean {
  const isAllowed = missingPermission(caller.principal, 'skills.read') === undefined
  return isAllowed && preset.tools.includes('read_skill_file')
}

const readingNotAllowed: Problem = {
  code: 'auth.permission-missing',
  kind: 'forbidden',
  message: 'This app or key may not read skills.',
  hint: 'Connect the app again and allow skills:read, or use a key with skills.read.',
}

type Codec = ReturnType<typeof createRequestStateCodec<{ readonly approvalId: string }>>

interface ToolCall {
  readonly name: string
  readonly input: JsonValue
  readonly ctx: ServerContext
}

async function beginLegacyCall(
  server: Server,
  call: McpCall,
  wanted: ToolCall,
): Promise<ToolCallAnswer> {
  const requestId = wanted.ctx.mcpReq.id
  const { cancelled, close } = call.openCalls.open({ client: identityOf(call), requestId })
  // A cancelled request has no answer: its stream ends, and with it whoever waits.
  cancelled.addEventListener('abort', () => void server.close())
  try {
    return await beginCall(call, { ...wanted, cancelled })
  } finally {
    close()
  }
}

async function beginCall(
  call: McpCall,
  { name, input, ctx, cancelled }: ToolCall & { readonly cancelled: AbortSignal },
): Promise<ToolCallAnswer> {
  const { app, caller, preset, traceId } = call
  const { principal } = caller
  const approvalId = answeredQuestion(ctx)
  const client = clientOf(call, ctx)
  if (approvalId !== undefined) await answerInPlace(app, call, { approvalId, ctx, client })
  return callTool(app, {
    ...{ principal, client, name, input, approvalId, traceId },
    ...{ signal: ctx.mcpReq.signal, cancelled },
    toolsets: preset.toolsets,
    conversationId: conversationIdOf(
      { principal, keyId: keyIdOf(caller), session: call.session },
      { sha256: app.sha256, now: app.clock.now() },
    ),
  })
}

/**
 * The question for a client that can ask its person; undefined for another one, for one that was asked this question
 * and brings no answer (its person closed it, or is not there), and where it cannot show all that a yes permits.
 */
async function askClient(asked: Approval, ctx: ServerContext, codec: Codec) {
  if (!readClientEnvelope(ctx).mayElicit || answeredQuestion(ctx) === asked.id) return undefined
  const question = questionInPlace(asked)
  if (question === null) return undefined
  return askInPlace(question, await codec.mint({ approvalId: asked.id }, ctx))
}

/** The question that the client was asked, and answers with this call. */
function answeredQuestion(ctx: ServerContext): ApprovalId | undefined {
  const state = ctx.mcpReq.requestState<{ readonly approvalId: string }>()
  return state?.approvalId as ApprovalId | undefined
}

function inboxPage({ origin }: McpCall): string {
  return `${origin}/inbox`
}

/** A menu has no result to put a refusal into: the client shows the error. */
function refusedPrompt(problem: Problem): ProtocolError {
  const { code, message, hint, details } = withoutLocation(problem)
  const text = [message, hint].filter(Boolean).join(' ')
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text, { code, ...details })
}

async function listTools({ app, caller: { principal }, preset }: McpCall) {
  const { toolsets } = preset
  const table = await app.engine.toolsFor({ principal, agent: null, toolsets })
  return offeredToClients(table, preset).map(({ name, description, inputSchema }) => ({
    ...{ name, description },
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations: { readOnlyHint: readOnlyTools.has(name), openWorldHint: false },
  }))
}

function identityOf({ caller, session }: McpCall): readonly (string | null)[] {
  const { tenantId, userId } = caller.principal
  return [tenantId, userId, keyIdOf(caller), session]
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${name.slice(0, 100)}.`,
  )
}

interface Introduction {
  readonly name: string
  readonly title?: string | undefined
  readonly version: string
}

function nameOf({ name, title, version }: Introduction): string {
  return `${title ?? name} ${version}`
}

const maxClientName = 80

/** The client's own name and version, printable and short. */
function clientOf({ caller, names, userAgent }: McpCall, ctx: ServerContext): string {
  const { info } = readClientEnvelope(ctx)
  const said = info ? nameOf(info) : (names.of(keyIdOf(caller)) ?? userAgent)
  const name = said
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxClientName)
  return name === '' ? 'An MCP client' : name
}
