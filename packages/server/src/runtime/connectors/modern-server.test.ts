import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { isProblemError } from '@repertoire/core/base'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectorFixture,
  createConnectorFixture,
  nodeServer,
} from './testing/connector-fixture.ts'
import { createModernServer } from './testing/modern-server.ts'

const endings: (() => Promise<unknown>)[] = []
const neverAborted = new AbortController().signal

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function fixture(entry: unknown): Promise<ConnectorFixture> {
  const made = await createConnectorFixture({ modern: entry })
  endings.push(made.end)
  return made
}

async function overHttp(): Promise<{ url: string }> {
  const handler = createMcpHandler(createModernServer)
  const server = serve({
    fetch: (request) => handler.fetch(request),
    port: 0,
    hostname: '127.0.0.1',
  })
  await once(server, 'listening')
  endings.push(async () => {
    await handler.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/mcp` }
}

const ways = [
  [
    'a program',
    async () => nodeServer(new URL('testing/modern-server.ts', import.meta.url).pathname),
  ],
  ['an address', overHttp],
] as const

describe.each(ways)(
  'a server of the newest revision over %s',
  { timeout: 120_000 },
  (_name, entry) => {
    it('D: lists tools, returns results, and gets idempotency keys', async () => {
      const { service, principal, call } = await fixture(await entry())
      const tools = await service.tools(principal, 'modern', neverAborted)
      expect(tools.map(({ name }) => name)).toEqual(['echo', 'asks', 'grows'])
      expect(await call('modern', 'echo', { message: 'hello' })).toEqual({ text: 'hello call_1' })
    })

    it('D: cannot ask a person anything through us', async () => {
      const { call } = await fixture(await entry())
      const error = await call('modern', 'asks').catch((thrown: unknown) => thrown)
      const problem = isProblemError(error) ? error.problem : undefined
      expect(problem?.code).toMatch(/^connector\.(failed|tool-failed)$/)
      expect(await call('modern', 'echo', { message: 'still' })).toEqual({ text: 'still call_2' })
    })
  },
)

describe('a changing list of tools', { timeout: 120_000 }, () => {
  it('D: is read again when a server of the newest revision announces it', async () => {
    const [, program] = ways[0]
    const { call, service, principal } = await fixture(await program())
    await call('modern', 'grows')
    const names = async () =>
      (await service.tools(principal, 'modern', neverAborted)).map(({ name }) => name)
    await expect.poll(names, { timeout: 60_000 }).toContain('grown')
  })
})
