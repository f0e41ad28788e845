import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  CheckedConnectorBody,
  ConnectorBody,
  ConnectorList,
  ConnectorToolBody,
  ProblemBody,
} from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttpServer } from '../../runtime/connectors/testing/http-server.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/connectors'
const secret = 'tok-live-9f8e7d6c5b4a39281706f5e4'
const bearer = { name: 'Authorization', value: `Bearer ${secret}` }
const endings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function serverThatReaches(hosts: readonly string[] = [], file: object = {}) {
  const server = await createTestServer({ outboundAllow: hosts, connectorsFile: file })
  endings.push(() => server.app.connectors.close())
  return server
}

/** A web server that is no MCP server. */
async function webServer(listener: RequestListener) {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, host, url: `http://${host}/mcp` }
}

const refusing: RequestListener = (_, response) => {
  response.writeHead(401, { 'content-type': 'text/plain' }).end(`unknown token ${secret}`)
}

const add = (server: TestServer, body: object, key = server.ownerKey) =>
  server.call<ConnectorBody & Pick<ProblemBody, 'code'>>(path, {
    body: { name: 'wiki', ...body },
    key,
  })
const put = (server: TestServer, body: object, headers = {}) =>
  server.call<ConnectorBody & Pick<ProblemBody, 'code'>>(`${path}/wiki`, {
    method: 'PUT',
    body,
    headers,
  })
const check = (server: TestServer, name = 'wiki') =>
  server.call<CheckedConnectorBody>(`${path}/${name}/check`, { method: 'POST' })

