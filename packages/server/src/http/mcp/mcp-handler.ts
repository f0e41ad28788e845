import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpCall } from './mcp-call.ts'
import { createMcpServer } from './mcp-server.ts'

export type McpHandler = ReturnType<typeof openMcpHandler>

/** Answers requests by the protocol's library, which the endpoint loads with the first of them. */
export function openMcpHandler(onRefused: (error: Error) => void) {
  return createMcpHandler(
    ({ authInfo, era }) => createMcpServer(authInfo?.extra?.call as McpCall, era),
    { onerror: onRefused },
  )
}
