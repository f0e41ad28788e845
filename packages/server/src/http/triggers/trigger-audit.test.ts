import type { AuditPage, TriggerCreated, TriggerDelivered } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { signDelivery } from '../../runtime/triggers/signature.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})

async function deliver({ signal, secret }: TriggerCreated, key: string) {
  const timestamp = String(Math.floor(server.clock.now() / 1000))
  const body = new TextEncoder().encode('{"note":"SECRET-WORDS"}')
  return server.call<TriggerDelivered>('/api/v1/trigger-deliveries', {
    ...{ method: 'POST', key: null, body },
    headers: {
      'repertoire-trigger': signal.id,
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': signDelivery(secret ?? '', { id: key, timestamp, body }),
    },
  })
}

async function auditOf(signal: string) {
  const { body } = await server.call<AuditPage>(`/api/v1/audit?target=${signal}`)
  return body.items.toReversed()
}

describe('the audit log of a trigger over HTTP', () => {
  it('E8: shows an owner everything about a member’s webhook, except its messages', async () => {
    const { key, id: user_id } = await server.addMember('member')
    const body = {
      ...{ name: 'Alerts', message: 'SECRET-WORDS', trigger: { kind: 'webhook' } },
      most_per_hour: 1,
    }
    const made = (await server.call<TriggerCreated>('/api/v1/triggers', { body, key })).body
    const { conversation_id, run_id, trace_id } = (await deliver(made, 'evt_1')).body
    const often = await Promise.all(['evt_2', 'evt_3'].map((one) => deliver(made, one)))
    expect(often.map(({ status }) => status)).toEqual([429, 429])
    const forged = await deliver({ ...made, secret: `whsec_${btoa('x'.repeat(32))}` }, 'evt_4')
    expect(forged.status).toBe(401)
    const path = `/api/v1/triggers/${made.signal.id}`
    await server.call(`${path}/stop`, { method: 'POST' })
    await server.call(path, { method: 'DELETE', key })
    const entries = await auditOf(made.signal.id)
    const actions = entries.map(({ action }) => action)
    expect(new Set(actions)).toEqual(
      new Set([
        'signal-created',
        'signal-fired',
        'signal-refused',
        'signal-stopped',
        'signal-deleted',
      ]),
    )
    expect(entries.find(({ action }) => action === 'signal-fired')).toMatchObject({
      ...{ actor: null, trace_id },
      details: { user_id, conversation_id, run_id },
    })
    expect(entries.find(({ action }) => action === 'signal-refused')).toMatchObject({
      details: { user_id, reason: 'signal.too-often' },
    })
    expect(actions.filter((one) => one === 'signal-fired')).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('SECRET-WORDS')
    expect((await server.call(`/api/v1/audit?target=${made.signal.id}`, { key })).status).toBe(403)
  })

  it('E8: shows who fired it by hand', async () => {
    const { key, id } = await server.addMember('member')
    const trigger = { kind: 'cron', cron: '0 7 * * *', time_zone: 'UTC', missed: 'skip' }
    const body = { name: 'Morning', message: 'New?', trigger }
    const made = await server.call<TriggerCreated>('/api/v1/triggers', { body, key })
    const { id: signal } = made.body.signal
    server.clock.advance(1)
    await server.call(`/api/v1/triggers/${signal}/run`, { method: 'POST', key })
    expect(await auditOf(signal)).toMatchObject([
      { action: 'signal-created', actor: id },
      { action: 'signal-fired', actor: id },
    ])
  })
})
