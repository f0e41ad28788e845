import type {
  AuditPage,
  InboxNotificationChange,
  InboxNotificationSet,
  InboxNotificationState,
  InboxNotificationTest,
} from '@repertoire/protocol'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDigestNetwork } from '../../runtime/inbox-notification/digest-network.ts'
import { createDigestService } from '../../runtime/inbox-notification/digest-service.ts'
import { approvalRequiredEvents } from '../../testing/run-fixtures.ts'
import {
  blockedSkill,
  cleanSkill,
  createSourceServer,
  type SourceServer,
} from '../../testing/source-fixtures.ts'
import { testOperatorKey } from '../../testing/test-server.ts'
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts'

const path = '/api/v1/inbox/notification'
const minute = 60_000
const hour = 60 * minute
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

let receiver: WebhookReceiver
let server: SourceServer
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  server = await createSourceServer({ outboundAllow: [receiver.host] })
})
afterEach(async () => {
  await server.app.digests.stop()
  await receiver.close()
})

const set = (change: Partial<InboxNotificationChange> = {}, key = server.ownerKey) =>
  server.call<InboxNotificationSet>(path, {
    ...{ method: 'POST', key, body: { url: receiver.url, interval: 'hourly', ...change } },
  })
const read = async (from = server) =>
  (await from.call<InboxNotificationState>(path)).body.notification
const testNow = async () =>
  (await server.call<InboxNotificationTest>(`${path}/test`, { method: 'POST' })).body
const sendDue = () => server.app.digests.sendDue()
const waitingSkills = (name = 'one') =>
  server.synced(name, {
    [`skills/${name}-a`]: cleanSkill(`${name}-a`),
    [`skills/${name}-b`]: cleanSkill(`${name}-b`),
    [`skills/${name}-bad`]: blockedSkill(`${name}-bad`),
  })
const failures = async () =>
  (await server.call<AuditPage>('/api/v1/audit?action=inbox-notification-failed')).body.items.map(
    ({ details }) => details,
  )

describe('the digest of the inbox', () => {
  it('is off until an owner gives an address', async () => {
    await waitingSkills()
    await sendDue()
    expect(receiver.received).toEqual([])
    expect(await read()).toBeNull()
    const answers = await Promise.all([
      server.call(path, { method: 'DELETE' }),
      server.call(`${path}/test`, { method: 'POST' }),
    ])
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([404, 'notification.not-found'])
    }
  })

  it('arrives signed, with numbers alone, and once over two services on one store', async () => {
    await waitingSkills()
    const made = await set()
    expect(made.body.secret).toMatch(/^whsec_/)
    const { store, clock, app } = server
    const other = createDigestService({
      ...{ store, clock, ids: app.ids, secrets: app.digests.secrets },
      network: createDigestNetwork({ outboundAllow: [receiver.host], version: 'test' }),
      timers: { every: () => () => undefined },
      onError: (error) => {
        throw error
      },
    })
    await Promise.all([sendDue(), other.sendDue(), sendDue()])
    await Promise.all([other.sendDue(), sendDue()])
    await other.stop()
    expect(receiver.received).toHaveLength(1)
    const [digest] = receiver.received
    if (!digest) throw new Error('nothing came')
    expect(digest.headers['content-type']).toBe('application/json')
    expect(digest.headers['webhook-signature']).toBe(
      expectedSignature(made.body.secret ?? '', digest),
    )
    const seconds = String(Math.floor(clock.now() / 1000))
    expect(digest.headers['webhook-timestamp']).toBe(seconds)
    expect(JSON.parse(digest.body)).toEqual({
      ...{ type: 'inbox.digest', at: '2026-01-01T00:00:00.000Z', total: 3 },
      ...{ by_kind: { import: 3 }, by_verdict: { clean: 2, blocked: 1 } },
      ...{ oldest_at: '2026-01-01T00:00:00.000Z', url: 'http://localhost/inbox' },
    })
    expect(await read()).toEqual({
      ...{ url: receiver.url, interval: 'hourly', minimum: 1, problem_code: null, failures: 0 },
      last_sent_at: '2026-01-01T00:00:00.000Z',
      next_at: '2026-01-01T01:00:00.000Z',
    })
    clock.advance(hour - 1)
    await sendDue()
    expect(receiver.received).toHaveLength(1)
    clock.advance(1)
    await sendDue()
    const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
  })

  it('is not sent where nothing waits, or less than the minimum, and then as soon as enough does', async () => {
    await set({ minimum: 4 })
    await sendDue()
    await waitingSkills()
    await sendDue()
    expect(receiver.received).toEqual([])
    await waitingSkills('two')
    await sendDue()
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ total: 6 })
  })

  it('counts what administrators answer, and leaves out what one person alone decides about', async () => {
    const made = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
    await server.call(`/api/v1/conversations/${made.body.id}/messages`, {
      ...{ body: { text: 'Help me.' }, headers: { prefer: 'respond-async' } },
    })
    const { events, approval } = approvalRequiredEvents(server)
    const subject = { question: 'Which of my patients?', options: [] }
    const personal = { ...approval, id: 'apr_own', type: 'clarification', subject } as never
    const waiting = { approvals: [approval, personal], status: 'waiting' } as const
    await server.engine.play(events, waiting)
    await set()
    await sendDue()
    const [digest] = receiver.received
    expect(JSON.parse(digest?.body ?? '')).toMatchObject({ total: 1, by_kind: { approval: 1 } })
    expect(digest?.body).not.toContain('triage')
    const all = await server.store.tenant(server.tenantId).approvals.list({}, { limit: 9 })
    expect(all.items).toHaveLength(2)
  })
})

