import { createHmac } from 'node:crypto'

export interface Webhook {
  readonly id: string
  readonly secret: string
}

export interface DeliveryResult {
  readonly run_id: string
  readonly conversation_id: string
}

/**
 * Delivers as a client's program does: signs with plain HMAC, and retries under the same key until it is
 * answered.
 */
export async function deliver(
  urls: () => readonly string[],
  webhook: Webhook,
  key: string,
): Promise<DeliveryResult> {
  const body = JSON.stringify({ event: key })
  const deadline = Date.now() + 60_000
  for (let attempt = 0; Date.now() < deadline; attempt += 1) {
    const all = urls()
    const url = all[attempt % all.length] ?? ''
    const answer = await send(url, { webhook, key, body }).catch(() => undefined)
    if (answer?.status === 202) return (await answer.json()) as DeliveryResult
    if (answer && answer.status < 500) {
      throw new Error(`a delivery returned ${answer.status}: ${await answer.text()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${key} was not accepted within a minute`)
}

function send(
  url: string,
  { webhook, key, body }: { webhook: Webhook; key: string; body: string },
): Promise<Response> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const secret = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', secret).update(`${key}.${timestamp}.${body}`).digest('base64')
  return fetch(`${url}/api/v1/trigger-deliveries`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'repertoire-trigger': webhook.id,
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
    },
    body,
  })
}
