import type { RunId, Sha256, TenantId, UserId } from '@repertoire/core/base'
import { maxTracedEvents, type Store } from '@repertoire/core/ports'
import { executionsIn, runSpans } from '@repertoire/core/report'
import { openCollectorClient } from './collector-client.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

/** Limit of runs that are exported at the same time. Further ones are dropped. */
const maxConcurrentExports = 64
const faultIntervalMs = 60_000
const graceMs = 3_000

export interface RunToExport {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly runId: RunId
}

/** Exports spans of ended runs to a collector, from their logs. Nothing waits for it. */
export interface SpanExporter {
  exportRun(run: {
    readonly tenantId: TenantId
    readonly userId: UserId
    readonly runId: RunId
  }): void
  /** Resolves when everything so far is sent, or has failed. */
  flush(): Promise<void>
  /** Flushes within some seconds at most. What is not sent by then is dropped. */
  close(): Promise<void>
}

export interface SpanExporterOptions extends TelemetrySettings {
  readonly store: Store
  readonly sha256: Sha256
  readonly version: string
  /** Called at most once a minute. */
  readonly onError: (error: unknown) => void
  readonly graceMilliseconds?: number
}

export async function createSpanExporter(options: SpanExporterOptions): Promise<SpanExporter> {
  const { store, sha256, contents, protocol, version } = options
  const pending = new Set<Promise<void>>()
  let lastFaultAt = Number.NEGATIVE_INFINITY
  const client = await openCollectorClient({ protocol, version, onError: fault })

  async function send({ tenantId, userId, runId }: RunToExport): Promise<void> {
    const { conversations, traces, executions } = store.tenant(tenantId)
    const run = await conversations.run(userId, runId)
    if (!run) return
    const events = await traces.events(userId, run, maxTracedEvents)
    const found = await Promise.all(executionsIn(events).map((id) => executions.get(userId, id)))
    const record = { run, events, executions: found.filter((one) => one !== null) }
    if (!client.send(runSpans(record, { sha256, contents }))) fault(new Error(tooSlow))
  }

  function fault(error: unknown): void {
    if (performance.now() - lastFaultAt < faultIntervalMs) return
    lastFaultAt = performance.now()
    options.onError(error)
  }

  return {
    exportRun: (run) => {
      if (pending.size >= maxConcurrentExports) return fault(new Error(tooSlow))
      const sending = send(run)
        .catch(fault)
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },
    flush: async () => {
      await Promise.all(pending)
      await client.flush()
    },
    close: () =>
      withTimeLimit(options.graceMilliseconds ?? graceMs, async () => {
        await Promise.all(pending)
        await client.close()
      }),
  }
}

const tooSlow = 'the collector is too slow, a turn was dropped'

async function withTimeLimit(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, milliseconds)
  await Promise.race([work(), over.promise])
  clearTimeout(timer)
}
