import type { SignedDelivery } from './triggers.ts'

/** A webhook delivery and its signing secret. */
export interface UnsignedDelivery {
  /** The id of the webhook. */
  readonly signalId: string
  /** The secret as shown once: `whsec_` and base64. */
  readonly secret: string
  /** The idempotency key: 1 to 200 visible ASCII characters, no full stop. */
  readonly key: string
  /** UTF-8 text, 64 KiB at most. */
  readonly body: string
  /** Milliseconds since 1970; the server accepts a difference of five minutes. */
  readonly at: number
}

const prefix = 'whsec_'

/**
 * Signs a delivery by Standard Webhooks: HMAC-SHA256 over key, time and body. Throws TypeError for an
 * invalid secret.
 */
export async function signDelivery(delivery: UnsignedDelivery): Promise<SignedDelivery> {
  const { signalId, secret, key: id, body, at } = delivery
  const bytes = new TextEncoder().encode(body)
  const timestamp = String(Math.floor(at / 1000))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', decodeSecret(secret), hmac, false, ['sign'])
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const mac = new Uint8Array(await crypto.subtle.sign(hmac, key, concatBytes(head, bytes)))
  const headers = {
    'repertoire-trigger': signalId,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
  }
  return { headers, body: bytes }
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? decodeBase64(encoded) : ''
  if (decoded === '') throw new TypeError(`A secret of a webhook begins with ${prefix}.`)
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
}

function decodeBase64(encoded: string): string {
  try {
    return atob(encoded)
  } catch {
    return ''
  }
}

function concatBytes(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
