import type { TenantId } from '@repertoire/core/base'
import type { ChainedAuditEntry } from '@repertoire/core/domain'
import type { Store, TenantStore } from '@repertoire/core/ports'
import { auditSlices } from '@repertoire/core/report'
import type { Logger } from 'pino'
import type { Timers } from '../../../platform/system/timers.ts'

const intervalMs = 2_000

/** Where entries go besides the database. */
export interface AuditDestination {
  /** Identifies it over restarts; how far it has come is stored under this name. */
  readonly name: string
  send(organisation: TenantId, entries: readonly ChainedAuditEntry[]): Promise<void>
}

export interface AuditExporterOptions {
  readonly store: Store
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly destinations: readonly AuditDestination[]
}

/**
 * Sends every entry at least once, in order, from the oldest one that is kept. Where it stopped is stored, so that nothing is
 * left out while a destination or this server is down. Two servers may both send one; receivers know it by its number.
 */
export interface AuditExporter {
  start(): void
  /** Sends what is there now. */
  forward(): Promise<void>
  /** Sends the rest once more. */
  stop(): Promise<void>
}

export function createAuditExporter(options: AuditExporterOptions): AuditExporter {
  const { store, timers, logger, destinations } = options
  const failing = new Set<string>()
  /** The head that each organisation's log had when it was last forwarded completely, by destination. */
  const done = new Map<string, number>()
  let running: Promise<void> | undefined
  let stopTimer = () => {}

  async function forwardTo(destination: AuditDestination): Promise<void> {
    try {
      for (const { tenantId, seq } of await store.directory.auditHeads()) {
        const known = `${destination.name} ${tenantId}`
        if (done.get(known) === seq) continue
        await forwardTenant(store.tenant(tenantId), destination)
        done.set(known, seq)
      }
      if (failing.delete(destination.name)) {
        logger.info({ destination: destination.name }, 'the audit log is forwarded again')
      }
    } catch (err) {
      if (failing.has(destination.name)) return
      failing.add(destination.name)
      const context = { err, destination: destination.name }
      logger.warn(context, 'the audit log cannot be forwarded; its entries wait in the database')
    }
  }

  function forward(): Promise<void> {
    running ??= Promise.all(destinations.map(forwardTo))
      .then(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    start: () => {
      if (destinations.length === 0) return
      stopTimer = timers.every(intervalMs, () => void forward())
      void forward()
    },
    forward,
    stop: async () => {
      stopTimer()
      await running
      // Nobody waits for a destination that is down.
      if (failing.size === 0) await forward()
    },
  }
}

async function forwardTenant(tenant: TenantStore, destination: AuditDestination): Promise<void> {
  const { audit, tenantId } = tenant
  const { head, before } = await audit.range({})
  const known = await audit.forwardedTo(destination.name)
  let done = Math.max(known, before.seq)
  if (done >= head.seq) return
  const range = {
    ...{ before: { seq: done, hash: '' }, last: head, head, isFromOldest: false },
    checkpoint: null,
  }
  let stored = known
  for await (const slice of auditSlices(audit, range)) {
    await destination.send(tenantId, slice)
    done = slice.at(-1)?.seq ?? done
    // Another server that was faster continues from there.
    if (!(await audit.setForwarded(destination.name, { from: stored, to: done }))) return
    stored = done
  }
}
