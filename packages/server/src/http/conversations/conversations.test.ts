import type {
  ApiKeyCreated,
  ApprovalBody,
  ConversationBody,
  ConversationPage,
  DeletedConversationPage,
  EventPage,
  ProblemBody,
  SkillBody,
  SkillsStateBody,
  Turn,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { engineClosing } from '../../runtime/engines/runs/wait-for-run.ts'
import { approvalRequiredEvents, completed, readSseFrames } from '../../testing/run-fixtures.ts'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

async function begin(server: TestServer, title = ''): Promise<string> {
  const { body } = await server.call<ConversationBody>('/api/v1/conversations', { body: { title } })
  return `/api/v1/conversations/${body.id}`
}

const say = (text: string, headers: Record<string, string> = {}) => ({ body: { text }, headers })
const noWaiting = { prefer: 'respond-async' }

describe('conversations over REST', () => {
  it('take the beginning of the first message as their title, and keep a given one', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    const text = `Why is\nthe database slow? ${'And so on. '.repeat(30)}`
    await server.call(`${path}/messages`, say(text, noWaiting))
    const { body } = await server.call<ConversationBody>(path)
    expect(body.title).toMatch(/^Why is the database slow\? And so on\..*…$/)
    expect(body.title.length).toBeLessThanOrEqual(80)

    const named = await begin(server, 'Mine')
    await server.call(`${named}/messages`, say('Hello', noWaiting))
    expect((await server.call<ConversationBody>(named)).body.title).toBe('Mine')
  })

  it('wait for the answer by default', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    const answer = server.call<Turn>(`${path}/messages`, say('Hello'))
    await expect.poll(() => server.engine.started.length).toBe(1)
    await server.engine.play([completed('Good day.')], { status: 'completed' })
    const { status, body } = await answer
    expect([status, body.reply, body.run.status]).toEqual([200, 'Good day.', 'completed'])
    expect(body.run.trace_id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('keep the answer from a key that ended while it waited', async () => {
    const server = await createTestServer()
    const { body: made } = await server.call<ApiKeyCreated>('/api/v1/keys', { body: { name: 'x' } })
    const path = await begin(server)
    const answer = server.call<Turn & ProblemBody>(`${path}/messages`, {
      ...say('Hello'),
      key: made.key,
    })
    await expect.poll(() => server.engine.started.length).toBe(1)
    await server.call(`/api/v1/keys/${made.id}`, { method: 'DELETE' })
    await server.engine.play([completed('Good day.')], { status: 'completed' })
    const { status, body } = await answer
    expect([status, body.code]).toEqual([401, 'auth.invalid'])
    expect(JSON.stringify(body)).not.toContain('Good day.')
  })

  it('A7: return with the approval request when the run waits for a person', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    const answer = server.call<Turn>(`${path}/messages`, say('Hello'))
    await expect.poll(() => server.engine.started.length).toBe(1)
    const asked = approvalRequiredEvents(server)
    await server.engine.play(asked.events, { approvals: [asked.approval], status: 'waiting' })
    const { body } = await answer
    expect([body.run.status, body.reply]).toEqual(['waiting', null])
    expect(body.approvals.map((one) => one.id)).toEqual([asked.approval.id])
  })

  it('A7: a message sent while the run waits is refused with the approval to answer', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    await server.call(`${path}/messages`, say('One', noWaiting))
    const asked = approvalRequiredEvents(server)
    await server.engine.play(asked.events, { approvals: [asked.approval], status: 'waiting' })
    const { status, body } = await server.call(`${path}/messages`, say('Two', noWaiting))
    const { id, type } = asked.approval
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'conversation.busy',
        message: expect.stringContaining('waits for an answer'),
        hint: expect.stringContaining(`/api/v1/approvals/${id}. Or`),
        details: { waiting_for: [{ approval_id: id, type }] },
      },
    ])
    const outsider = await server.addMember('owner')
    const foreign = await server.call(`${path}/messages`, { ...say('x'), key: outsider.key })
    expect([foreign.status, JSON.stringify(foreign.body).includes(id)]).toEqual([404, false])
  })

  it('return at once with Prefer: respond-async', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    const { status, body } = await server.call<Turn>(`${path}/messages`, say('Hello', noWaiting))
    expect([status, body.run.status, body.reply]).toEqual([202, 'running', null])
  })

  it('are told in one line of the log, at info, that a stopping server ended the wait', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    Object.assign(server.engine, { waitForRun: () => Promise.reject(engineClosing()) })
    const { status, body } = await server.call(`${path}/messages`, say('Hello'))
    expect([status, body.code]).toEqual([503, 'engine.stopping'])
    const lines = server.logged().trim().split('\n')
    const requests = lines
      .map((line) => JSON.parse(line))
      .filter(({ path: at }) => at !== undefined)
    expect(requests.at(-1)).toMatchObject({ status: 503, code: 'engine.stopping', level: 30 })
    expect(lines.filter((line) => line.includes('"level":40') || line.includes('"err"'))).toEqual(
      [],
    )
  })

  it('accept no second message while a run is open, and do again once it is cancelled', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    await server.call(`${path}/messages`, say('One', noWaiting))
    const busy = await server.call(`${path}/messages`, say('Two', noWaiting))
    expect([busy.status, busy.body.code]).toEqual([409, 'conversation.busy'])
    const cancelled = await server.call<ConversationBody>(`${path}/cancel`, { method: 'POST' })
    expect(cancelled.body.open_run).toBeNull()
    expect((await server.call(`${path}/messages`, say('Two', noWaiting))).status).toBe(202)
  })

  it('are visible to their own person only, not even to an owner', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const made = await server.call<ConversationBody>('/api/v1/conversations', {
      key: member.key,
      body: {},
    })
    const path = `/api/v1/conversations/${made.body.id}`
    for (const rest of ['', '/events', '/skills', '/prompts/x']) {
      expect((await server.call(`${path}${rest}`)).status).toBe(404)
    }
    for (const rest of ['/messages', '/cancel']) {
      const answer = await server.call(`${path}${rest}`, { method: 'POST', body: { text: 'x' } })
      expect(answer.status).toBe(404)
    }
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(404)
    const { body } = await server.call<ConversationPage>('/api/v1/conversations')
    expect(body.items).toEqual([])
  })

  it('are gone after deletion, with their open run', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    await server.call(`${path}/messages`, say('Hello', noWaiting))
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(path)).status).toBe(404)
  })

  it('come back by restoring, for their own person only, until they are deleted for good', async () => {
    const server = await createTestServer()
    const path = await begin(server, 'Mine')
    const id = path.split('/').at(-1) ?? ''
    const deleted = '/api/v1/conversations/deleted'
    await server.call(path, { method: 'DELETE' })
    const outsider = await server.addMember('owner')
    const foreign = { method: 'POST', key: outsider.key }
    const refused = await server.call(`${path}/restore`, foreign)
    expect([refused.status, refused.body.code]).toEqual([404, 'conversation.not-deleted'])
    const list = await server.call<DeletedConversationPage>(deleted)
    expect(list.body.items).toMatchObject([{ id, title: 'Mine' }])
    const { deleted_at: at, kept_until: until } = list.body.items[0] ?? {}
    expect(Date.parse(until ?? '') - Date.parse(at ?? '')).toBe(30 * 24 * 60 * 60 * 1000)
    for (let press = 0; press < 2; press += 1) {
      const back = await server.call<ConversationBody>(`${path}/restore`, { method: 'POST' })
      expect([back.status, back.body.title]).toEqual([200, 'Mine'])
    }
    expect((await server.call(`${deleted}/${id}`, { method: 'DELETE' })).status).toBe(404)
    await server.call(path, { method: 'DELETE' })
    const theirs = { method: 'DELETE', key: outsider.key }
    expect((await server.call(`${deleted}/${id}`, theirs)).status).toBe(404)
    expect((await server.call(`${deleted}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(`${path}/restore`, { method: 'POST' })).status).toBe(404)
  })
})

describe('skills switched by a person', () => {
  it('A4, A6: activating uses the budget, deactivating frees it, each with an event', async () => {
    const server = await createTestServer()
    const content = skillMd('triage', 'Look at locks.\n')
    const skill = await server.call<SkillBody>('/api/v1/skills', { body: { content } })
    const path = await begin(server)
    const on = await server.call<SkillsStateBody>(`${path}/skills/triage`, { method: 'PUT' })
    const { content_length, name } = skill.body
    expect(on.body).toEqual({
      enabled_skills: [{ name, slug: 'triage', content_length, source_type: 'manual' }],
      budget_used_chars: content_length,
      budget_max_chars: 16_000,
    })
    const off = await server.call<SkillsStateBody>(`${path}/skills/triage`, { method: 'DELETE' })
    expect(off.body).toMatchObject({ enabled_skills: [], budget_used_chars: 0 })
    const { body } = await server.call<EventPage>(`${path}/events`)
    expect(body.events.map((event) => [event.id, event.event, event.data])).toEqual([
      [1, 'skills_state_changed', on.body],
      [2, 'skills_state_changed', off.body],
    ])
  })

  it('A4: over budget is refused with the numbers, and nothing is activated', async () => {
    const server = await createTestServer()
    const content = skillMd('large', 'x'.repeat(200))
    await server.call('/api/v1/skills', { body: { content } })
    const settings = { skills_max_prompt_chars: 100 }
    await server.call('/api/v1/settings', { method: 'PUT', body: settings })
    const path = await begin(server)
    const refused = await server.call(`${path}/skills/large`, { method: 'PUT' })
    expect([refused.status, refused.body.code]).toEqual([413, 'session.over-budget'])
    expect(refused.body.details).toMatchObject({ limit_chars: 100, used_chars: 0 })
    const state = await server.call<SkillsStateBody>(`${path}/skills`)
    expect(state.body.enabled_skills).toEqual([])
  })

  it('A7: admin-only refuses a member here too; a disabled skill is refused for everybody', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    await server.call('/api/v1/skills', { body: { content: skillMd('off'), enabled: false } })
    await server.call('/api/v1/skills', { body: { content: skillMd('on') } })
    const own = await begin(server)
    const disabled = await server.call(`${own}/skills/off`, { method: 'PUT' })
    expect([disabled.status, disabled.body.code]).toEqual([409, 'skill.disabled'])
    const policy = { skill_enablement_policy: 'admin-only' }
    await server.call('/api/v1/settings', { method: 'PUT', body: policy })
    const { key } = member
    const made = await server.call<ConversationBody>('/api/v1/conversations', { key, body: {} })
    const path = `/api/v1/conversations/${made.body.id}/skills/on`
    const refused = await server.call(path, { method: 'PUT', key })
    expect([refused.status, refused.body.code]).toEqual([403, 'policy.admin-only'])
    expect((await server.call(`${own}/skills/on`, { method: 'PUT' })).status).toBe(200)
  })

  it('is refused while a run is open', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/skills', { body: { content: skillMd('on') } })
    const path = await begin(server)
    await server.call(`${path}/messages`, say('Hello', noWaiting))
    const busy = await server.call(`${path}/skills/on`, { method: 'PUT' })
    expect([busy.status, busy.body.code]).toEqual([409, 'conversation.busy'])
  })
})

describe('approvals over REST', () => {
  async function waiting(server: TestServer) {
    const path = await begin(server)
    await server.call(`${path}/messages`, say('Hello', noWaiting))
    const asked = approvalRequiredEvents(server)
    await server.engine.play(asked.events, { approvals: [asked.approval], status: 'waiting' })
    return `/api/v1/approvals/${asked.approval.id}`
  }

  it('A7: of many answers at once the first wins, and the others learn which it was', async () => {
    const server = await createTestServer()
    const path = await waiting(server)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.call<ApprovalBody & { code: string }>(path, { body: { approved: n % 2 === 0 } }),
      ),
    )
    const won = answers.filter((answer) => answer.status === 200)
    expect(won).toHaveLength(1)
    const lost = answers.filter((answer) => answer.status !== 200)
    expect(new Set(lost.map((answer) => answer.body.code))).toEqual(
      new Set(['approval.already-answered']),
    )
    const { body } = await server.call<ApprovalBody>(path)
    expect(body.status).toBe(won[0]?.body.status)
    expect(server.engine.wakes()).toBe(1)
  })

  it('A7: a late answer is a conflict, and the approval is expired', async () => {
    const server = await createTestServer()
    const path = await waiting(server)
    server.clock.advance(3_600_000)
    const late = await server.call(path, { body: { approved: true } })
    expect([late.status, late.body.code]).toEqual([409, 'approval.expired'])
    expect((await server.call<ApprovalBody>(path)).body.status).toBe('expired')
  })

  it('another member can neither see nor answer it', async () => {
    const server = await createTestServer()
    const path = await waiting(server)
    const { key } = await server.addMember('member')
    expect((await server.call(path, { key })).status).toBe(404)
    expect((await server.call(path, { key, body: { approved: true } })).status).toBe(404)
    const list = await server.call<{ items: unknown[] }>('/api/v1/approvals', { key })
    expect(list.body.items).toEqual([])
    expect((await server.call<ApprovalBody>(path)).body.status).toBe('pending')
  })
})

describe('a turn as an event stream', () => {
  it('contains the run’s events and ends with the run', async () => {
    const server = await createTestServer()
    const path = await begin(server)
    const response = await server.request(
      `${path}/messages`,
      say('Hello', { accept: 'text/event-stream' }),
    )
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await server.engine.play([completed('Good day.')], { status: 'completed' })
    const events = await readSseFrames(response)
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      [1, 'message_received'],
      [2, 'run_started'],
      [3, 'run_completed'],
    ])
  })
})
