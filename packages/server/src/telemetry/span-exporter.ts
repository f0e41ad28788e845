import {
  executionsIn,
  mostTracedEvents,
  type RunId,
  runSpans,
  type Sha256,
  type Store,
  type TenantId,
  type UserId,
} from '@repertoire/core'
import { openCollectorLink } from './collector-client.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

/** Runs read at the same time; more than that are left out, so that nothing piles up. */
const maxConcurrentExports = 64
const quietMs = 60_000
const graceMs = 3_000

/** Tells a collector of runs that are over, from their logs. Nothing waits for it. */
export interface SpanExporter {
  tell(run: { readonly tenantId: TenantId; readonly userId: UserId; readonly runId: RunId }): void
  /** Resolves when what was told so far is sent, or has failed. */
  flush(): Promise<void>
  /** The same, but waits some seconds at most: what is not sent by then is left out. */
  close(): Promise<void>
}

export interface SpanExporterOptions extends TelemetrySettings {
  readonly store: Store
  readonly sha256: Sha256
  readonly version: string
  /** At most once a minute. */
  readonly onError: (error: unknown) => void
  readonly graceMilliseconds?: number
}

export async function createSpanExporter(options: SpanExporterOptions): Promise<SpanExporter> {
  const { store, sha256, contents, protocol, version } = options
  const underWay = new Set<Promise<void>>()
  let toldAt = Number.NEGATIVE_INFINITY
  const link = await openCollectorLink({ protocol, version, onError: fault })

  async function send({ tenantId, userId, runId }: Told): Promise<void> {
    const { conversations, traces, executions } = store.tenant(tenantId)
    const run = await conversations.run(userId, runId)
    if (!run) return
    const events = await traces.events(userId, run, mostTracedEvents)
    const begun = await Promise.all(executionsIn(events).map((id) => executions.get(userId, id)))
    const story = { run, events, executions: begun.filter((one) => one !== null) }
    if (!link.send(runSpans(story, { sha256, contents }))) fault(new Error(tooSlow))
  }

  function fault(error: unknown): void {
    if (performance.now() - toldAt < quietMs) return
    toldAt = performance.now()
    options.onError(error)
  }

  return {
    tell: (run) => {
      if (underWay.size >= maxConcurrentExports) return fault(new Error(tooSlow))
      const sending = send(run)
        .catch(fault)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    flush: async () => {
      await Promise.all(underWay)
      await link.flush()
    },
    close: () =>
      atMost(options.graceMilliseconds ?? graceMs, async () => {
        await Promise.all(underWay)
        await link.close()
      }),
  }
}

type Told = Parameters<SpanExporter['tell']>[0]

const tooSlow = 'the collector is too slow, a turn was left out'

async function atMost(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, milliseconds)
  await Promise.race([work(), over.promise])
  clearTimeout(timer)
}
