import type {
  ApprovalId,
  ConversationId,
  RevisionDigest,
  SkillId,
  UserId,
} from '@repertoire/core/base'
import type { Approval, ApprovalRequest, ConversationEvent } from '@repertoire/core/domain'
import type {
  ApprovalBody,
  ApprovalPage,
  AuditPage,
  ConversationBody,
  EventPage,
  ProblemBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { approvalRequiredEvents } from '../../testing/run-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const inWords: ApprovalRequest = {
  type: 'clarification',
  subject: { question: 'Which <b>one</b>?', options: ['a', 'b'] },
}
const aboutConnector = (connector: string): ApprovalRequest => ({
  type: 'connector_access',
  subject: {
    connector,
    title: 'Payroll',
    description: 'Salaries.',
    endpoint: 'https://payroll.example/mcp',
    digest: 'sha256:11',
  },
})

/** A member's run waits for the answer to `question`. */
async function asking(question: ApprovalRequest, access: Record<string, string> = {}) {
  const server = await createTestServer()
  const member = await server.addMember('member')
  const { key } = member
  await server.call('/api/v1/settings', { method: 'PUT', body: { connector_access: access } })
  const { body: conversation } = await server.call<ConversationBody>('/api/v1/conversations', {
    body: {},
    key,
  })
  const headers = { prefer: 'respond-async' }
  const said = `/api/v1/conversations/${conversation.id}/messages`
  await server.call(said, { body: { text: 'go' }, key, headers })
  const { approval, event } = waitingFor(server, question, member.id)
  await server.engine.play([event], { approvals: [approval], status: 'waiting' })
  return { server, key, approval, conversation, url: `/api/v1/approvals/${approval.id}` }
}

function waitingFor(
  server: TestServer,
  question: ApprovalRequest,
  requestedBy: UserId,
): { approval: Approval; event: ConversationEvent } {
  const { approval: sample } = approvalRequiredEvents(server)
  const { id, toolCallId: callId, reason, expiresAt } = sample
  const { type: approvalType, subject } = question
  return {
    approval: { ...sample, ...question, requestedBy },
    event: {
      type: 'approval-required',
      approvalId: id as ApprovalId,
      callId,
      approvalType,
      subject,
      reason,
      expiresAt,
    },
  }
}

async function askedData({ server, key, conversation }: Awaited<ReturnType<typeof asking>>) {
  const path = `/api/v1/conversations/${conversation.id}/events`
  const { body } = await server.call<EventPage>(path, { key })
  return body.events.find(({ event }) => event === 'approval_required')?.data
}

