import { isProblemError, type Problem, ProblemError, type TenantId } from '@repertoire/core/base'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import {
  type DigestDeps,
  noNotification,
  sendDueDigest,
  sendTestDigest,
} from '@repertoire/core/report'
import { createRepeatedTask } from '../../platform/system/repeated-task.ts'
import type { Timers } from '../../platform/system/timers.ts'
import type { DigestNetwork } from './digest-network.ts'
import type { DigestSecrets } from './digest-secrets.ts'

/** The shortest time between two tries. */
const intervalMs = 60_000
/** The rest is due at the next tick. */
const maxAtOnce = 100

/** Sends digests of inboxes when they are due. Every replica may run one: each digest is sent by one of them. */
export interface DigestService {
  readonly secrets: DigestSecrets
  start(): void
  /** Sends what is due now, and waits for it. */
  sendDue(): Promise<void>
  /** Sends how much waits now to the organisation's address. What came back is the answer, not an error. */
  test(tenantId: TenantId): Promise<Problem | null>
  /** Ends after the digest at hand, and closes every connection. */
  stop(): Promise<void>
}

export interface DigestServiceOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  readonly secrets: DigestSecrets
  readonly network: DigestNetwork
  readonly onError: (error: unknown) => void
}

export function createDigestService(options: DigestServiceOptions): DigestService {
  const { store, clock, ids, timers, secrets, network, onError } = options

  function depsOf(tenantId: TenantId): DigestDeps {
    const webhook: DigestDeps['webhook'] = {
      send: async ({ url, encryptedSecret }, message) => {
        const secret = await secrets.decrypt(tenantId, encryptedSecret)
        await network.post({ url, secret }, message)
      },
    }
    return { store: store.tenant(tenantId), clock, ids, webhook }
  }

  async function sendAll(isStopped: () => boolean): Promise<void> {
    for (const id of await store.directory.dueInboxNotifications(clock.now(), maxAtOnce)) {
      if (isStopped()) return
      await sendDueDigest(depsOf(id), ids.traceId()).catch(onError)
    }
  }

  const sending = createRepeatedTask({ timers, intervalMs, work: sendAll, onError })
  return {
    secrets,
    start: sending.start,
    sendDue: sending.run,
    test: async (tenantId) => {
      const notification = await store.tenant(tenantId).inboxNotification.get()
      if (!notification) throw new ProblemError(noNotification)
      try {
        await sendTestDigest(depsOf(tenantId), notification)
        return null
      } catch (error) {
        if (isProblemError(error)) return error.problem
        throw error
      }
    },
    stop: async () => {
      await sending.stop()
      await network.close()
    },
  }
}
