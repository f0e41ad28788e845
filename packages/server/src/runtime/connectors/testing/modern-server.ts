import { inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

/** A server of the newest protocol revision, built with the official SDK. */
export function createModernServer(): McpServer {
  const server = new McpServer(
    { name: 'modern', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const message = z.object({ message: z.string() })
  server.registerTool('echo', { inputSchema: message }, async (input, ctx) =>
    text(`${input.message} ${ctx.mcpReq._meta?.['repertoire/idempotency-key']}`),
  )
  server.registerTool('asks', { inputSchema: z.object({}) }, async () =>
    inputRequired({
      inputRequests: {
        secret: inputRequired.elicit({
          message: 'Your password?',
          requestedSchema: z.object({ password: z.string() }),
        }),
      },
    }),
  )
  server.registerTool('grows', { inputSchema: z.object({}) }, async () => {
    server.registerTool('grown', { inputSchema: z.object({}) }, async () => text('grown'))
    return text('done')
  })
  return server
}

if (process.argv[1] === import.meta.filename) serveStdio(createModernServer)
