import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum difference between a delivery's timestamp and our clock, in seconds. */
export const toleranceSeconds = 300

/** Prefix of a webhook's secret in Standard Webhooks. Base64 follows. */
export const secretPrefix = 'whsec_'

export interface SignedParts {
  /** The idempotency key. */
  readonly id: string
  /** Seconds since 1970, as sent. */
  readonly timestamp: string
  readonly body: Uint8Array
}

/** The signature of Standard Webhooks: `v1,<base64>`. */
export function signDelivery(secret: string, parts: SignedParts): string {
  return `v1,${mac(secret, parts).toString('base64')}`
}

/** Whether one of the signatures is valid and the timestamp is recent. Takes constant time. */
export function isSigned(
  secret: string,
  parts: SignedParts & { readonly signatures: string },
  now: number,
): boolean {
  const expected = mac(secret, parts)
  let matches = false
  for (const one of parts.signatures.split(' ').slice(0, 10)) {
    const given = Buffer.alloc(expected.length)
    const bytes = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0)
    bytes.copy(given)
    const same = timingSafeEqual(given, expected)
    matches = (same && bytes.length === expected.length) || matches
  }
  const seconds = /^\d{1,12}$/.test(parts.timestamp) ? Number(parts.timestamp) : 0
  return Math.abs(now / 1000 - seconds) <= toleranceSeconds && matches
}

function mac(secret: string, { id, timestamp, body }: SignedParts): Buffer {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}
