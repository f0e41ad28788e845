import { expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

async function post({ http }: TestServer, key: string, body = list): Promise<Response> {
  return http.request('http://repertoire.example/mcp', {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, host: 'repertoire.example' },
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    },
    body,
  })
}

it('a key that calls in a loop has to wait, and no other key has to', async () => {
  const server = await createTestServer()
  const most = server.app.mcpRequestsPerMinute
  for (let at = 0; at < most; at += 1)
    expect((await post(server, server.ownerKey)).status).toBe(200)
  const refused = await post(server, server.ownerKey)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refused.json()).toMatchObject({ code: 'mcp.too-many-requests' })
  const { body } = await server.call<{ key: string }>('/api/v1/keys', {
    body: { name: 'other', scopes: ['conversations.use'] },
  })
  expect((await post(server, body.key)).status).toBe(200)
  server.clock.advance(60_000)
  expect((await post(server, server.ownerKey)).status).toBe(200)
})

it('a request of more than 4 MiB is refused', async () => {
  const server = await createTestServer()
  const large = `${list.slice(0, -1)},"more":"${'x'.repeat(4 * 1024 * 1024)}"}`
  expect((await post(server, server.ownerKey, large)).status).toBe(413)
})
