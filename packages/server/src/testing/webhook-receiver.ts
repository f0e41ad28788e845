import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An HTTP server on loopback that keeps what it is sent. */
export interface WebhookReceiver {
  readonly url: string
  /** `127.0.0.1:<port>` */
  readonly host: string
  readonly received: ReceivedWebhook[]
  /** From now on. */
  answerWith(status: number, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } = {
    ...{ status: 204, headers: {} },
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url: `http://${host}/hook`, host, received },
    answerWith: (status, headers = {}) => {
      answer = { status, headers }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The signature that Standard Webhooks describes, worked out by itself. */
export function expectedSignature(secret: string, { headers, body }: ReceivedWebhook): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
