import type {
  AgentBody,
  AgentPage,
  ConversationBody,
  ConversationPage,
  ModelList,
  ProblemBody,
  SkillBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const agents = '/api/v1/agents'

async function skillId(server: TestServer, name: string, scope = 'org'): Promise<string> {
  const body = { content: skillMd(name), scope }
  return (await server.call<SkillBody>('/api/v1/skills', { body })).body.id
}

const reviewer = { name: 'Reviewer', instruction: 'Review.', toolsets: ['packages', 'person'] }

const make = async (server: TestServer, change: object = {}) =>
  (await server.call<AgentBody>(agents, { body: { ...reviewer, ...change } })).body

describe('agents over REST', () => {
  it('C2: are created, read, changed and deleted', async () => {
    const server = await createTestServer()
    const skill_ids = [await skillId(server, 'beta'), await skillId(server, 'alpha')]
    const made = await server.call<AgentBody>(agents, { body: { ...reviewer, skill_ids } })
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
    expect(made.body).toMatchObject({ ...reviewer, skill_ids, model_id: null, etag: '"1"' })
    const path = `${agents}/${made.body.id}`
    expect((await server.call<AgentBody>(path)).body).toEqual(made.body)
    const fresh = await server.request(path, { headers: { 'if-none-match': '"1"' } })
    expect(fresh.status).toBe(304)
    const changed = await server.call<AgentBody>(path, { method: 'PUT', body: { name: 'Other' } })
    expect(changed.body).toMatchObject({ name: 'Other', instruction: 'Review.', etag: '"2"' })
    const { body } = await server.call<AgentPage>(agents)
    expect(body).toEqual({ items: [changed.body], next_cursor: null })
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(204)
    const gone = await server.call<ProblemBody>(path)
    expect([gone.status, gone.body.code]).toEqual([404, 'agent.not-found'])
  })

  it('C2: a change based on an older version is refused', async () => {
    const server = await createTestServer()
    const path = `${agents}/${(await make(server)).id}`
    const stale = { 'if-match': '"1"' }
    await server.call(path, { method: 'PUT', body: { name: 'A' }, headers: stale })
    const late = { method: 'PUT', body: { name: 'B' }, headers: stale }
    const { status, body } = await server.call<ProblemBody>(path, late)
    expect([status, body.code]).toEqual([412, 'agent.stale'])
    const removal = await server.request(path, { method: 'DELETE', headers: stale })
    expect(removal.status).toBe(412)
    expect((await server.call<AgentBody>(path)).body.name).toBe('A')
  })

  it('C2: members use them and change nothing, also with a wider key', async () => {
    const server = await createTestServer()
    const { id } = await make(server)
    const { key } = await server.addMember('member', ['conversations.use', 'agents.write'])
    expect((await server.call<AgentPage>(agents, { key })).body.items).toHaveLength(1)
    for (const [path, method, body] of [
      [agents, 'POST', reviewer],
      [`${agents}/${id}`, 'PUT', { name: 'Mine' }],
      [`${agents}/${id}`, 'DELETE', undefined],
    ] as const) {
      const answer = await server.call<ProblemBody>(path, { method, body, key })
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.permission-missing'])
    }
    const { key: narrow } = await server.addMember('admin', ['conversations.use', 'skills.write'])
    const refused = await server.call<ProblemBody>(agents, { body: reviewer, key: narrow })
    expect(refused.status).toBe(403)
  })

  it.each<[object, string]>([
    [{ model_id: 'gone' }, 'agent.invalid'],
    [{ toolsets: ['telepathy'] }, 'agent.invalid'],
    [{ skill_ids: ['skl_none'] }, 'agent.skill-not-attachable'],
    [{ name: ' ' }, 'request.invalid'],
    [{ instruction: 'x'.repeat(50_001) }, 'request.invalid'],
    [{ owner: 'me' }, 'request.invalid'],
  ])('refuses %o as %s', async (change, code) => {
    const server = await createTestServer()
    const body = { ...reviewer, ...change }
    const answer = await server.call<ProblemBody>(agents, { body })
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect((await server.call<AgentPage>(agents)).body.items).toEqual([])
  })

  it('C2: a personal skill cannot be attached, and the answer says why', async () => {
    const server = await createTestServer()
    const skill_ids = [await skillId(server, 'mine', 'user')]
    const { body } = await server.call<ProblemBody>(agents, { body: { ...reviewer, skill_ids } })
    expect(body).toMatchObject({ code: 'agent.skill-not-attachable' })
    expect(body.message).toContain('only skills of the organisation')
  })

  it('C2: lists the available models, and an agent may name one of them', async () => {
    const server = await createTestServer()
    const { body } = await server.call<ModelList>('/api/v1/models')
    expect(body.items).toEqual([
      { id: 'demo', label: 'Demo model (offline)', demo: true, usual: true },
    ])
    expect((await make(server, { model_id: 'demo' })).model_id).toBe('demo')
  })

  it('C2: a conversation uses the agent it was created with', async () => {
    const server = await createTestServer()
    const agent = await make(server)
    const conversations = '/api/v1/conversations'
    const begun = await server.call<ConversationBody>(conversations, {
      body: { agent_id: agent.id },
    })
    expect(begun.body).toMatchObject({
      agent_id: agent.id,
      agent: { id: agent.id, name: 'Reviewer' },
    })
    const { body: page } = await server.call<ConversationPage>(conversations)
    expect(page.items).toMatchObject([{ agent_id: agent.id }])
    await server.request(`${agents}/${agent.id}`, { method: 'DELETE' })
    const path = `${conversations}/${begun.body.id}`
    const after = await server.call<ConversationBody>(path)
    expect(after.body).toMatchObject({ agent_id: agent.id, agent: null })
    const unknown = await server.call<ProblemBody>(conversations, { body: { agent_id: 'agt_x' } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'agent.not-found'])
    const plain = await server.call<ConversationBody>(conversations, { body: {} })
    expect(plain.body).toMatchObject({ agent_id: null, agent: null })
  })
})
