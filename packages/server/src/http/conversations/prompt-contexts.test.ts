import type { ConversationBody, PromptContextBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'

const context = (path: string) => `/api/v1${path}/context`

describe('memory and graph context over REST', () => {
  it('A2: is supplied, read and removed for the organisation, an agent and a conversation', async () => {
    const server = await createTestServer()
    const agent = await server.call<{ id: string }>('/api/v1/agents', { body: { name: 'Helper' } })
    const conversation = await server.call<ConversationBody>('/api/v1/conversations', { body: {} })
    for (const owner of [
      '',
      `/agents/${agent.body.id}`,
      `/conversations/${conversation.body.id}`,
    ]) {
      const path = context(owner)
      const empty = { memory: '', graph_context: '', updated_by: null, updated_at: null }
      const before = await server.call(path)
      expect([before.status, before.body]).toEqual([200, { ...empty, max_chars: 20_000 }])
      const body = { memory: 'The fiscal year starts in April.', graph_context: 'checkout -> db' }
      const put = await server.call<PromptContextBody>(path, { method: 'PUT', body })
      expect(put.body).toMatchObject({ ...body, max_chars: 20_000 })
      expect((await server.call(path)).body).toEqual(put.body)
      expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
      expect((await server.call(path)).body).toEqual(before.body)
      expect((await server.call(path, { method: 'DELETE' })).status).toBe(404)
    }
  })

  it('A2: too much is refused with the figures, and the audit log has no text', async () => {
    const server = await createTestServer()
    const path = context('')
    const body = { memory: 'x'.repeat(20_001) }
    const refused = await server.call<{ code: string; message: string }>(path, {
      ...{ method: 'PUT', body },
    })
    expect([refused.status, refused.body.code]).toEqual([413, 'context.too-large'])
    expect(refused.body.message).toMatch(/memory has 20001 characters; at most 20000/)
    await server.call(path, { method: 'PUT', body: { memory: 'secret plan' } })
    const audit = await server.call('/api/v1/audit?action=prompt-context-changed')
    expect(JSON.stringify(audit.body)).toContain('"characters":11')
    expect(JSON.stringify(audit.body)).not.toContain('secret plan')
  })

  it('A8: a member supplies for their own conversation, and for nothing else', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const body = { memory: 'mine' }
    const own = await server.call<ConversationBody>('/api/v1/conversations', {
      ...{ body: {}, key: member.key },
    })
    const theirs = await server.call<ConversationBody>('/api/v1/conversations', { body: {} })
    const put = async (owner: string) =>
      (await server.call(context(owner), { method: 'PUT', body, key: member.key })).status
    expect(await put(`/conversations/${own.body.id}`)).toBe(200)
    expect(await put(`/conversations/${theirs.body.id}`)).toBe(404)
    expect(await put('')).toBe(403)
    expect(await put('/agents/agt_1')).toBe(403)
  })
})
