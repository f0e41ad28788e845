import type { ConversationId, UserId } from '@repertoire/core/base'
import type { TriggerCreated } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { signDelivery } from '../../runtime/triggers/signature.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'
const traceparent = `00-${trace}-${span}-01`

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})

/** Trace and parent span of the newest turn. */
async function newest() {
  const { members, conversations } = server.store.tenant(server.tenantId)
  const [owner] = await members.list()
  const id = server.engine.conversationId() as ConversationId
  const log = await conversations.events(owner?.id as UserId, id, { after: 0, limit: 10 })
  const started = log.find(({ event }) => event.type === 'run-started')
  if (started?.event.type !== 'run-started') throw new Error('no turn began')
  return { traceId: started.traceId, parentSpanId: started.event.parentSpanId }
}

async function triggerById(trigger: object): Promise<TriggerCreated> {
  const body = { name: 'Alerts', message: 'Look.', trigger }
  return (await server.call<TriggerCreated>('/api/v1/triggers', { body })).body
}

async function deliver(body: string): Promise<void> {
  const { signal, secret } = await triggerById({ kind: 'webhook' })
  const timestamp = String(Math.floor(server.clock.now() / 1000))
  const bytes = new TextEncoder().encode(body)
  const signature = signDelivery(secret ?? '', { id: 'evt_1', timestamp, body: bytes })
  const signed = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp }
  const headers = { 'repertoire-trigger': signal.id, 'webhook-signature': signature, ...signed }
  const sending = { method: 'POST', key: null, body: bytes }
  const options = { ...sending, headers: { ...headers, traceparent } }
  expect((await server.call('/api/v1/trigger-deliveries', options)).status).toBe(202)
}

async function say(headers: Record<string, string>): Promise<void> {
  const made = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
  const path = `/api/v1/conversations/${made.body.id}/messages`
  const options = { body: { text: 'Hello' }, headers: { prefer: 'respond-async', ...headers } }
  expect((await server.call(path, options)).status).toBe(202)
}

describe('the parent span of a turn', () => {
  it('E9: is stored with the turn of a message', async () => {
    await say({ traceparent })
    expect(await newest()).toEqual({ traceId: trace, parentSpanId: span })
  })

  it.each(['', `00-${trace}-${'0'.repeat(16)}-01`, `00-${trace}-00f067aa0ba902b7`])(
    'E9: is absent for the header "%s"',
    async (bad) => {
      await say(bad === '' ? {} : { traceparent: bad })
      const { traceId, parentSpanId } = await newest()
      expect(traceId).not.toBe(trace)
      expect(parentSpanId).toBeUndefined()
    },
  )

  it('E9: is stored with the turn of a trigger that a person fires by hand', async () => {
    const { signal } = await triggerById({
      ...{ kind: 'cron', cron: '0 7 * * *', time_zone: 'UTC', missed: 'skip' },
    })
    const path = `/api/v1/triggers/${signal.id}/run`
    await server.call(path, { method: 'POST', headers: { traceparent } })
    expect(await newest()).toEqual({ traceId: trace, parentSpanId: span })
  })

  it('E9: is stored with a delivery, but not when its body names another trace', async () => {
    await deliver('{"price":1}')
    expect(await newest()).toEqual({ traceId: trace, parentSpanId: span })
    server = await createTestServer()
    await deliver(`{"trace_id":"${'a'.repeat(32)}"}`)
    expect(await newest()).toEqual({ traceId: 'a'.repeat(32), parentSpanId: undefined })
  })
})
