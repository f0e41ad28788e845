import type { TriggerCreated } from '@repertoire/protocol'
import { expect } from 'vitest'
import { signDelivery } from '../../../runtime/triggers/signature.ts'
import type { TestServer } from '../../../testing/test-server.ts'

/** Takes signed deliveries. */
export const webhook = { name: 'Alerts', message: 'Look at this.', trigger: { kind: 'webhook' } }
/** Every morning. */
export const daily = {
  name: 'Morning',
  message: 'What is new?',
  trigger: { kind: 'cron', cron: '0 7 * * *', time_zone: 'Europe/Berlin', missed: 'skip' },
}

/** Creates a trigger, as the owner or with another key. */
export async function createTrigger(
  server: TestServer,
  body: object,
  key?: string,
): Promise<TriggerCreated> {
  const options = { body, ...(key !== undefined && { key }) }
  const answer = await server.call<TriggerCreated>('/api/v1/triggers', options)
  expect(answer.status).toBe(201)
  return answer.body
}

export interface Sending {
  readonly secret: string | null
  readonly id: string
  readonly body?: string
  readonly key?: string
  readonly seconds?: number
  readonly change?: Record<string, string>
}

/** Sends a delivery, signed with a secret. */
export function deliver<Body>(
  server: TestServer,
  { secret, id, body = '{"price":1}', key = 'evt_1', ...rest }: Sending,
) {
  const timestamp = String(rest.seconds ?? Math.floor(server.clock.now() / 1000))
  const bytes = new TextEncoder().encode(body)
  const parts = { id: key, timestamp, body: bytes }
  return server.call<Body>('/api/v1/trigger-deliveries', {
    method: 'POST',
    key: null,
    body: bytes,
    headers: {
      'repertoire-trigger': id,
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': signDelivery(secret ?? '', parts),
      ...rest.change,
    },
  })
}
