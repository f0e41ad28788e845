import type { ConversationId, UserId } from '@repertoire/core/base'
import type { Role } from '@repertoire/core/domain'
import type {
  ApiKeyCreated,
  ProblemBody,
  TraceBody,
  TriggerBody,
  TriggerCreated,
  TriggerDelivered,
  TriggerFiringBody,
  TriggerFiringPage,
  TriggerPage,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createTrigger, daily, deliver, webhook } from './testing/trigger-requests.ts'

let server: TestServer

/** The headers of a browser that logged in with a key. */
async function logIn({ request }: TestServer, key: string): Promise<Record<string, string>> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await request('/api/v1/session', { key: null, body: { api_key: key }, headers })
  return { ...headers, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

beforeEach(async () => {
  server = await createTestServer()
})

describe('whose a trigger is', () => {
  it('E8: a trigger never exceeds the key that made it, nor lets members allow scripts', async () => {
    const { key } = await server.addMember('owner', ['conversations.use'])
    const { signal, secret } = await createTrigger(server, webhook, key)
    const answer = await deliver<TriggerDelivered>(server, { secret, id: signal.id })
    const { conversations } = server.store.tenant(server.tenantId)
    const id = answer.body.conversation_id as ConversationId
    const log = await conversations.events(signal.user_id as UserId, id, { after: 0, limit: 9 })
    expect(log[1]?.event).toMatchObject({ permissions: ['conversations.use'] })
    const scripts = { ...webhook, scripts_allowed: true }
    for (const asking of [key, (await server.addMember('member')).key]) {
      const refused = await server.call('/api/v1/triggers', { body: scripts, key: asking })
      expect([refused.status, refused.body.code]).toEqual([400, 'signal.invalid'])
    }
    expect((await createTrigger(server, scripts)).signal.scripts_allowed).toBe(true)
  })

  it('E8: fired by hand, a trigger never exceeds the key of who fires it, and then runs no scripts', async () => {
    const { signal } = await createTrigger(server, { ...webhook, scripts_allowed: true })
    const made = await server.call<ApiKeyCreated>('/api/v1/keys', {
      body: { name: 'narrow', scopes: ['conversations.use'] },
    })
    const startedBy = async (key: string) => {
      const path = `/api/v1/triggers/${signal.id}/run`
      const fired = await server.call<TriggerFiringBody>(path, { method: 'POST', key })
      const id = fired.body.conversation_id as ConversationId
      const { conversations } = server.store.tenant(server.tenantId)
      const log = await conversations.events(signal.user_id as UserId, id, { after: 0, limit: 9 })
      return log[1]?.event
    }
    expect(await startedBy(made.body.key)).toMatchObject({
      permissions: ['conversations.use'],
      signal: { operatorAuthored: false },
    })
    expect(await startedBy(server.ownerKey)).toMatchObject({
      permissions: expect.arrayContaining(['skills.write', 'agents.write']),
      signal: { operatorAuthored: true },
    })
  })

  it.each(['key', 'session'] as const)(
    'a trigger that was set up or changed by the %s of a stolen key is stopped with it, others stay',
    async (way) => {
      const stolen = (
        await server.call<ApiKeyCreated>('/api/v1/keys', {
          key: null,
          body: { name: 'stolen' },
          headers: await logIn(server, server.ownerKey),
        })
      ).body
      const thief =
        way === 'key'
          ? { key: stolen.key }
          : { key: null, headers: await logIn(server, stolen.key) }
      const made = (
        await server.call<TriggerCreated>('/api/v1/triggers', { body: webhook, ...thief })
      ).body
      const taken = await createTrigger(server, webhook)
      const path = `/api/v1/triggers/${taken.signal.id}/secret`
      const renewed = await server.call<{ secret: string }>(path, { method: 'POST', ...thief })
      const ownEdit = { method: 'PUT', body: { message: 'Look again.' } }
      await server.call(`/api/v1/triggers/${taken.signal.id}`, ownEdit)
      const changed = await createTrigger(server, daily)
      const edit = { method: 'PUT', body: { message: 'Send it away.' }, ...thief }
      await server.call(`/api/v1/triggers/${changed.signal.id}`, edit)
      const own = await createTrigger(server, webhook)

      const query = 'made_in_sessions=true'
      const revoked = await server.call(`/api/v1/keys/${stolen.id}?${query}`, { method: 'DELETE' })
      expect(revoked.status).toBe(204)
      for (const [{ signal }, secret] of [
        [made, made.secret],
        [taken, renewed.body.secret],
      ] as const) {
        const answer = await deliver<ProblemBody>(server, { secret, id: signal.id })
        expect([answer.status, answer.body.code]).toEqual([409, 'signal.disabled'])
      }
      for (const { signal } of [made, taken, changed]) {
        const shown = await server.call<TriggerBody>(`/api/v1/triggers/${signal.id}`)
        expect(shown.body).toMatchObject({ enabled: false, note: { code: 'signal.key-revoked' } })
      }
      expect((await deliver(server, { secret: own.secret, id: own.signal.id })).status).toBe(202)
    },
  )

  it('A8: nobody sees, fires or changes another person’s trigger; an admin sees it and may stop it', async () => {
    const { key } = await server.addMember('member')
    const { signal } = await createTrigger(server, daily, key)
    const path = `/api/v1/triggers/${signal.id}`
    const other = (await server.addMember('member')).key
    const outsider = (await server.addTenant()).key
    const narrow = (await server.addMember('admin', ['conversations.use'])).key
    const looks = [
      [path, 'GET'],
      [`${path}/firings`, 'GET'],
    ] as const
    const changes = [
      [path, 'PUT'],
      [`${path}/run`, 'POST'],
      [`${path}/secret`, 'POST'],
    ] as const
    for (const asking of [other, outsider, narrow, server.ownerKey]) {
      const tries = asking === server.ownerKey ? changes : [...looks, ...changes]
      for (const [at, method] of tries) {
        const body = method === 'PUT' ? { body: { name: 'x' } } : {}
        const answer = await server.call(at, { key: asking, method, ...body })
        expect([at, answer.status]).toEqual([at, 404])
      }
    }
    for (const asking of [other, outsider]) {
      expect((await server.call(path, { key: asking, method: 'DELETE' })).status).toBe(404)
    }
    for (const query of ['everybody=true', `owner=${signal.user_id}`, 'everybody=true&owner=x']) {
      const all = `/api/v1/triggers?${query}`
      for (const asking of [other, narrow]) {
        const refused = await server.call(all, { key: asking })
        expect([refused.status, refused.body.code]).toEqual([403, 'signal.administrators-only'])
      }
      const elsewhere = await server.call<TriggerPage>(all, { key: outsider })
      expect(elsewhere.body.items).toEqual([])
    }
    const seen = await server.call<TriggerBody>(path)
    expect(seen.body).toMatchObject({ id: signal.id, message: null })
    expect((await server.call(`${path}/stop`, { method: 'POST' })).status).toBe(204)
    expect((await server.call(path, { key, method: 'DELETE' })).status).toBe(204)
  })

  it('E8: an admin lists everybody’s by owner and state, each with its last firing', async () => {
    const member = await server.addMember('member')
    const { signal: hers } = await createTrigger(server, daily, member.key)
    const { signal: hook, secret } = await createTrigger(server, webhook, member.key)
    const { signal: mine } = await createTrigger(server, daily)
    const delivered = await deliver<TriggerDelivered>(server, { secret, id: hook.id })
    await server.call(`/api/v1/triggers/${hers.id}/stop`, { method: 'POST' })
    const list = async (query: string, key = server.ownerKey) =>
      (await server.call<TriggerPage>(`/api/v1/triggers?${query}`, { key })).body.items
    const ids = async (query: string) => (await list(query)).map(({ id }) => id).sort()
    const all = [hers.id, hook.id, mine.id].sort()
    expect(await ids('everybody=true')).toEqual(all)
    expect(await ids('everybody=true&enabled=false')).toEqual([hers.id])
    expect(await ids(`owner=${member.id}&enabled=true`)).toEqual([hook.id])
    expect(await ids(`everybody=true&owner=${mine.user_id}`)).toEqual([mine.id])
    expect(await ids('enabled=true')).toEqual([mine.id])
    const { trace_id } = delivered.body
    const last = { outcome: 'started', run_status: 'running', trace_id }
    expect(await list(`owner=${member.id}&enabled=true`)).toMatchObject([
      { id: hook.id, message: null, last_firing: { ...last, conversation_id: null } },
    ])
    const { conversation_id } = delivered.body
    expect(await list('enabled=true', member.key)).toMatchObject([
      { id: hook.id, message: 'Look at this.', last_firing: { ...last, conversation_id } },
    ])
    expect(await list('', server.ownerKey)).toMatchObject([{ id: mine.id, last_firing: null }])
  })

  it('E9: an admin follows another person’s firing to its trace, without its messages', async () => {
    const member = await server.addMember('member')
    const { signal, secret } = await createTrigger(server, webhook, member.key)
    const body = '{"note":"SECRET-NOTE"}'
    const sending = { secret, id: signal.id, body, key: 'SECRET-KEY' }
    const { body: sent } = await deliver<TriggerDelivered>(server, sending)
    const firings = `/api/v1/triggers/${signal.id}/firings`
    const [firing] = (await server.call<TriggerFiringPage>(firings)).body.items
    expect(firing).toMatchObject({ trace_id: sent.trace_id, conversation_id: null })
    const path = `/api/v1/traces/${sent.trace_id}`
    const trace = await server.call<TraceBody>(path)
    expect(trace.body).toMatchObject({ runs: [], items: [{ kind: 'signal', signal: firing }] })
    expect(JSON.stringify(trace.body)).not.toMatch(/SECRET-NOTE|SECRET-KEY|Look at this/)
    await deliver(server, { ...sending, key: 'SECRET-AGAIN' })
    const paged = await server.call<TriggerFiringPage>(`${firings}?limit=1`)
    expect(atob(paged.body.next_cursor ?? '')).not.toContain('SECRET')
    const next = await server.call<TriggerFiringPage>(
      `${firings}?limit=1&cursor=${paged.body.next_cursor}`,
    )
    const both = [...paged.body.items, ...next.body.items].map(({ run_id }) => run_id)
    expect(new Set(both).size).toBe(2)
    const other = (await server.addMember('member')).key
    expect((await server.call(path, { key: other })).status).toBe(404)
    const outsider = (await server.addTenant()).key
    expect((await server.call(path, { key: outsider })).status).toBe(404)
  })

  it('E9: a delivery refused under the trace of an accepted one appears there too', async () => {
    const { signal, secret } = await createTrigger(server, webhook)
    const change = { traceparent: `00-${'5'.repeat(32)}-00f067aa0ba902b7-01` }
    const taken = { secret, id: signal.id, change }
    expect((await deliver(server, { ...taken, key: 'evt_1' })).status).toBe(202)
    expect((await deliver(server, { ...taken, key: 'evt_1', body: '{}' })).status).toBe(409)
    const trace = await server.call<TraceBody>(`/api/v1/traces/${'5'.repeat(32)}`)
    const audit = trace.body.items.filter(({ kind }) => kind === 'audit')
    expect(audit).toMatchObject([
      { entry: { action: 'signal-refused', details: { reason: 'signal.key-reused' } } },
    ])
  })

  it.each(['admin', 'member'] satisfies Role[])('A13: a %s may create their own', async (role) => {
    const { key } = await server.addMember(role)
    expect((await createTrigger(server, daily, key)).signal.enabled).toBe(true)
    const { key: narrow } = await server.addMember(role, ['skills.read'])
    const refused = await server.call('/api/v1/triggers', { body: daily, key: narrow })
    expect(refused.status).toBe(403)
  })
})
