import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Connection } from '../connection/connection.ts'
import { problemLine } from './problem-line.ts'

export interface BridgeOptions {
  readonly connection: Connection
  readonly preset: string | undefined
  /** What the client's conversation is named; each process has its own unless it is given one. */
  readonly conversation: string | undefined
  /** Says in one line what is wrong. */
  readonly complain: (line: string) => void
}

/** JSON-RPC has this code for errors of a server's own. */
const serverError = -32_000

/**
 * Carries messages of an MCP client between its pipe and the server's endpoint as they are, so that both eras of the
 * protocol pass. Resolves when the client closes its end.
 */
export async function runBridge(
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
  { connection, preset, conversation, complain }: BridgeOptions,
): Promise<void> {
  const { baseUrl, apiKey } = connection
  const address = new URL(`${baseUrl}/mcp`)
  if (preset !== undefined) address.searchParams.set('preset', preset)
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'x-repertoire-conversation': conversation ?? `stdio ${randomUUID()}`,
  }
  const client = new StdioServerTransport(stdin, stdout)
  const server = new StreamableHTTPClientTransport(address, { requestInit: { headers } })
  const open = new Map<RequestId, { readonly controller: AbortController; isHandshake: boolean }>()
  let isLegacy = false

  const answer = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const request = message.id === undefined ? undefined : open.get(message.id)
      if (request?.isHandshake && 'result' in message) {
        const { protocolVersion } = message.result
        if (typeof protocolVersion === 'string') server.setProtocolVersion(protocolVersion)
        isLegacy = true
      }
      if (message.id !== undefined) open.delete(message.id)
    }
    client.send(message).catch(() => undefined)
  }
  const fail = (id: RequestId, error: unknown) => {
    if (!open.has(id)) return
    const carried = carriedAnswer(error, id)
    if (carried) return answer(carried)
    const message = problemLine(error, baseUrl)
    complain(message)
    answer({ jsonrpc: '2.0', id, error: { code: serverError, message } })
  }
  const ask = (request: JSONRPCRequest) => {
    const controller = new AbortController()
    open.set(request.id, { controller, isHandshake: isInitializeRequest(request) })
    server
      .send(request, {
        requestSignal: controller.signal,
        onRequestStreamEnd: () => fail(request.id, new Error('the answer broke off')),
      })
      .catch((error) => fail(request.id, error))
  }

  const cancel = async (id: RequestId, notification: JSONRPCMessage) => {
    const request = open.get(id)
    open.delete(id)
    // In the older protocol a stream that ends cancels nothing, and in the newer one nothing else does.
    if (isLegacy) await server.send(notification).catch(() => undefined)
    request?.controller.abort()
  }

  server.onmessage = answer
  client.onmessage = (message) => {
    if (isJSONRPCRequest(message)) return ask(message)
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined && open.has(cancelled)) return void cancel(cancelled, message)
    server.send(message).catch((error) => complain(problemLine(error, baseUrl)))
  }
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  await server.start()
  await client.start()
  await ended
  await Promise.all([...open.keys()].map((id) => cancel(id, cancellationOf(id))))
  await server.close()
}

/** Nobody is there any more to read the answer. */
function cancellationOf(requestId: RequestId): JSONRPCMessage {
  const params = { requestId, reason: 'The client closed its end.' }
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params }
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** The protocol's own error in the body of a refusing HTTP answer. */
function carriedAnswer(error: unknown, id: RequestId): JSONRPCMessage | undefined {
  if (!(error instanceof SdkHttpError) || typeof error.data.text !== 'string') return
  try {
    const message = parseJSONRPCMessage(JSON.parse(error.data.text))
    if (isJSONRPCErrorResponse(message)) return { ...message, id }
  } catch {
    // Some other body.
  }
}