describe('a clarification', () => {
  it('A7: is in the events and the list with its question, options and deadline', async () => {
    const asked = await asking(inWords)
    const { server, key, approval, url } = asked
    expect(await askedData(asked)).toEqual({
      run_id: approval.runId,
      trace_id: approval.traceId,
      at: new Date(server.clock.now()).toISOString(),
      type: 'clarification',
      question: {
        approval_id: approval.id,
        tool_call_id: 'call_1',
        text: 'Which <b>one</b>?',
        options: ['a', 'b'],
        reason: 'it fits',
        expires_at: new Date(approval.expiresAt).toISOString(),
      },
    })
    const { body } = await server.call<ApprovalBody>(url, { key })
    expect(body).toMatchObject({
      type: 'clarification',
      status: 'pending',
      question: { text: 'Which <b>one</b>?', options: ['a', 'b'] },
    })
    expect(body).not.toHaveProperty('skill')
    const list = await server.call<ApprovalPage>('/api/v1/approvals', { key })
    expect(list.body.items).toEqual([body])
  })

  it('A7: is visible to its person alone', async () => {
    const { server, url } = await asking(inWords)
    const admin = await server.addMember('admin')
    for (const key of [server.ownerKey, admin.key]) {
      const list = await server.call<ApprovalPage>('/api/v1/approvals', { key })
      expect(list.body.items).toEqual([])
      expect((await server.call(url, { key })).status).toBe(404)
      const answer = await server.call(url, { key, body: { approved: true, note: 'me' } })
      expect([answer.status, answer.body.code]).toEqual([404, 'approval.not-found'])
    }
  })

  it('A7: requires an answer in words, which is not in the audit log', async () => {
    const { server, key, url } = await asking(inWords)
    for (const body of [{ approved: true }, { approved: true, note: ' \n ' }]) {
      const empty = await server.call(url, { key, body })
      expect([empty.status, empty.body.code]).toEqual([400, 'approval.answer-missing'])
    }
    const endless = { approved: true, note: 'x'.repeat(2001) }
    expect((await server.call(url, { key, body: endless })).status).toBe(400)
    const body = { approved: true, note: 'our secret plan' }
    const answered = await server.call<ApprovalBody>(url, { key, body })
    expect([answered.status, answered.body.note]).toEqual([200, 'our secret plan'])
    const audit = await server.call<AuditPage>('/api/v1/audit?action=approval-answered')
    expect(audit.body.items[0]?.details).toMatchObject({ type: 'clarification' })
    expect(JSON.stringify(audit.body)).not.toMatch(/secret plan|Which/)
    const late = await server.call(url, { key, body })
    expect([late.status, late.body.code]).toEqual([409, 'approval.already-answered'])
    expect(late.body).toMatchObject({
      details: { answered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      hint: expect.stringContaining('/api/v1/approvals'),
    })
  })

  it('A7: can be skipped by a rejection without words', async () => {
    const { server, key, url } = await asking(inWords)
    const { body } = await server.call<ApprovalBody>(url, { key, body: { approved: false } })
    expect([body.status, body.note]).toEqual(['denied', ''])
  })
})

describe('access to a connector', () => {
  it('A7: shows where its calls go, and its own person answers', async () => {
    const asked = await asking(aboutConnector('payroll'))
    const { server, key, url } = asked
    const connector = {
      name: 'payroll',
      title: 'Payroll',
      description: 'Salaries.',
      endpoint: 'https://payroll.example/mcp',
      digest: 'sha256:11',
    }
    expect(await askedData(asked)).toMatchObject({ type: 'connector_access', connector })
    const { body } = await server.call<ApprovalBody>(url, { key, body: { approved: true } })
    expect(body).toMatchObject({ type: 'connector_access', status: 'approved', connector })
    const audit = await server.call<AuditPage>('/api/v1/audit?action=approval-answered')
    expect(audit.body.items[0]?.details).toMatchObject({
      connector: 'payroll',
      digest: 'sha256:11',
    })
  })

  it('A7: where an administrator has to approve, the requesting person cannot', async () => {
    const { server, key, url } = await asking(aboutConnector('payroll'), { payroll: 'ask-admin' })
    const mine = await server.call<ProblemBody>(url, { key, body: { approved: true } })
    expect([mine.status, mine.body.code]).toEqual([403, 'approval.administrators-only'])
    expect((await server.call<ApprovalBody>(url, { key })).body.status).toBe('pending')
    const list = await server.call<ApprovalPage>('/api/v1/approvals?status=pending')
    expect(list.body.items).toHaveLength(1)
    const { body } = await server.call<ApprovalBody>(url, { body: { approved: true } })
    expect(body.status).toBe('approved')
  })

  it('A7: where the person decides alone, administrators do not see it', async () => {
    const { server, url } = await asking(aboutConnector('payroll'), { payroll: 'ask' })
    const list = await server.call<ApprovalPage>('/api/v1/approvals')
    expect(list.body.items).toEqual([])
    expect((await server.call(url, { body: { approved: true } })).status).toBe(404)
  })
})

describe('a change of memories', () => {
  const toRemember: ApprovalRequest = {
    type: 'observation_change',
    subject: { agentId: null, version: 3, before: 'Likes tea.', after: 'Likes <b>coffee</b>.' },
  }

  it('B6: shows the text before and after', async () => {
    const asked = await asking(toRemember)
    const { server, key, url } = asked
    const observation = {
      agent_id: null,
      version: 3,
      before: 'Likes tea.',
      after: 'Likes <b>coffee</b>.',
    }
    expect(await askedData(asked)).toMatchObject({ type: 'observation_change', observation })
    const { body } = await server.call<ApprovalBody>(url, { key })
    expect(body).toMatchObject({ type: 'observation_change', status: 'pending', observation })
  })

  it('B6: is visible to its person alone, and the audit log has no text', async () => {
    const { server, key, url } = await asking(toRemember)
    for (const other of [server.ownerKey, (await server.addMember('admin')).key]) {
      const list = await server.call<ApprovalPage>('/api/v1/approvals', { key: other })
      expect(list.body.items).toEqual([])
      expect((await server.call(url, { key: other, body: { approved: true } })).status).toBe(404)
    }
    const { body } = await server.call<ApprovalBody>(url, { key, body: { approved: true } })
    expect(body.status).toBe('approved')
    const audit = await server.call<AuditPage>('/api/v1/audit?action=approval-answered')
    const details = { type: 'observation_change', agent_id: null, version: 3 }
    expect(audit.body.items[0]?.details).toMatchObject(details)
    expect(JSON.stringify(audit.body)).not.toMatch(/tea|coffee/)
  })
})

describe('events about tools', () => {
  it('D6, D7: name the skill, the sub-agent, the list and the grant', async () => {
    const { server, key, conversation } = await asking(inWords)
    const skill = {
      skillId: 'skl_1' as never,
      digest: 'sha256:00' as never,
      slug: 'triage',
      name: 'Triage',
    }
    const used = { id: 'skl_1', slug: 'triage', name: 'Triage', digest: 'sha256:00' }
    await server.engine.play([
      { type: 'skill-used', callId: 'c8', skill, allowedTools: ['read_file'] },
      { type: 'fork-started', callId: 'c9', skill, allowedTools: [], task: 'Look' },
      { type: 'todo-changed', items: [{ text: 'Look', status: 'open' }], fork: 'c9' },
      { type: 'connector-granted', connector: 'payroll', digest: 'sha256:11' },
    ])
    const path = `/api/v1/conversations/${conversation.id as ConversationId}/events`
    const { body } = await server.call<EventPage>(path, { key })
    const [first, second, third, fourth] = body.events.slice(-4)
    expect(first).toMatchObject({
      event: 'skill_used',
      data: { skill: used, allowed_tools: ['read_file'] },
    })
    expect(first?.data).not.toHaveProperty('fork')
    expect(second).toMatchObject({
      event: 'fork_started',
      data: { call_id: 'c9', skill: used, allowed_tools: [], task: 'Look' },
    })
    expect(third).toMatchObject({
      event: 'todo_changed',
      data: { fork: 'c9', items: [{ text: 'Look', status: 'open' }] },
    })
    expect(fourth).toMatchObject({
      event: 'connector_granted',
      data: { connector: 'payroll', digest: 'sha256:11' },
    })
  })
})

describe('a change of the library', () => {
  const aboutSkill: ApprovalRequest = {
    type: 'skill_change',
    subject: {
      action: 'update',
      slug: 'diary',
      name: 'Diary',
      scope: 'user',
      skillId: 'skl_1' as SkillId,
      version: 2,
      baseDigest: 'sha256:02' as RevisionDigest,
      before: '---\nname: Diary\n---\nDear diary.\n',
      digest: 'sha256:03' as RevisionDigest,
      source: '---\nname: Diary\n---\nDear <b>diary</b>.\n',
      origin: { provenance: 'imported', sourceUrl: null, sourceId: 'team/diary' },
    },
  }
  const change = {
    action: 'update',
    slug: 'diary',
    name: 'Diary',
    scope: 'user',
    skill_id: 'skl_1',
    version: 2,
    base_digest: 'sha256:02',
    before: '---\nname: Diary\n---\nDear diary.\n',
    digest: 'sha256:03',
    source: '---\nname: Diary\n---\nDear <b>diary</b>.\n',
    origin: {
      provenance: 'imported',
      source: 'user',
      source_url: null,
      source_id: 'team/diary',
    },
  }

  it('B7: has both texts and both digests, in the events and in the list', async () => {
    const asked = await asking(aboutSkill)
    const { server, key, url } = asked
    expect(await askedData(asked)).toMatchObject({ type: 'skill_change', change })
    const { body } = await server.call<ApprovalBody>(url, { key })
    expect(body).toMatchObject({ type: 'skill_change', status: 'pending', reason: 'it fits' })
    expect(body.type === 'skill_change' && body.change).toEqual(change)
  })

  it('B7: shows a person’s own text to that person alone, and keeps it out of the audit log', async () => {
    const { server, key, url } = await asking(aboutSkill)
    const admin = await server.addMember('admin')
    for (const other of [server.ownerKey, admin.key]) {
      expect((await server.call(url, { key: other })).status).toBe(404)
      const answer = await server.call(url, { key: other, body: { approved: true } })
      expect(answer.status).toBe(404)
      const list = await server.call<ApprovalPage>('/api/v1/approvals', { key: other })
      expect(list.body.items).toEqual([])
    }
    const { body } = await server.call<ApprovalBody>(url, { key, body: { approved: true } })
    expect(body.status).toBe('approved')
    const list = await server.call<ApprovalPage>('/api/v1/approvals', { key })
    expect(list.body.items).toMatchObject([{ change: { ...change, before: null, source: null } }])
    expect((await server.call<ApprovalBody>(url, { key })).body).toMatchObject({ change })
    const audit = await server.call<AuditPage>('/api/v1/audit?action=approval-answered')
    expect(audit.body.items[0]?.details).toMatchObject({ action: 'update', slug: 'diary' })
    expect(JSON.stringify(audit.body)).not.toContain('Dear')
  })
})
