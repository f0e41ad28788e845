import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const key = 'rep_test_0123456789abcdef0123456789abcdef'
const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Find out why ${name} is slow.\n${more}---\nLook at the locks of ${name}.\n`

let dataDir: string
let server: ServerProcess
let api: RepertoireClient

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-mcp-'))
  server = await startServerProcess(dataDir, {
    ...{ REPERTOIRE_BOOTSTRAP_KEY: key, REPERTOIRE_OPERATOR_KEY: operatorKey },
  })
  api = new RepertoireClient({ baseUrl: server.url, apiKey: key })
  await api.settings.update({ skill_enablement_policy: 'prompt-user' })
  for (const name of ['postgres', 'redis']) await api.skills.create({ content: skill(name) })
}, 60_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

interface Connection {
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly era?: 'modern' | 'legacy'
  readonly capabilities?: ClientCapabilities
}

/** A client from the SDK, as any agent has one. */
async function connect(options: Connection = {}): Promise<Client> {
  const { path = '/mcp', headers = {}, era = 'modern', capabilities = {} } = options
  const client = new Client(
    { name: 'test-agent', version: '1.2' },
    {
      capabilities,
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(path, server.url), { requestInit }),
  )
  return client
}

async function call(client: Client, name: string, input: object = {}) {
  const { content, isError = false } = await client.callTool({
    ...{ name, arguments: input as Record<string, unknown> },
  })
  const texts = content.map((block) => (block.type === 'text' ? block.text : ''))
  return { isError, texts, body: JSON.parse(texts[0] ?? 'null') }
}

describe.each(['modern', 'legacy'] as const)('/mcp for %s clients', (era) => {
  it('names the tools, and says what they are for in few words', async () => {
    const client = await connect({ era })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [
        ...['disable_skill', 'enable_skill', 'list_enabled_skills', 'read_skill_file'],
        ...['run_skill_script', 'save_skill', 'search_skills', 'use_skill'],
      ].filter((name) => tools.some((tool) => tool.name === name)),
    )
    expect(tools.length).toBeGreaterThanOrEqual(7)
    const hinted = tools.filter(({ annotations }) => annotations?.readOnlyHint)
    expect(hinted.map(({ name }) => name).toSorted()).toEqual([
      ...['list_enabled_skills', 'read_skill_file', 'search_skills'],
    ])
    // About four characters are a token.
    expect(client.getInstructions()?.length).toBeLessThan(1_600)
    await client.close()
  })

  it('finds a skill and gives its text', async () => {
    const client = await connect({ era, headers: { 'x-repertoire-conversation': `find ${era}` } })
    const found = await call(client, 'search_skills', { query: 'postgres is slow' })
    expect(JSON.stringify(found.body)).toContain('postgres')
    await api.settings.update({ skill_enablement_policy: 'auto' })
    const used = await call(client, 'use_skill', { name: 'redis' })
    await api.settings.update({ skill_enablement_policy: 'prompt-user' })
    expect(used.texts.join()).toContain('Look at the locks of redis.')
    await client.close()
  })

  it('hands a question back with its link, and goes on once it is answered on the page', async () => {
    const session = `ask ${era}`
    const client = await connect({ era, headers: { 'x-repertoire-conversation': session } })
    const asked = await call(client, 'enable_skill', { skill_slug: 'postgres' })
    expect(asked).toMatchObject({
      isError: true,
      body: { code: 'approval.pending', details: { url: `${server.url}/inbox` } },
    })
    // Others go on meanwhile.
    expect((await call(client, 'list_enabled_skills')).isError).toBe(false)
    const again = await call(client, 'enable_skill', { skill_slug: 'postgres' })
    expect(again.body.details.approval_id).toBe(asked.body.details.approval_id)
    await api.approvals.answer(asked.body.details.approval_id, { approved: true })
    const enabled = await call(client, 'enable_skill', { skill_slug: 'postgres' })
    expect(enabled.isError).toBe(false)
    expect(enabled.texts[1]).toMatch(/^<skill name="postgres">\nLook at the locks of postgres/)
    const state = await call(client, 'list_enabled_skills')
    expect(state.body).toMatchObject({ budget_used_chars: expect.any(Number) })
    await client.close()
  })

  it('is seen by its person: a conversation under the client’s name, with each call', async () => {
    const client = await connect({ era, headers: { 'x-repertoire-conversation': `seen ${era}` } })
    await call(client, 'search_skills', { query: 'redis' })
    const { items } = await api.conversations.list()
    const { id } = items[0] ?? { id: '' }
    const { events } = await api.conversations.eventPage(id)
    const started = events.find(({ event }) => event === 'run_started')
    expect(started?.data).toMatchObject({ client: expect.stringMatching(/\S/) })
    expect(events.map(({ event }) => event)).toContain('tool_completed')
    await client.close()
  })
})

describe.each(['modern', 'legacy'] as const)('the menu of %s clients', (era) => {
  it('offers the skills that the key sees, and no hidden one', async () => {
    await api.skills.create({ content: skill(`quiet-${era}`, 'user-invocable: false\n') })
    const off = await api.skills.create({ content: skill(`off-${era}`) })
    await api.skills.update(off.id, { enabled: false })
    const client = await connect({ era })
    const { prompts } = await client.listPrompts()
    const names = prompts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['postgres', 'redis']))
    expect(names.filter((name) => /quiet|off/.test(name))).toEqual([])
    expect(prompts[0]).toMatchObject({ arguments: [{ name: 'task', required: false }] })
    await client.close()
    const { key: narrow } = await api.keys.create({ name: 'x', scopes: ['conversations.use'] })
    const blind = await connect({ era, headers: { authorization: `Bearer ${narrow}` } })
    expect((await blind.listPrompts()).prompts).toEqual([])
    await expect(blind.getPrompt({ name: 'redis' })).rejects.toThrow(/skills\.read/)
    await blind.close()
  })

  it('gives a skill’s text like use_skill: asked about first, and in the log', async () => {
    const session = `menu ${era}`
    const client = await connect({ era, headers: { 'x-repertoire-conversation': session } })
    const wanted = { name: 'postgres', arguments: { task: 'Look at orders.' } }
    await expect(client.getPrompt(wanted)).rejects.toMatchObject({
      data: { code: 'approval.pending', url: `${server.url}/inbox` },
    })
    const { items } = await api.approvals.list()
    await api.approvals.answer(items[0]?.id ?? '', { approved: true })
    const { messages } = await client.getPrompt(wanted)
    const texts = messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
    expect(texts[0]).toMatch(/^<skill name="postgres">\nLook at the locks of postgres/)
    expect(texts.at(-1)).toBe('Look at orders.')
    const [conversation] = (await api.conversations.list()).items
    const { events } = await api.conversations.eventPage(conversation?.id ?? '')
    const used = events.filter(({ event }) => event === 'tool_completed')
    expect(used.at(-1)?.data).toMatchObject({ name: 'use_skill', outcome: { status: 'ok' } })
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(/nothing/)
    await client.close()
  })
})

describe('a client that can ask its person', () => {
  const elicitation = { elicitation: { form: {} } }
  const answering = async (approve: boolean | 'decline' | 'cancel', session: string) => {
    const client = await connect({
      headers: { 'x-repertoire-conversation': session },
      capabilities: elicitation,
    })
    const questions: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message)
      return typeof approve === 'string'
        ? { action: approve }
        : { action: 'accept', content: { approve } }
    })
    return { client, questions }
  }

  it('asks in the middle of the call, which goes on with a yes', async () => {
    const { client, questions } = await answering(true, 'in place')
    const enabled = await call(client, 'enable_skill', { skill_slug: 'redis' })
    expect(questions).toEqual([expect.stringContaining('enable the skill “redis”')])
    expect(enabled.isError).toBe(false)
    expect(enabled.texts.join()).toContain('Look at the locks of redis.')
    const { items } = await api.approvals.list()
    expect(items[0]).toMatchObject({ status: 'approved' })
    const log = await api.audit.list({ action: 'approval-answered' })
    expect(log.items[0]).toMatchObject({
      target: items[0]?.id,
      details: { decision: 'approved', slug: 'redis', through: expect.stringMatching(/\w/) },
    })
    const { messages } = await client.getPrompt({ name: 'postgres' })
    expect(questions.length).toBe(2)
    expect(JSON.stringify(messages)).toContain('Look at the locks of postgres.')
    await client.close()
  })

  it('gives the text of a skill that is on already, without asking: a new agent has not read it', async () => {
    const { client, questions } = await answering(true, 'emptied')
    const enable = () => call(client, 'enable_skill', { skill_slug: 'redis' })
    await enable()
    const again = await enable()
    expect(again.body).toMatchObject({ status: 'already-enabled', skill: 'redis' })
    expect(again.texts.join()).toContain('Look at the locks of redis.')
    expect(questions.length).toBe(1)
    await client.close()
  })

  it.each([false, 'decline'] as const)('is told of a no: %s', async (no) => {
    const { client } = await answering(no, `no ${no}`)
    const denied = await call(client, 'enable_skill', { skill_slug: 'redis' })
    expect(denied).toMatchObject({ isError: true, body: { code: 'approval.denied' } })
    await client.close()
  })

  it('asks once: where nobody decides, as with an agent without a terminal, the page does', async () => {
    const { client, questions } = await answering('cancel', 'nobody there')
    const enable = () => call(client, 'enable_skill', { skill_slug: 'redis' })
    const asked = await enable()
    expect(questions.length).toBe(1)
    expect(asked).toMatchObject({ isError: true, body: { code: 'approval.pending' } })
    await api.approvals.answer(asked.body.details.approval_id, { approved: true })
    expect((await enable()).texts.join()).toContain('Look at the locks of redis.')
    expect(questions.length).toBe(1)
    await expect(client.getPrompt({ name: 'postgres' })).rejects.toMatchObject({
      data: { code: 'approval.pending' },
    })
    await client.close()
  })
})

describe('calls of one conversation', () => {
  it('that come at once are done one after the other, and each has its own result', async () => {
    const client = await connect({ headers: { 'x-repertoire-conversation': 'at once' } })
    const calls = Array.from({ length: 8 }, (_, at) =>
      call(client, 'search_skills', { query: at % 2 === 0 ? 'postgres' : 'redis' }),
    )
    const found = await Promise.all(calls)
    for (const [at, { body }] of found.entries())
      expect(body.skills[0].slug).toBe(at % 2 === 0 ? 'postgres' : 'redis')
    await client.close()
  })

  it('are not those of another conversation, or of another organisation', async () => {
    const session = { 'x-repertoire-conversation': 'shared name' }
    await api.settings.update({ skill_enablement_policy: 'auto' })
    const mine = await connect({ headers: session })
    await call(mine, 'enable_skill', { skill_slug: 'redis' })
    const operator = new RepertoireClient({ baseUrl: server.url, apiKey: operatorKey })
    const other = await operator.organisations.create({ name: 'Other' })
    const theirs = await connect({
      headers: { ...session, authorization: `Bearer ${other.key}` },
    })
    expect(JSON.stringify(await call(theirs, 'list_enabled_skills'))).not.toContain('redis')
    expect((await call(theirs, 'use_skill', { name: 'redis' })).isError).toBe(true)
    const elsewhere = await connect({ headers: { 'x-repertoire-conversation': 'another' } })
    expect(JSON.stringify(await call(elsewhere, 'list_enabled_skills'))).not.toContain('redis')
    await api.settings.update({ skill_enablement_policy: 'prompt-user' })
    await Promise.all([mine, theirs, elsewhere].map((client) => client.close()))
  })
})

describe('who may call /mcp', () => {
  const post = (headers: Record<string, string>, path = '/mcp') =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })

  it('needs a key, not a login, and none of another site’s pages', async () => {
    const without = await post({})
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toContain('Bearer')
    expect((await post({ authorization: 'Bearer rep_wrong' })).status).toBe(401)
    const foreign = { authorization: `Bearer ${key}`, origin: 'https://evil.example' }
    expect((await post(foreign)).status).toBe(403)
  })

  it('needs the scope, and says so', async () => {
    const { key: narrow } = await api.keys.create({ name: 'narrow', scopes: ['skills.read'] })
    const refused = await post({ authorization: `Bearer ${narrow}` })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'auth.permission-missing' })
  })

  it('knows its presets, and offers no tool of another one', async () => {
    expect((await post({ authorization: `Bearer ${key}` }, '/mcp?preset=nothing')).status).toBe(400)
    const client = await connect({ path: '/mcp?preset=read-only' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      ...['read_skill_file', 'search_skills', 'use_skill'],
    ])
    await expect(call(client, 'enable_skill', { skill_slug: 'redis' })).rejects.toThrow(/no tool/)
    expect(client.getInstructions()).not.toContain('enable_skill')
    await client.close()
  })

  it('gives the texts of activated skills, and speaks of no prompt of this server', async () => {
    const headers = { 'x-repertoire-conversation': 'routed' }
    const client = await connect({ path: '/mcp?preset=routed', headers })
    expect(client.getInstructions()).toContain('activate_skills')
    const given = await call(client, 'activate_skills', { ids: ['redis'], confirmed: true })
    expect(given.texts[1]).toContain('Look at the locks of redis.')
    expect(given.body).toMatchObject({ active: ['redis'], note: expect.stringContaining('follow') })
    expect(given.texts[0]).not.toMatch(/prompt|catalogue/)
    const file = await call(client, 'read_skill_file', { skill_name: 'redis', path: 'no.md' })
    expect(file.body.code).not.toBe('tool.bad-input')
    await client.close()
  })
})
