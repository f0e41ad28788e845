import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const key = 'rep_test_0123456789abcdef0123456789abcdef'
const postgres = process.env.TEST_DATABASE_URL
const noPostgres = !postgres && process.env.REQUIRE_ALL !== '1'
const content = '---\nname: postgres\ndescription: Finds locks.\n---\nLook at the locks.\n'

const kinds = [
  { name: 'on one SQLite file', skip: false, database: async () => undefined },
  { name: 'on one PostgreSQL', skip: noPostgres, database: newDatabase },
] as const

async function newDatabase(): Promise<URL> {
  const url = new URL(postgres ?? '')
  url.pathname = `/mcp_replicas_${process.pid}`
  await administer(`create database ${url.pathname.slice(1)}`)
  return url
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

interface Asked {
  readonly key?: string
  readonly session: string
  /** What the client sends back with its person's yes. */
  readonly state?: string
}

/** One call of `enable_skill` as it goes over the wire: the SDK's client would not send a wrong state. */
async function enable({ url }: ServerProcess, { key: bearer = key, session, state }: Asked) {
  const prefix = 'io.modelcontextprotocol'
  const _meta = {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientInfo`]: { name: 'replica-test', version: '1' },
    [`${prefix}/clientCapabilities`]: { elicitation: { form: {} } },
  }
  const answer = { approval: { action: 'accept', content: { approve: true } } }
  const params = {
    ...{ name: 'enable_skill', arguments: { skill_slug: 'postgres' }, _meta },
    ...(state !== undefined && { requestState: state, inputResponses: answer }),
  }
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${bearer}`, 'x-repertoire-conversation': session },
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
      'mcp-name': 'enable_skill',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}')
  const { result, error } = JSON.parse(json)
  return { error, state: result?.requestState as string, text: JSON.stringify(result) }
}

for (const kind of kinds) {
  describe.skipIf(kind.skip)(`issue 35: /mcp of two servers ${kind.name}`, () => {
    let dataDir = ''
    let database: URL | undefined
    let servers: readonly ServerProcess[] = []
    let api: RepertoireClient
    const server = (at: 0 | 1) => servers[at] as ServerProcess
    const statuses = async () => (await api.approvals.list()).items.map(({ status }) => status)

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'repertoire-mcp-two-'))
      database = await kind.database()
      const env = {
        ...{ REPERTOIRE_BOOTSTRAP_KEY: key, REPERTOIRE_OPERATOR_KEY: operatorKey },
        ...{ REPERTOIRE_SECRET_KEY: '0123456789abcdef'.repeat(4), LOG_LEVEL: 'warn' },
        ...(database && { DATABASE_URL: database.href }),
      }
      servers = [await startServerProcess(dataDir, env), await startServerProcess(dataDir, env)]
      api = new RepertoireClient({ baseUrl: server(0).url, apiKey: key })
      await api.settings.update({ skill_enablement_policy: 'prompt-user' })
      await api.skills.create({ content })
    }, 60_000)

    afterAll(async () => {
      await Promise.all(servers.map((one) => one.stop('SIGTERM')))
      if (database) await administer(`drop database ${database.pathname.slice(1)} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    })

    it('go on with a question that the other one asked, and use its answer once', async () => {
      const session = 'moves'
      const asked = await enable(server(0), { session })
      expect(asked.state).toEqual(expect.any(String))
      const enabled = await enable(server(1), { session, state: asked.state })
      expect(enabled.text).toContain('Look at the locks.')
      const again = await enable(server(0), { session, state: asked.state })
      expect(again.text).toContain('Look at the locks.')
      expect(await statuses()).toEqual(['approved'])
    })

    it('take no state that was changed, or is of another conversation or organisation', async () => {
      const session = 'state'
      const { state } = await enable(server(0), { session })
      const operator = new RepertoireClient({ baseUrl: server(0).url, apiKey: operatorKey })
      const other = await operator.organisations.create({ name: 'Other' })
      const middle = Math.floor(state.length / 2)
      const changed = state.at(middle) === 'A' ? 'B' : 'A'
      const wrong: readonly Asked[] = [
        { session, state: `${state.slice(0, middle)}${changed}${state.slice(middle + 1)}` },
        { session, state: '' },
        { session: 'elsewhere', state },
        { session, state, key: other.key },
      ]
      for (const one of wrong) {
        const { error } = await enable(server(1), one)
        expect(error).toMatchObject({ code: -32_602 })
      }
      expect(await statuses()).toEqual(['pending', 'approved'])
      expect((await enable(server(1), { session, state })).text).toContain('Look at the locks.')
    })
  })
}
