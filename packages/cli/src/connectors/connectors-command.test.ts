import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const secret = 'tok-canary-4b1d7f02c9'

describe('connectors on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  let mcp: Server
  let address: string
  const connectors = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand(['connectors', ...args], { cwd: temp.folder, env: { ...server.env, ...env } })

  beforeAll(async () => {
    temp = createTempFolder()
    mcp = createServer((request, response) => {
      if (request.headers.authorization !== `Bearer ${secret}`) return response.writeHead(401).end()
      return void answer(request).then((reply) => {
        response.writeHead(reply ? 200 : 202, { 'content-type': 'application/json' })
        response.end(reply && JSON.stringify(reply))
      })
    }).listen(0, '127.0.0.1')
    await once(mcp, 'listening')
    const host = `127.0.0.1:${(mcp.address() as AddressInfo).port}`
    address = `http://${host}/mcp`
    server = await startServer(temp, 'data', { REPERTOIRE_OUTBOUND_ALLOW: host })
  })
  afterAll(async () => {
    await server.stop()
    mcp.closeAllConnections()
    mcp.close()
    temp.remove()
  })

  it('says what to do when there are none', async () => {
    const { code, stderr } = await connectors([])
    expect([code, stderr]).toEqual([0, expect.stringContaining('connectors add')])
  })

  it('adds one, tests it, changes it and removes it, and never prints the token', async () => {
    const header = ['--header-env', 'Authorization=WIKI_TOKEN']
    const env = { WIKI_TOKEN: `Bearer ${secret}` }
    const added = await connectors(['add', 'wiki', address, ...header], env)
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('connectors test wiki')])
    const tested = await connectors(['test', 'wiki'])
    expect([tested.code, tested.stdout]).toEqual([0, 'wiki works. 2 tools: read_page, find_page\n'])
    const edited = await connectors(['edit', 'wiki', '--title', 'Company wiki'])
    expect(edited.stdout).toContain('headers Authorization')
    const bare = await connectors(['edit', 'wiki', '--remove-header', 'authorization'])
    expect(bare.stdout).not.toContain('Authorization')
    const refused = await connectors(['test', 'wiki'])
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('HTTP 401')])
    expect(refused.stderr).toContain('Authorization')
    const listed = await connectors(['list', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject({ name: 'wiki', title: 'Company wiki' })
    const all = [added, tested, edited, bare, refused, listed]
    expect(JSON.stringify(all)).not.toContain(secret)
    expect((await connectors(['remove', 'wiki'])).code).toBe(0)
    expect((await connectors(['remove', 'wiki'])).code).toBe(1)
  })

  it('takes no value of a header from the arguments', async () => {
    const unset = await connectors([
      'add',
      'wiki',
      address,
      '--header-env',
      'Authorization=NOT_SET',
    ])
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('NOT_SET is not set')])
    const nobody = await connectors(['add', 'wiki', address, '--header', 'Authorization'])
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--header-env')])
  })
})

const tools = ['read_page', 'find_page'].map((name) => ({ name, inputSchema: { type: 'object' } }))

/** The least of an MCP server; null for a notification. */
async function answer(request: AsyncIterable<Buffer>): Promise<object | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { id, method } = JSON.parse(text || '{}') as { id?: number; method?: string }
  if (id === undefined) return null
  const serverInfo = { name: 'wiki', version: '1' }
  const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
  if (method === 'initialize') return { jsonrpc: '2.0', id, result: hello }
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools } }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
}
