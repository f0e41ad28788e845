import type {
  ToolGrantBody,
  ToolGrantPage,
  TraceList,
  TriggerCreated,
  TriggerDelivered,
  TriggerPage,
} from '@repertoire/protocol'
import { toolRoutes, traceRoutes, triggerRoutes } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { signDelivery } from '../runtime/triggers/signature.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

/** An id that nothing has. */
const nowhere = { id: 'sig_0123456789abcdef', trace_id: '0123456789abcdef'.repeat(2) }
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const routes = [triggerRoutes, traceRoutes, toolRoutes].flatMap((some) => Object.values(some))
const withIds = routes.filter(({ path }) => path.includes('{'))
/** What an owner or admin may do with triggers of others: see them without their messages, and stop them. */
const forAdministrators = ['getTrigger', 'stopTrigger', 'deleteTrigger', 'listTriggerFirings']
const bodies: Readonly<Record<string, object>> = { updateTrigger: { name: 'Stolen' } }

let server: TestServer
let hers: { readonly key: string; readonly id: string; readonly signal: string; grant: string }

beforeEach(async () => {
  server = await createTestServer()
  const { key, id } = await server.addMember('member')
  const trigger = { kind: 'cron', cron: '0 7 * * *', time_zone: 'UTC', missed: 'skip' }
  const body = { name: 'Hers', message: 'SECRET-WORDS', trigger }
  const made = await server.call<TriggerCreated>('/api/v1/triggers', { body, key })
  const grant = await server.call<ToolGrantBody>('/api/v1/tool-grants', {
    body: {
      ...{ tool: 'run_command', max_uses: 9, user_id: id, constraints: {} },
      expires_at: new Date(server.clock.now() + 86_400_000).toISOString(),
    },
  })
  hers = { key, id, signal: made.body.signal.id, grant: grant.body.id }
  const conversation = await server.call<{ id: string }>('/api/v1/conversations', { body: {}, key })
  const sent = await server.call(`/api/v1/conversations/${conversation.body.id}/messages`, {
    ...{ body: { text: 'SECRET-WORDS' }, key },
    headers: { prefer: 'respond-async', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  })
  expect(sent.status).toBe(202)
})

type Answered = (typeof withIds)[number]

/** The response without what differs each time, and with the requested id masked. */
async function ask({ operationId, path, method }: Answered, id: string, key: string) {
  const given = bodies[operationId]
  const response = await server.request(path.replace(/\{(id|trace_id)\}/, id), {
    ...{ method: method.toUpperCase(), key },
    ...(given && { body: given }),
  })
  const text = (await response.text()).replaceAll(id, '<id>')
  const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
  if (body) delete body.trace_id
  return { operationId, status: response.status, body }
}

function idsFor({ path }: Answered): { readonly real: string; readonly none: string } {
  if (path.includes('{trace_id}')) return { real: trace, none: nowhere.trace_id }
  const real = path.includes('tool-grants') ? hers.grant : hers.signal
  return { real, none: nowhere.id }
}

describe('the ids of others over REST', () => {
  it('are tested on every route that takes one', () => {
    expect(withIds.map(({ operationId }) => operationId).sort()).toEqual([
      ...[
        'deleteTrigger',
        'exportTrace',
        'getTrace',
        'getTrigger',
        'listTriggerFirings',
        'renewTriggerSecret',
      ],
      ...['revokeToolGrant', 'runTrigger', 'stopTrigger', 'updateTrigger'],
    ])
  })

  it.each(['a member', 'the owner of another organisation'])(
    'A8: to %s they look like ids that never existed, on every route',
    async (who) => {
      const { key } = await (who === 'a member' ? server.addMember('member') : server.addTenant())
      for (const route of withIds) {
        const { real, none } = idsFor(route)
        const response = await ask(route, real, key)
        expect(response).toMatchObject({ operationId: route.operationId, status: 404 })
        expect(response).toEqual(await ask(route, none, key))
      }
    },
  )

  it('A8: the same for an owner or admin, except for managing anybody’s triggers and grants', async () => {
    const { key } = await server.addMember('admin')
    for (const route of withIds.filter(({ operationId }) => operationId !== 'revokeToolGrant')) {
      if (forAdministrators.includes(route.operationId)) continue
      const { real, none } = idsFor(route)
      const response = await ask(route, real, key)
      expect(response).toMatchObject({ operationId: route.operationId, status: 404 })
      expect(response).toEqual(await ask(route, none, key))
    }
    for (const operationId of ['getTrigger', 'listTriggerFirings']) {
      const route = withIds.find((one) => one.operationId === operationId) as Answered
      const response = await ask(route, hers.signal, key)
      expect(response).toMatchObject({ status: 200 })
      expect(JSON.stringify(response)).not.toContain('SECRET-WORDS')
    }
  })

  it('A8: are in no list', async () => {
    const from = new Date(0).toISOString()
    const to = new Date(server.clock.now() + 1).toISOString()
    const others = [await server.addMember('member'), await server.addTenant()]
    for (const { key } of others) {
      for (const path of [
        '/api/v1/triggers',
        '/api/v1/tool-grants',
        `/api/v1/traces?from=${from}&to=${to}`,
      ]) {
        const { body } = await server.call<TriggerPage | ToolGrantPage | TraceList>(path, { key })
        expect([path, body.items]).toEqual([path, []])
      }
    }
  })

  it('A8: agents and members of another organisation cannot be named either', async () => {
    const outsider = await server.addTenant()
    const grant = {
      ...{ tool: 'run_command', max_uses: 1, constraints: {} },
      expires_at: new Date(server.clock.now() + 86_400_000).toISOString(),
    }
    const codeOf = async (change: object) => {
      const options = { body: { ...grant, ...change }, key: outsider.key }
      const { body } = await server.call('/api/v1/tool-grants', options)
      return body.code
    }
    for (const user_id of [hers.id, 'usr_nobody']) {
      expect(await codeOf({ user_id })).toBe('member.not-found')
    }
    const made = { name: 'x', instruction: 'x', toolsets: [], skill_ids: [] }
    const agent = await server.call<{ id: string }>('/api/v1/agents', { body: made })
    expect(agent.status).toBe(201)
    for (const agent_id of [agent.body.id, 'agt_nobody']) {
      expect(await codeOf({ agent_id })).toBe('agent.not-found')
    }
  })

  it('E9: guessed trace ids find nothing', async () => {
    const { key } = await server.addMember('member')
    const guesses = [
      ...['%', '_'.repeat(32), trace.slice(0, 31), trace.toUpperCase(), `${trace}%20`, '*'],
      ...[`${trace}0`, "'%20or%201=1", '0'.repeat(32), '..%2f', 'null', nowhere.trace_id],
    ]
    for (const asking of [key, server.ownerKey, hers.key]) {
      for (const guess of guesses) {
        const answer = await server.request(`/api/v1/traces/${guess}`, { key: asking })
        expect([guess, answer.status >= 400 && answer.status < 500]).toEqual([guess, true])
        expect(await answer.text()).not.toContain('SECRET-WORDS')
      }
    }
    expect((await server.request(`/api/v1/traces/${trace}`, { key: hers.key })).status).toBe(200)
  })

  it('E8: a delivery for another person’s webhook, signed with one’s own secret, starts nothing', async () => {
    const { signal } = (
      await server.call<TriggerCreated>('/api/v1/triggers', {
        ...{ body: { name: 'w', message: 'w', trigger: { kind: 'webhook' } }, key: hers.key },
      })
    ).body
    const outsider = await server.addTenant()
    const own = await server.call<TriggerCreated>('/api/v1/triggers', {
      ...{ body: { name: 'w', message: 'w', trigger: { kind: 'webhook' } }, key: outsider.key },
    })
    const timestamp = String(Math.floor(server.clock.now() / 1000))
    const body = new TextEncoder().encode('{}')
    const answers = [signal.id, nowhere.id].map((id) =>
      server.call<TriggerDelivered & { code?: string }>('/api/v1/trigger-deliveries', {
        ...{ method: 'POST', key: null, body },
        headers: {
          'repertoire-trigger': id,
          'webhook-id': 'evt_1',
          'webhook-timestamp': timestamp,
          'webhook-signature': signDelivery(own.body.secret ?? '', {
            id: 'evt_1',
            timestamp,
            body,
          }),
        },
      }),
    )
    const response = (await Promise.all(answers)).map(({ status, body: { code } }) => [
      status,
      code,
    ])
    expect(response).toEqual([
      [401, 'signal.bad-signature'],
      [401, 'signal.bad-signature'],
    ])
    expect(server.engine.started).toHaveLength(1)
  })
})
