import { removeOldAuditEntries } from '@repertoire/core/keep'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { Timers } from '../../platform/system/timers.ts'
import type { AccessAudit } from './access-audit.ts'
import { type LoadCheckpointSigner, verifySignature } from './checkpoint-signer.ts'

const minute = 60_000
const hour = 60 * minute

export interface AuditRetentionOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly accessAudit: Pick<AccessAudit, 'flush'>
  readonly loadSigner: LoadCheckpointSigner
  /** Days; 0 is for ever. */
  readonly retentionDays: number
}

/** Writes counts of repeated events, and removes old entries. Every replica runs one. */
export interface AuditRetention {
  start(): void
  /** Removes what is older than the retention, in every organisation, now. */
  removeOld(): Promise<void>
  /** Writes the counts that are still open. */
  stop(): Promise<void>
}

export function createAuditRetention(options: AuditRetentionOptions): AuditRetention {
  const {
    store,
    clock,
    ids,
    timers,
    logger,
    accessAudit,
    loadSigner,
    retentionDays: days,
  } = options
  const stops: (() => void)[] = []
  let running: Promise<void> = Promise.resolve()

  /** A failure in one organisation does not stop the others. */
  async function removeOld(): Promise<void> {
    if (days === 0) return
    const signer = await loadSigner()
    for (const { id: tenantId } of await store.directory.tenants()) {
      try {
        const deps = { store: store.tenant(tenantId), clock, ids, signer, verifySignature }
        const removed = await removeOldAuditEntries(deps, { days })
        if (removed > 0) logger.info({ tenantId, removed }, 'removed old entries of the audit log')
      } catch (err) {
        logger.warn({ err, tenantId }, 'could not remove old entries of the audit log')
      }
    }
  }

  const run = (task: () => Promise<void>) => {
    running = running
      .then(task)
      .catch((err: unknown) => logger.warn({ err }, 'the audit log could not be kept up'))
  }

  return {
    start: () => {
      stops.push(timers.every(minute, () => run(() => accessAudit.flush())))
      stops.push(timers.every(hour, () => run(removeOld)))
      run(removeOld)
    },
    removeOld,
    stop: async () => {
      for (const stop of stops) stop()
      run(() => accessAudit.flush({ all: true }))
      await running
    },
  }
}
