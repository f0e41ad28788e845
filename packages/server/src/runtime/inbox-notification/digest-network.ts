import { ProblemError } from '@repertoire/core/base'
import type { DigestMessage } from '@repertoire/core/ports'
import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'
import { signDelivery } from '../triggers/signature.ts'

export interface SignedTarget {
  readonly url: string
  readonly secret: string
}

/** Posts digests to addresses that owners chose. */
export interface DigestNetwork {
  /** Throws ProblemError `outbound.*` or `notification.refused`. */
  post(target: SignedTarget, message: DigestMessage): Promise<void>
  /** Closes every connection. */
  close(): Promise<void>
}

const timeMs = 15_000
/** Nothing of the answer is read. */
const maxAnswerBytes = 1024 * 1024

/**
 * Signs as Standard Webhooks says. The address is checked when it connects, and no redirect is followed: a digest goes to
 * its own address only.
 */
export function createDigestNetwork(options: NetworkOptions): DigestNetwork {
  const network = createNetwork(options, { timeMs, bytes: maxAnswerBytes })
  return {
    post: async ({ url, secret }, { id, at, body: text }) => {
      const body = new TextEncoder().encode(text)
      const timestamp = String(Math.floor(at / 1000))
      const response = await network.fetch(url, {
        ...{ method: 'POST', body, redirect: 'error' },
        headers: {
          ...{ 'content-type': 'application/json', 'webhook-id': id },
          ...{ 'webhook-timestamp': timestamp },
          'webhook-signature': signDelivery(secret, { id, timestamp, body }),
        },
      })
      void response.body?.cancel().catch(() => undefined)
      if (!response.ok) throw new ProblemError(refused(response.status))
    },
    close: network.close,
  }
}

function refused(status: number) {
  return {
    code: 'notification.refused',
    kind: 'unavailable',
    message: `The address answered ${status}; a digest is taken with 2xx.`,
    hint: 'Look at whoever receives it: its address, and the secret it checks the signature with.',
    details: { status },
  } as const
}
