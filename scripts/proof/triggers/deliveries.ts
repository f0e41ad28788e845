import { createHmac } from 'node:crypto'

export interface Hook {
  readonly id: string
  readonly secret: string
}

export interface Delivered {
  readonly run_id: string
  readonly conversation_id: string
}

/** As somebody's program would: signs with plain HMAC, and sends again under the same key until it is answered. */
export async function deliver(
  urls: () => readonly string[],
  hook: Hook,
  key: string,
): Promise<Delivered> {
  const body = JSON.stringify({ event: key })
  const deadline = Date.now() + 60_000
  for (let attempt = 0; Date.now() < deadline; attempt += 1) {
    const all = urls()
    const url = all[attempt % all.length] ?? ''
    const answer = await send(url, { hook, key, body }).catch(() => undefined)
    if (answer?.status === 202) return (await answer.json()) as Delivered
    if (answer && answer.status < 500) {
      throw new Error(`a delivery was answered ${answer.status}: ${await answer.text()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${key} was not taken within a minute`)
}

function send(
  url: string,
  { hook, key, body }: { hook: Hook; key: string; body: string },
): Promise<Response> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const secret = Buffer.from(hook.secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', secret).update(`${key}.${timestamp}.${body}`).digest('base64')
  return fetch(`${url}/api/v1/trigger-deliveries`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'repertoire-trigger': hook.id,
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
    },
    body,
  })
}
