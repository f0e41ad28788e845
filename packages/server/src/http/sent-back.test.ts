import type { AuthoredToolId, UserId } from '@repertoire/core/base'
import type { AuthoredVersion } from '@repertoire/core/domain'
import { allRoutes } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../testing/test-server.ts'

const webhook = { name: 'Alerts', message: 'Look at this.', trigger: { kind: 'webhook' } }
const schedule = {
  name: 'Morning',
  message: 'What is new?',
  trigger: { kind: 'cron', cron: '0 7 * * *', time_zone: 'Europe/Berlin', missed: 'skip' },
}

/** Creates the resource and gives its address. */
type Create = (server: TestServer) => Promise<string>

interface Row {
  readonly create: Create
  /** A read-only field with another value than it has. */
  readonly readOnly?: readonly [field: string, value: unknown]
}

/** Every path with GET and PUT, or GET and PATCH. A new path needs a row here. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  '/api/v1/skills/{id}': [
    { create: made('/skills', { content: skillMd('one') }), readOnly: ['id', 'skl_other'] },
  ],
  '/api/v1/agents/{id}': [
    {
      create: made('/agents', { name: 'Helper', toolsets: ['discovery'], routing: null }),
      readOnly: ['created_by', 'usr_other'],
    },
  ],
  '/api/v1/triggers/{id}': [
    { create: signal(webhook), readOnly: ['user_id', 'usr_other'] },
    { create: signal(schedule), readOnly: ['created_at', '2020-01-01T00:00:00.000Z'] },
  ],
  '/api/v1/memories': [
    { create: put('/memories', { text: 'Likes tea.' }), readOnly: ['version', 9] },
    { create: async () => '/api/v1/memories', readOnly: ['max_characters', 1_000_000] },
  ],
  '/api/v1/context': [{ create: put('/context', { memory: 'm' }), readOnly: ['max_chars', 1] }],
  '/api/v1/agents/{id}/context': [
    { create: contextOf('/agents', { name: 'Helper' }), readOnly: ['max_chars', 1] },
  ],
  '/api/v1/conversations/{id}/context': [
    { create: contextOf('/conversations', {}), readOnly: ['max_chars', 1] },
  ],
  '/api/v1/conversations/{id}': [
    { create: made('/conversations', { title: 'Mine' }), readOnly: ['agent_id', 'agt_other'] },
    { create: made('/conversations', {}), readOnly: ['id', 'cnv_other'] },
  ],
  '/api/v1/conversations/{id}/files/content': [{ create: conversationFile }],
  '/api/v1/authored-tools/{id}': [{ create: authoredTool, readOnly: ['status', 'approved'] }],
  '/api/v1/skills/sources/{id}': [
    {
      create: made('/skills/sources', {
        ...{ name: 'Team', source_type: 'url', config: { url: 'https://a.example/b.zip' } },
      }),
      readOnly: ['created_at', '2020-01-01T00:00:00.000Z'],
    },
  ],
  '/api/v1/settings': [{ create: async () => '/api/v1/settings' }],
}

/** Fields that tell when and how often something changed, not what it is. */
const stamps = ['updated_at', 'updated_by', 'etag', 'revision', 'version', 'use_count']

const changeable = allRoutes
  .filter(({ method }) => method === 'put' || method === 'patch')
  .filter(({ path }) => allRoutes.some((one) => one.path === path && one.method === 'get'))
const cases = Object.entries(rows).flatMap(([path, all]) =>
  all.map((row, index) => ({ path, index, row, method: methodOf(path) })),
)