describe('a digest that is not taken', () => {
  it('is tried five times with the same id, given up until the next interval, and audited by its code', async () => {
    await waitingSkills()
    await set()
    receiver.answerWith(500)
    await sendDue()
    expect(await read()).toMatchObject({ problem_code: 'notification.refused', failures: 1 })
    for (const [at, wait] of [minute, 5 * minute, 30 * minute, 120 * minute].entries()) {
      server.clock.advance(wait - 1)
      await sendDue()
      expect(receiver.received).toHaveLength(at + 1)
      server.clock.advance(1)
      await sendDue()
      expect(receiver.received).toHaveLength(at + 2)
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect(await failures()).toEqual([{ code: 'notification.refused' }])
    const next = new Date(server.clock.now() + hour).toISOString()
    const given = { problem_code: 'notification.refused', failures: 0, last_sent_at: null }
    expect(await read()).toMatchObject({ ...given, next_at: next })
    receiver.answerWith(200)
    server.clock.advance(hour - 1)
    await sendDue()
    expect(receiver.received).toHaveLength(5)
    server.clock.advance(1)
    await sendDue()
    expect(receiver.received[5]?.headers['webhook-id']).not.toBe(ids[0])
    expect(await read()).toMatchObject({ problem_code: null, failures: 0 })
  })

  it('goes to no redirect', async () => {
    const elsewhere = await startWebhookReceiver()
    await waitingSkills()
    await set()
    receiver.answerWith(307, { location: elsewhere.url })
    await sendDue()
    expect(elsewhere.received).toEqual([])
    expect(await read()).toMatchObject({ problem_code: 'outbound.redirect-refused' })
    await elsewhere.close()
  })

  it.each([
    ['http://127.0.0.1/hook', 'outbound.address-refused'],
    ['http://169.254.169.254/latest', 'outbound.address-refused'],
    ['https://[::ffff:10.0.0.1]/hook', 'outbound.address-refused'],
    [null, 'outbound.port-refused'],
  ])('%s is not reached unless the operator opened it', async (url, code) => {
    const closed = await createSourceServer()
    await closed.synced('one', { 'skills/a': cleanSkill('a') })
    await closed.call(path, { method: 'POST', body: { url: url ?? receiver.url } })
    await closed.app.digests.sendDue()
    const tested = await closed.call<InboxNotificationTest>(`${path}/test`, { method: 'POST' })
    expect(tested.body).toMatchObject({ ok: false, code })
    expect(await read(closed)).toMatchObject({ problem_code: code, failures: 1 })
    expect(receiver.received).toEqual([])
    await closed.app.digests.stop()
  })

  it('is taken over when the process that claimed it is gone', async () => {
    await waitingSkills()
    await set()
    const { inboxNotification } = server.store.tenant(server.tenantId)
    const stored = await inboxNotification.get()
    if (!stored) throw new Error('there is none')
    const claimedUntil = server.clock.now() + minute
    const claimed = { ...stored, digestId: 'dig_gone', claimedUntil, version: 2 }
    expect(await inboxNotification.put(claimed, 1)).toBe(true)
    await sendDue()
    expect(receiver.received).toEqual([])
    server.clock.advance(minute)
    await sendDue()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['dig_gone'])
  })
})

