import type { ConnectorBody, ConnectorList, ConnectorToolBody } from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import {
  brokenServer,
  type ConnectorFixture,
  createConnectorFixture,
  nodeServer,
} from '../../runtime/connectors/testing/connector-fixture.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/connectors'
const fixtures: ConnectorFixture[] = []

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()))
})

async function serverWith(entries: unknown): Promise<TestServer & { fixture: ConnectorFixture }> {
  const fixture = await createConnectorFixture(entries, { env: { TOKEN: 'tok-98765' } })
  fixtures.push(fixture)
  return { ...(await createTestServer({ connectors: fixture.service })), fixture }
}

/** Variables in the form of the operator's file. */
const fromEnvironment = '$' + '{TOKEN}'

describe('the connectors of an organisation', () => {
  it('D: are listed with description and status, and connected only on request', async () => {
    const server = await serverWith({
      odd: { ...nodeServer(brokenServer), title: 'Odd', description: 'For tests.' },
      wiki: { url: `http://127.0.0.1:9/mcp/${fromEnvironment}?key=${fromEnvironment}` },
    })
    const { body } = await server.call<ConnectorList>(path)
    expect(body).toEqual({
      items: [
        {
          name: 'odd',
          title: 'Odd',
          description: 'For tests.',
          kind: 'command',
          endpoint: 'node',
          status: 'idle',
          problem: null,
          tools: null,
          open_world: null,
          tools_left_out: 0,
          access: 'ask',
          source: 'file',
          headers: [],
          etag: null,
        },
        {
          name: 'wiki',
          title: 'wiki',
          description: '',
          kind: 'http',
          endpoint: 'http://127.0.0.1:9/mcp/***',
          status: 'idle',
          problem: null,
          tools: null,
          open_world: null,
          tools_left_out: 0,
          access: 'ask',
          source: 'file',
          headers: [],
          etag: null,
        },
      ],
      file_problem: null,
    })
    const checked = await server.call<ConnectorBody>(`${path}/odd/check`, { method: 'POST' })
    expect(checked.body).toMatchObject({ status: 'ready', tools_left_out: 3 })
    const tools = await server.call<{ items: ConnectorToolBody[] }>(`${path}/odd/tools`)
    expect(tools.body.items).toHaveLength(checked.body.tools ?? 0)
    const failed = await server.call<ConnectorBody>(`${path}/wiki/check`, { method: 'POST' })
    expect(failed.body).toMatchObject({ status: 'failed', problem: expect.any(String) })
    expect((await server.call(`${path}/wiki/tools`)).status).toBe(503)
    expect((await server.call(`${path}/constructor/tools`)).body.code).toBe('connector.not-found')
    const all =
      JSON.stringify([failed.body, (await server.call(path)).body]) + server.fixture.logged()
    expect(all).not.toContain('tok-98765')
  })

  it('D: unusable ones are listed with the reason, and do not affect the others', async () => {
    const server = await serverWith({
      good: nodeServer(brokenServer),
      unset: { command: 'x', env: { KEY: '$' + '{NOT_SET_ANYWHERE}' } },
      typo: { comand: 'x' },
      'Bad Name': { command: 'x' },
      off: { command: 'x', enabled: false },
    })
    const { items } = (await server.call<ConnectorList>(path)).body
    expect(items.map(({ name, status }) => [name, status])).toEqual([
      ['Bad Name', 'misconfigured'],
      ['good', 'idle'],
      ['typo', 'misconfigured'],
      ['unset', 'misconfigured'],
    ])
    expect(items[3]?.problem).toContain('NOT_SET_ANYWHERE')
    expect(server.fixture.logged()).toContain('NOT_SET_ANYWHERE')
    await server.fixture.configure('good: [')
    const { file_problem, items: kept } = (await server.call<ConnectorList>(path)).body
    expect(file_problem).toContain('connectors.yaml cannot be used')
    expect(kept).toHaveLength(4)
  })

  it('D: members see neither disabled ones nor problems', async () => {
    const server = await serverWith({ odd: nodeServer(brokenServer), typo: { comand: 'x' } })
    const member = await server.addMember('member')
    const seen = await server.call<ConnectorList>(path, { key: member.key })
    expect(seen.body.items.map(({ name, problem }) => [name, problem])).toEqual([
      ['odd', null],
      ['typo', null],
    ])
    const put = { method: 'PUT', body: { connector_access: { odd: 'off' } } }
    expect((await server.call('/api/v1/settings', put)).status).toBe(200)
    const after = await server.call<ConnectorList>(path, { key: member.key })
    expect(after.body.items.map(({ name }) => name)).toEqual(['typo'])
    expect((await server.call(`${path}/odd/tools`, { key: member.key })).status).toBe(404)
    expect((await server.call<ConnectorList>(path)).body.items[0]?.access).toBe('off')
    const check = { method: 'POST', key: member.key }
    expect((await server.call(`${path}/odd/check`, check)).status).toBe(403)
  })

  it('D: of one organisation are not visible to another', async () => {
    const server = await serverWith({
      odd: { ...nodeServer(brokenServer), tenants: ['ten_nobody'] },
    })
    expect((await server.call<ConnectorList>(path)).body.items).toEqual([])
    const check = await server.call(`${path}/odd/check`, { method: 'POST' })
    expect([check.status, check.body.code]).toEqual([404, 'connector.not-found'])
  })

  it('D: no route takes a command, and only owners add an address', async () => {
    const server = await serverWith({})
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = await server.call(path, { method, body: { evil: { command: 'sh' } } })
      expect([400, 404, 405]).toContain(answer.status)
    }
    const put = { method: 'PUT', body: { connectors: { evil: { command: 'sh' } } } }
    expect((await server.call('/api/v1/settings', put)).status).toBe(400)
  })
})
