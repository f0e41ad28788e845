import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type ApprovalId, isProblemError, type JsonValue, ProblemError } from '@repertoire/core'
import type { Caller } from '../auth/authenticate.ts'
import type { Application } from '../http/application.ts'
import { answerInPlace, askInPlace } from './ask-in-place.ts'
import { callTool } from './call-tool.ts'
import { readClientEnvelope } from './client-envelope.ts'
import type { ClientNames } from './client-names.ts'
import { conversationIdOf } from './mcp-conversation.ts'
import { mcpInstructions } from './mcp-instructions.ts'
import { type McpPreset, offeredToClients, readOnlyTools } from './mcp-presets.ts'
import { askedResult, problemResult, toolResult } from './tool-result.ts'

/** One request of a client, authenticated. */
export interface McpCall {
  readonly app: Application
  readonly caller: Caller
  readonly preset: McpPreset
  /** What the client names its conversation; null where it names none. */
  readonly session: string | null
  /** The client as its HTTP headers say, for those that have not introduced themselves. */
  readonly userAgent: string
  readonly names: ClientNames
  /** Scheme and host of this server as the client sees it. */
  readonly origin: string
  readonly traceId: string
  /** Signs what a client sends back with an answer; of the server, shared by replicas. */
  readonly stateKey: Uint8Array
}

/** How long a client may take to answer a question in place, in seconds. */
const stateSeconds = 600

/** A server for one request: stateless, so that any replica answers. */
export function createMcpServer(call: McpCall): Server {
  const codec = createRequestStateCodec<{ readonly approvalId: string }>({
    ...{ key: call.stateKey, ttlSeconds: stateSeconds },
    bind: (ctx) => JSON.stringify([ctx.mcpReq.method, identityOf(call)]),
  })
  const server = new Server(
    { name: 'repertoire', title: 'Repertoire', version: call.app.version },
    {
      capabilities: { tools: {} },
      instructions: mcpInstructions,
      requestState: { verify: (state, ctx) => codec.verify(state, ctx) },
    },
  )
  server.onclose = () => {
    const introduced = server.getClientVersion()
    if (introduced) call.names.remember(keyIdOf(call.caller), nameOf(introduced))
  }
  server.setRequestHandler('tools/list', async () => ({ tools: await listTools(call) }))
  server.setRequestHandler(
    'tools/call',
    async ({ params: { name, arguments: input = {} } }, ctx) => {
      if (!call.preset.tools.includes(name)) throw unknownTool(name)
      try {
        return await answerCall(call, { name, input: input as JsonValue, ctx, codec })
      } catch (error) {
        if (!isProblemError(error) || error.problem.kind === 'internal') throw error
        return problemResult(error.problem)
      }
    },
  )
  return server
}

interface ToolCall {
  readonly name: string
  readonly input: JsonValue
  readonly ctx: ServerContext
  readonly codec: ReturnType<typeof createRequestStateCodec<{ readonly approvalId: string }>>
}

async function answerCall(call: McpCall, { name, input, ctx, codec }: ToolCall) {
  const { app, caller, preset, traceId } = call
  const { principal } = caller
  const state = ctx.mcpReq.requestState<{ readonly approvalId: string }>()
  const approvalId = state?.approvalId as ApprovalId | undefined
  if (approvalId !== undefined) await answerInPlace(app, principal, { approvalId, ctx })
  const client = clientOf(call, ctx)
  const answer = await callTool(app, {
    ...{ principal, client, name, input, approvalId, traceId, signal: ctx.mcpReq.signal },
    toolsets: preset.toolsets,
    conversationId: conversationIdOf(
      { principal, keyId: keyIdOf(caller), session: call.session },
      { sha256: app.sha256, now: app.clock.now() },
    ),
  })
  if (!('asked' in answer)) return toolResult(answer)
  if (readClientEnvelope(ctx).mayElicit) {
    return askInPlace(answer.asked, await codec.mint({ approvalId: answer.asked.id }, ctx))
  }
  return askedResult(answer.asked, `${call.origin}/approvals`)
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

/** Cookies are no credential of this endpoint. */
function keyIdOf({ credential }: Caller): string {
  if (credential.kind === 'key') return credential.keyId
  throw new ProblemError({
    code: 'auth.required',
    kind: 'unauthenticated',
    message: 'A key is needed.',
  })
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