describe('the settings of the digest', () => {
  it('a test sends what waits now, and says what came back', async () => {
    await set()
    expect(await testNow()).toMatchObject({ ok: true, code: null })
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      ...{ type: 'inbox.test', total: 0, oldest_at: null },
    })
    receiver.answerWith(404)
    expect(await testNow()).toMatchObject({ ok: false, code: 'notification.refused' })
    expect(await read()).toMatchObject({ last_sent_at: null, problem_code: null })
  })

  it('a change keeps the secret unless another is asked for', async () => {
    await set({ secret })
    expect((await set({ interval: 'weekly' })).body.secret).toBeNull()
    await testNow()
    const renewed = (await set({ renew_secret: true })).body.secret
    await testNow()
    const signatures = receiver.received.map(({ headers }) => headers['webhook-signature'])
    const [kept, other] = receiver.received
    if (!kept || !other) throw new Error('nothing came')
    expect(signatures).toEqual([
      expectedSignature(secret, kept),
      expectedSignature(renewed ?? '', other),
    ])
  })

  it('the secret and the path of the address are in no answer, log, audit entry or export', async () => {
    await waitingSkills()
    const hook = `${receiver.url}/T0K3N`
    const answers = [await set({ url: hook, secret })]
    receiver.answerWith(500)
    await sendDue()
    for (const wait of [1, 5, 30, 120]) {
      server.clock.advance(wait * minute)
      await sendDue()
    }
    const tested = await testNow()
    const audit = await server.call('/api/v1/audit?limit=200')
    const exported = await (await server.request('/api/v1/audit/export')).text()
    const zipPath = `/api/v1/operator/organisations/${server.tenantId}/export`
    const zip = await (await server.request(zipPath, { key: testOperatorKey })).arrayBuffer()
    const files = Object.values(unzipSync(new Uint8Array(zip))).map((file) => strFromU8(file, true))
    const elsewhere = [JSON.stringify([tested, audit, exported]), ...files, server.logged()]
    expect(elsewhere.join('')).toContain('inbox-notification-set')
    expect(elsewhere.join('')).toContain('inbox-notification-failed')
    const stored = await server.store.tenant(server.tenantId).inboxNotification.get()
    const everywhere = [...elsewhere, JSON.stringify([answers, await read(), stored])]
    for (const text of everywhere) expect(text).not.toContain(secret.slice('whsec_'.length))
    for (const text of elsewhere) expect(text).not.toContain('T0K3N')
  })

  it('members and admins are refused, and another organisation has its own', async () => {
    await set()
    const requests = [
      { method: 'GET' },
      { method: 'POST', body: { url: 'https://thief.example' } },
      { method: 'DELETE' },
    ]
    for (const role of ['member', 'admin'] as const) {
      const { key } = await server.addMember(role)
      for (const request of requests) {
        expect((await server.call(path, { ...request, key })).status).toBe(403)
      }
      expect((await server.call(`${path}/test`, { method: 'POST', key })).status).toBe(403)
    }
    const { key } = await server.addTenant()
    expect((await server.call(path, { key })).body).toEqual({ notification: null })
    expect((await server.call(path, { method: 'DELETE', key })).status).toBe(404)
    expect((await read())?.url).toBe(receiver.url)
    expect(receiver.received).toEqual([])
  })

  it.each([
    'ftp://hooks.example/a',
    'https://user:pass@hooks.example/a',
    'https://hooks.example/a#b',
    'hooks.example',
  ])('%s is no address for it', async (url) => {
    expect((await set({ url })).status).toBe(400)
    expect(await read()).toBeNull()
  })

  it('another address gets nothing of a digest that was given up, and off is off', async () => {
    await waitingSkills()
    await set()
    receiver.answerWith(500)
    await sendDue()
    const moved = await startWebhookReceiver()
    await set({ url: moved.url })
    expect(await read()).toMatchObject({ problem_code: null, failures: 0 })
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    server.clock.advance(24 * hour)
    await sendDue()
    expect([moved.received.length, receiver.received.length]).toEqual([0, 1])
    await moved.close()
  })
})
