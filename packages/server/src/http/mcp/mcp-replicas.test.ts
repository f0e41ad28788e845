import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, type Replicas, replicaKey, startReplicas } from '../../testing/replicas.ts'
import type { ServerProcess } from '../../testing/server-process.ts'

const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const content = '---\nname: postgres\ndescription: Finds locks.\n---\nLook at the locks.\n'

interface Asked {
  readonly key?: string
  readonly session: string
  /** What the client sends back with its person's yes. */
  readonly state?: string
}

/** One call of `enable_skill` as it goes over the wire: the SDK's client would not send a wrong state. */
async function enable({ url }: ServerProcess, { key: bearer = replicaKey, session, state }: Asked) {
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

describe.skipIf(noPostgres)('/mcp of two servers on one PostgreSQL', () => {
  let replicas: Replicas
  let api: RepertoireClient
  const server = (at: 0 | 1) => replicas.servers[at] as ServerProcess
  const statuses = async () => (await api.approvals.list()).items.map(({ status }) => status)

  beforeAll(async () => {
    const env = { REPERTOIRE_OPERATOR_KEY: operatorKey }
    replicas = await startReplicas({ name: 'mcp_replicas', count: 2, env })
    api = new RepertoireClient({ baseUrl: server(0).url, apiKey: replicaKey })
    await api.settings.update({ skill_enablement_policy: 'prompt-user' })
    await api.skills.create({ content })
  }, 60_000)

  afterAll(() => replicas.destroy())

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
