import {
  type Clock,
  type FireDeps,
  fireSchedule,
  type IdSource,
  type NextTime,
  type Sha256,
  type Store,
  type TenantId,
} from '@repertoire/core'
import type { Engine } from '../engines/engine.ts'
import type { Timers } from '../platform/timers.ts'

const second = 1000
/** Times answered in one walk; more are answered in the next one. */
const maxPerTick = 200

/** Starts turns when their time has come (E8). Every replica may have one: a time is answered once. */
export interface TriggerScheduler {
  /** Looks now, and every second from then on. */
  start(): void
  /** Resolves when no walk is under way. */
  idle(): Promise<void>
  /** The same, and none begins after. */
  stop(): Promise<void>
}

export interface TriggerPorts {
  readonly store: Store
  readonly engine: Pick<Engine, 'startRun'>
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
}

/** What firing a signal of this organisation takes. */
export function fireDeps(
  { store, engine, clock, ids, sha256 }: TriggerPorts,
  tenantId: TenantId,
): FireDeps {
  return { store: store.tenant(tenantId), clock, ids, sha256, start: engine.startRun }
}

export function createTriggerScheduler(
  options: TriggerPorts & {
    readonly next: NextTime
    readonly timers: Pick<Timers, 'every'>
    readonly onError: (error: unknown) => void
  },
): TriggerScheduler {
  const { store, clock, next, timers, onError } = options
  let running: Promise<void> | undefined
  let stopped = false
  let stopTimer = () => {}

  /** One schedule that cannot be answered keeps no other one waiting. */
  async function fireDue(): Promise<void> {
    const due = await store.directory.dueTriggers(clock.now(), maxPerTick)
    for (const { tenantId, id } of due) {
      if (stopped) return
      await fireSchedule({ ...fireDeps(options, tenantId), next }, id).catch(onError)
    }
  }

  function tick(): void {
    if (stopped) return
    running ??= fireDue()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }

  return {
    start: () => {
      stopTimer = timers.every(second, tick)
      tick()
    },
    idle: async () => running,
    stop: async () => {
      stopped = true
      stopTimer()
      await running
    },
  }
}