describe('connectors that an owner adds', { timeout: 60_000 }, () => {
  it('are tested over the network, their tools can be read, and removing one ends it', async () => {
    const mcp = await startHttpServer()
    endings.push(mcp.kill)
    const server = await serverThatReaches([new URL(mcp.url).host])
    const added = await add(server, { url: mcp.url, title: 'Company wiki', headers: [bearer] })
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"1"'])
    expect(added.body).toMatchObject({
      ...{ name: 'wiki', title: 'Company wiki', kind: 'http', endpoint: mcp.url },
      ...{ status: 'idle', source: 'organisation', access: 'ask', etag: '"1"' },
      headers: [{ name: 'Authorization', set_at: expect.any(String) }],
    })
    const checked = await check(server)
    expect(checked.body).toMatchObject({ status: 'ready', problem: null, hint: null })
    expect(checked.body.tool_names).toEqual(expect.arrayContaining(['echo', 'get-sum']))
    expect(checked.body.tools).toBe(checked.body.tool_names.length)
    const tools = await server.call<{ items: ConnectorToolBody[] }>(`${path}/wiki/tools`)
    expect(tools.body.items).toHaveLength(checked.body.tool_names.length)
    const changed = await put(server, { title: 'Wiki' }, { 'if-match': '"1"' })
    expect([changed.body.title, changed.body.etag, changed.body.headers.length]).toEqual([
      ...['Wiki', '"2"', 1],
    ])
    expect((await put(server, { title: 'Late' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await server.call(`${path}/wiki`, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call<ConnectorList>(path)).body.items).toEqual([])
    expect((await server.call(`${path}/wiki/tools`)).status).toBe(404)
  })

  it('the value of a header goes to its server and never leaves ours again', async () => {
    const web = await webServer(refusing)
    const server = await serverThatReaches([web.host])
    const added = await add(server, { url: web.url, headers: [bearer] })
    const refused = await check(server)
    expect(web.seen.map(({ authorization }) => authorization)).toContain(`Bearer ${secret}`)
    expect(refused.body).toMatchObject({ status: 'failed', tool_names: [] })
    expect(refused.body.problem).toContain('HTTP 401')
    expect(refused.body.hint).toContain('Authorization')
    const wrong = { url: web.url, headers: [{ name: 'X-Key', value: `${secret}\n` }, bearer] }
    const invalid = await add(server, { ...wrong, name: 'No Name' })
    expect(invalid.status).toBe(400)
    const paths = [path, '/api/v1/settings', '/api/v1/audit', '/api/v1/session']
    const read = await Promise.all(paths.map((one) => server.call(one)))
    const exported = await (await server.request('/api/v1/audit/export')).text()
    const failed = await server.call(`${path}/wiki/tools`)
    const removed = await server.call(`${path}/wiki`, { method: 'DELETE' })
    const stored = await server.store.tenant(server.tenantId).connectors.list()
    const all = [added, refused, invalid, read, exported, failed, removed, stored]
    expect(JSON.stringify(all)).toContain('connector-added')
    for (const seen of [JSON.stringify(all), server.logged()]) {
      expect(seen).not.toContain(secret)
      expect(seen).not.toContain(Buffer.from(secret).toString('base64'))
    }
  })

  it('a changed host needs the headers again, the same host keeps them', async () => {
    const web = await webServer(refusing)
    const server = await serverThatReaches([web.host])
    await add(server, { url: web.url, headers: [bearer] })
    const thief = { url: 'https://thief.example/mcp' }
    expect((await put(server, thief)).body.code).toBe('connector.headers-needed-again')
    const kept = { ...thief, headers: [{ name: 'Authorization', value: null }] }
    expect((await put(server, kept)).body.code).toBe('connector.headers-needed-again')
    expect((await put(server, { url: `http://${web.host}/v2/mcp` })).status).toBe(200)
    await check(server)
    expect(web.seen.at(-1)?.authorization).toBe(`Bearer ${secret}`)
    expect((await put(server, { headers: [] })).body.headers).toEqual([])
    await check(server)
    expect(web.seen.at(-1)?.authorization).toBeUndefined()
  })

  it('reach no address of the inside unless the operator opened it, also not by a redirect', async () => {
    const inside = await webServer(refusing)
    const server = await serverThatReaches()
    await add(server, { url: inside.url })
    const refused = await check(server)
    expect(refused.body.status).toBe('failed')
    expect(refused.body.problem).toContain('is not one of the web')
    await add(server, { name: 'metadata', url: 'http://169.254.169.254/latest/meta-data' })
    const metadata = await check(server, 'metadata')
    expect(metadata.body.problem).toContain('not a host of the public Internet')
    for (const { hint } of [refused.body, metadata.body]) {
      expect(hint).toContain('REPERTOIRE_OUTBOUND_ALLOW')
    }
    const open = await webServer((_, response) => {
      response.writeHead(307, { location: inside.url }).end()
    })
    const other = await serverThatReaches([open.host])
    await add(other, { url: open.url, headers: [bearer] })
    expect((await check(other)).body.status).toBe('failed')
    expect(open.seen.length).toBeGreaterThan(0)
    expect(inside.seen).toEqual([])
  })

  it('only owners change them, and no command is taken', async () => {
    const server = await serverThatReaches()
    const [admin, member] = [await server.addMember('admin'), await server.addMember('member')]
    const body = { url: 'https://wiki.example/mcp', headers: [bearer] }
    const asAdmin = await add(server, body, admin.key)
    expect([asAdmin.status, asAdmin.body.code]).toEqual([403, 'connector.owners-only'])
    expect((await add(server, body, member.key)).status).toBe(403)
    expect((await add(server, { command: 'sh', args: ['-c', 'id'] })).status).toBe(400)
    expect((await add(server, { ...body, command: 'sh' })).status).toBe(400)
    await add(server, body)
    for (const { key } of [admin, member]) {
      const change = { method: 'PUT', body: { url: 'https://x.example/mcp' }, key }
      expect((await server.call(`${path}/wiki`, change)).status).toBe(403)
      expect((await server.call(`${path}/wiki`, { method: 'DELETE', key })).status).toBe(403)
    }
    const seen = await server.call<ConnectorList>(path, { key: member.key })
    expect(seen.body.items[0]).toMatchObject({ name: 'wiki', headers: [] })
    const checked = { method: 'POST', key: member.key }
    expect((await server.call(`${path}/wiki/check`, checked)).status).toBe(403)
  })

  it('of one organisation do not exist for another, and a name may be used by both', async () => {
    const server = await serverThatReaches()
    const other = await server.addTenant()
    await add(server, { url: 'https://wiki.example/mcp', headers: [bearer] })
    expect((await server.call<ConnectorList>(path, { key: other.key })).body.items).toEqual([])
    const change = { method: 'PUT', body: { url: 'https://x.example/mcp' }, key: other.key }
    expect((await server.call(`${path}/wiki`, change)).status).toBe(404)
    const gone = { method: 'DELETE', key: other.key }
    expect((await server.call(`${path}/wiki`, gone)).status).toBe(404)
    const checked = { method: 'POST', key: other.key }
    expect((await server.call(`${path}/wiki/check`, checked)).status).toBe(404)
    expect((await add(server, { url: 'https://x.example/mcp' }, other.key)).status).toBe(201)
    const { items } = (await server.call<ConnectorList>(path)).body
    expect(items.map(({ endpoint }) => endpoint)).toEqual(['https://wiki.example/mcp'])
  })

  it('the server’s own file keeps its names and stays read-only', async () => {
    const server = await serverThatReaches([], {
      files: { url: 'https://files.example/mcp' },
      typo: { comand: 'x' },
    })
    for (const name of ['files', 'typo']) {
      const taken = await add(server, { name, url: 'https://wiki.example/mcp' })
      expect([taken.status, taken.body.code]).toEqual([409, 'connector.exists'])
    }
    const change = { method: 'PUT', body: { title: 'Mine' } }
    expect((await server.call(`${path}/files`, change)).status).toBe(404)
    expect((await server.call(`${path}/files`, { method: 'DELETE' })).status).toBe(404)
    const { items } = (await server.call<ConnectorList>(path)).body
    expect(items.map(({ name, source, etag }) => [name, source, etag])).toEqual([
      ['files', 'file', null],
      ['typo', 'file', null],
    ])
  })
})