describe('what GET gave', () => {
  it('A12: has a row here for every path that can also be written', () => {
    expect(Object.keys(rows).sort()).toEqual(changeable.map(({ path }) => path).sort())
  })

  it.each(cases)('A12: is accepted by $method $path ($index)', async ({ row, method }) => {
    const server = await createTestServer()
    const address = await row.create(server)
    const before = await server.request(address)
    expect(before.status).toBe(200)
    const body = new Uint8Array(await before.arrayBuffer())
    const type = before.headers.get('content-type') ?? ''
    server.clock.advance(60_000)
    const headers = { 'content-type': type }
    const answer = await server.request(address, { method, body, headers })
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    const after = new Uint8Array(await (await server.request(address)).arrayBuffer())
    expect(contentOf(after, type)).toEqual(contentOf(body, type))
  })

  it.each(cases.filter(({ row }) => row.readOnly))(
    'A12: with another read-only field is refused by $method $path ($index), which names it',
    async ({ row, method }) => {
      const server = await createTestServer()
      const address = await row.create(server)
      const { body: got } = await server.call<object>(address)
      const [field, value] = row.readOnly ?? ['', null]
      const body = { ...got, [field]: value }
      const answer = await server.call<{ code: string; message: string }>(address, { method, body })
      expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/read-only/)])
      expect(answer.body.message).toContain(field)
      expect((await server.call<object>(address)).body).toEqual(got)
    },
  )

  it('A12: of the list of members is accepted, and no name or id is changed by it', async () => {
    const server = await createTestServer()
    const { id } = await server.addMember('member')
    const list = () => server.call<{ items: { id: string }[] }>('/api/v1/members')
    const { body } = await list()
    const member = body.items.find((one) => one.id === id)
    const path = `/api/v1/members/${id}`
    expect((await server.call(path, { method: 'PUT', body: member })).status).toBe(200)
    const renamed = { ...member, name: 'Another' }
    const refused = await server.call(path, { method: 'PUT', body: renamed })
    expect([refused.status, refused.body.code]).toEqual([400, 'member.read-only-field'])
    expect((await list()).body).toEqual(body)
  })

  it('B6: sent back with a read-only field changed writes no memory', async () => {
    const server = await createTestServer()
    const body = { text: 'New.', author: 'agent' }
    const refused = await server.call('/api/v1/memories', { method: 'PUT', body })
    expect(refused.status).toBe(400)
    expect((await server.call<{ text: string }>('/api/v1/memories')).body.text).toBe('')
  })

  it('A6: a title is not emptied', async () => {
    const server = await createTestServer()
    const address = await made('/conversations', { title: 'Mine' })(server)
    const refused = await server.call(address, { method: 'PATCH', body: { title: ' ' } })
    expect([refused.status, refused.body.code]).toEqual([400, 'conversation.title-empty'])
  })
})

function methodOf(path: string): string {
  return changeable.find((route) => route.path === path)?.method.toUpperCase() ?? 'PUT'
}

function contentOf(bytes: Uint8Array, type: string): unknown {
  if (type !== 'application/json') return bytes
  const value = JSON.parse(new TextDecoder().decode(bytes))
  return Object.fromEntries(Object.entries(value).filter(([field]) => !stamps.includes(field)))
}

function made(path: string, body: object): Create {
  return async (server) => {
    const answer = await server.call<{ id: string }>(`/api/v1${path}`, { body })
    return `/api/v1${path}/${answer.body.id}`
  }
}

function signal(body: object): Create {
  return async (server) => {
    const answer = await server.call<{ signal: { id: string } }>('/api/v1/triggers', { body })
    return `/api/v1/triggers/${answer.body.signal.id}`
  }
}

function put(path: string, body: object): Create {
  return async (server) => {
    await server.call(`/api/v1${path}`, { method: 'PUT', body })
    return `/api/v1${path}`
  }
}

function contextOf(path: string, body: object): Create {
  return async (server) => {
    const owner = await made(path, body)(server)
    await server.call(`${owner}/context`, { method: 'PUT', body: { graph_context: 'a -> b' } })
    return `${owner}/context`
  }
}

async function conversationFile(server: TestServer): Promise<string> {
  const address = `${await made('/conversations', {})(server)}/files/content?path=a.bin`
  const headers = { 'content-type': 'application/octet-stream' }
  await server.request(address, { method: 'PUT', body: new Uint8Array([0, 255, 1]), headers })
  return address
}

/** Written as an agent of the owner would have. */
async function authoredTool(server: TestServer): Promise<string> {
  const { body } = await server.call<{ member: { id: string } }>('/api/v1/me')
  const head: AuthoredVersion = {
    ...{ number: 1, digest: 'sha256:1', description: 'Adds.', code: 'return 1' },
    ...{ parameters: { type: 'object' }, requires: [], reason: 'asked', author: 'agent' },
    ...{ trusted: true, conversationId: null, createdAt: 0 },
  }
  const id = 'aut_add' as AuthoredToolId
  const owner = body.member.id as UserId
  const times = { createdAt: 0, updatedAt: 0, deletedAt: null }
  const tool = { id, kind: 'tool', name: 'add', owner, enabled: true, ...times, head } as const
  await server.store.tenant(server.tenantId).authored.create({ tool, changeKey: null })
  return `/api/v1/authored-tools/${id}`
}
