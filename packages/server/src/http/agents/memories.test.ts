import type {
  AgentBody,
  AuditPage,
  MemoriesBody,
  MemoriesList,
  MemoryPage,
  ProblemBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/memories'

async function setUp() {
  const server = await createTestServer()
  const body = { name: 'Helper', toolsets: ['packages', 'observations'] }
  const agent = (await server.call<AgentBody>('/api/v1/agents', { body })).body.id
  return { server, agent }
}

const put = (server: TestServer, text: string, options: { key?: string; agent?: string } = {}) =>
  server.call<MemoriesBody>(`${path}${options.agent ? `?agent_id=${options.agent}` : ''}`, {
    ...(options.key && { key: options.key }),
    method: 'PUT',
    body: { text },
  })

describe('memories over REST', () => {
  it('B6: are written, read, listed with their versions, and restored', async () => {
    const { server } = await setUp()
    const none = await server.call<MemoriesBody>(path)
    expect(none.body).toEqual({
      ...{ agent_id: null, version: 0, text: '', characters: 0, max_characters: 4000 },
      ...{ author: null, updated_at: null, etag: '"0"' },
    })
    const first = await put(server, 'Likes tea.')
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"'])
    expect(first.body).toMatchObject({ version: 1, text: 'Likes tea.', author: 'user' })
    await put(server, 'Likes coffee.')
    const { body } = await server.call<MemoryPage>(`${path}/history?limit=1`)
    expect(body.items).toMatchObject([{ version: 2, text: 'Likes coffee.' }])
    const next = `${path}/history?limit=1&cursor=${body.next_cursor}`
    expect((await server.call<MemoryPage>(next)).body).toMatchObject({
      items: [{ version: 1, conversation_id: null }],
      next_cursor: null,
    })
    const restored = await server.call<MemoriesBody>(`${path}/history/1/restore`, {
      method: 'POST',
    })
    expect(restored.body).toMatchObject({ version: 3, text: 'Likes tea.' })
    const cleared = await server.call<MemoriesBody>(`${path}/history/0/restore`, {
      method: 'POST',
    })
    expect(cleared.body).toMatchObject({ version: 4, text: '' })
    const absent = await server.call(`${path}/history/9/restore`, { method: 'POST' })
    expect([absent.status, absent.body.code]).toEqual([404, 'observations.not-found'])
  })

  it('B6: the same text makes no version, and a change based on an older one is refused', async () => {
    const { server } = await setUp()
    await put(server, 'Likes tea.')
    expect((await put(server, 'Likes tea.')).body.version).toBe(1)
    await put(server, 'Likes coffee.')
    const late = await server.call<ProblemBody>(path, {
      method: 'PUT',
      body: { text: 'Likes water.' },
      headers: { 'if-match': '"1"' },
    })
    expect([late.status, late.body.code]).toEqual([412, 'observations.stale'])
    const undo = await server.call<ProblemBody>(`${path}/history/0/restore`, {
      method: 'POST',
      headers: { 'if-match': '"1"' },
    })
    expect([undo.status, undo.body.code]).toEqual([412, 'observations.stale'])
    expect((await server.call<MemoriesBody>(path)).body.text).toBe('Likes coffee.')
  })

  it('B6: are limited to 4,000 characters', async () => {
    const { server } = await setUp()
    expect((await put(server, '😀'.repeat(4_000))).body.characters).toBe(4_000)
    const long = await server.call<ProblemBody>(path, {
      method: 'PUT',
      body: { text: 'x'.repeat(4_001) },
    })
    expect([long.status, long.body.code]).toEqual([413, 'edit.too-large'])
  })

  it('B6: nobody, owners included, reads or writes memories about another person', async () => {
    const { server, agent } = await setUp()
    const ann = await server.addMember('member')
    const outsider = await server.addTenant()
    await put(server, 'Of the member.', { key: ann.key })
    await put(server, 'With the helper.', { key: ann.key, agent })
    for (const key of [server.ownerKey, (await server.addMember('admin')).key, outsider.key]) {
      expect((await server.call<MemoriesBody>(path, { key })).body.text).toBe('')
      const { body } = await server.call<MemoriesList>(`${path}/agents`, { key })
      expect(body.items).toEqual([])
      const history = await server.call<MemoryPage>(`${path}/history`, { key })
      expect(history.body.items).toEqual([])
    }
    const other = await server.call(`${path}?agent_id=${agent}`, { key: outsider.key })
    expect([other.status, other.body.code]).toEqual([404, 'agent.not-found'])
    const { body } = await server.call<MemoriesList>(`${path}/agents`, { key: ann.key })
    expect(body.items.map(({ agent_id, text }) => [agent_id, text])).toEqual([
      [null, 'Of the member.'],
      [agent, 'With the helper.'],
    ])
    const narrow = await server.addMember('owner', ['skills.read'])
    const refused = await server.call(path, { key: narrow.key })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.permission-missing'])
  })

  it('B6: the audit log records changes, and neither it nor the server’s log has their text', async () => {
    const { server, agent } = await setUp()
    await put(server, 'A very private fact.', { agent })
    const { body } = await server.call<AuditPage>('/api/v1/audit?action=observations-changed')
    expect(body.items).toMatchObject([
      { target: agent, details: { agent_id: agent, version: 1, characters: 20 } },
    ])
    expect(JSON.stringify(body)).not.toContain('private')
    expect(server.logged()).toContain('/api/v1/memories')
    expect(server.logged()).not.toContain('private')
  })
})
