import type { Clock, Store } from '@repertoire/core/ports'
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import type { FolderHealth } from '../../platform/system/folder-health.ts'
import type { Engine } from '../engine.ts'
import type { ScriptService } from '../scripts/script-service.ts'

type OpenMetricsRegistry = Registry<OpenMetricsContentType>

export interface GaugeSources {
  readonly store: Pick<Store, 'ping' | 'directory' | 'connections'>
  readonly engine: Pick<Engine, 'load'>
  readonly scripts: Pick<ScriptService, 'health'>
  readonly folders: Pick<FolderHealth, 'freeBytes'>
  readonly clock: Clock
}

/** Reads what is true now. What cannot be read has no value, so that the rest is still there. */
export type ReadGauges = (sources: GaugeSources) => Promise<void>

export function registerGauges(registry: OpenMetricsRegistry): ReadGauges {
  const readers = [
    engineGauges(registry),
    sandboxGauges(registry),
    databaseGauges(registry),
    openWorkGauges(registry),
    connectionGauges(registry),
    diskGauges(registry),
  ]
  return async (sources) => {
    await Promise.all(readers.map((read) => read(sources)))
  }
}

function gauge(registry: OpenMetricsRegistry, name: string, help: string): Gauge {
  return new Gauge({ name: `repertoire_${name}`, help, registers: [registry] })
}

function engineGauges(registry: OpenMetricsRegistry): ReadGauges {
  const running = gauge(registry, 'runs_running', 'Runs that this process executes.')
  const queued = gauge(registry, 'runs_queued', 'Runs that wait for a slot of this process.')
  return async ({ engine }) => {
    const load = engine.load()
    running.set(load.running)
    queued.set(load.queued)
  }
}

function sandboxGauges(registry: OpenMetricsRegistry): ReadGauges {
  const available = gauge(registry, 'sandbox_available', '1 when scripts can be run.')
  const running = gauge(registry, 'sandbox_running', 'Running executions.')
  const queued = gauge(registry, 'sandbox_queued', 'Queued executions.')
  const warm = gauge(registry, 'sandbox_warm', 'Warm sandboxes.')
  return async ({ scripts }) => {
    try {
      const health = await scripts.health()
      available.set(health.available ? 1 : 0)
      running.set(health.running)
      queued.set(health.queued)
      warm.set(health.warm)
    } catch {
      for (const one of [running, queued, warm]) one.remove()
      available.set(0)
    }
  }
}

function databaseGauges(registry: OpenMetricsRegistry): ReadGauges {
  const up = gauge(registry, 'database_up', '1 when the database answers.')
  const ping = gauge(registry, 'database_ping_seconds', 'How long it took to answer just now.')
  return async ({ store }) => {
    try {
      const began = performance.now()
      await store.ping()
      ping.set((performance.now() - began) / 1000)
      up.set(1)
    } catch {
      ping.remove()
      up.set(0)
    }
  }
}

/** Apart from whether the database answers: a table may be locked in one that does. */
function openWorkGauges(registry: OpenMetricsRegistry): ReadGauges {
  const shared = (name: string, what: string) =>
    gauge(registry, name, `${what}, of all servers on this database.`)
  const running = shared('runs_open', 'Runs that are not over and wait for nobody')
  const waiting = shared('runs_waiting', 'Runs that wait for a person')
  const unclaimed = shared('runs_unclaimed', 'Runs that could go on, and that nobody executes')
  const approvals = shared('approvals_waiting', 'Approvals that wait for a person')
  return async ({ store, clock }) => {
    try {
      const work = await store.directory.openWork(clock.now())
      running.set(work.runningRuns)
      waiting.set(work.waitingRuns)
      unclaimed.set(work.claimableRuns)
      approvals.set(work.pendingApprovals)
    } catch {
      for (const one of [running, waiting, unclaimed, approvals]) one.remove()
    }
  }
}

function diskGauges(registry: OpenMetricsRegistry): ReadGauges {
  const free = gauge(registry, 'data_free_bytes', 'Free bytes on the disk of the data folder.')
  return async ({ folders }) => {
    const bytes = await folders.freeBytes()
    if (bytes === undefined) free.remove()
    else free.set(bytes)
  }
}

/** SQLite has no connections that a query could wait for, and no numbers of them. */
function connectionGauges(registry: OpenMetricsRegistry): ReadGauges {
  const ofProcess = (name: string, what: string) =>
    gauge(registry, `database_${name}`, `${what}, of this process.`)
  const inUse = ofProcess('connections_in_use', 'Connections that execute something')
  const idle = ofProcess('connections_idle', 'Open connections that wait for a query')
  const waiting = ofProcess('queries_waiting', 'Queries that wait for a connection')
  return async ({ store }) => {
    const counts = store.connections?.()
    if (!counts) {
      for (const one of [inUse, idle, waiting]) one.remove()
      return
    }
    inUse.set(counts.inUse)
    idle.set(counts.idle)
    waiting.set(counts.waiting)
  }
}
