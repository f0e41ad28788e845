import type { TriggerId } from '@repertoire/core/base'
import type { Clock, PlannedTrigger, Store } from '@repertoire/core/ports'
import type { Timers } from '../../../platform/system/timers.ts'
import type { TriggerScheduler } from '../../engine.ts'
import type { TriggerSchedules } from './trigger-schedules.ts'

const sweepMilliseconds = 30_000
/** So late, Temporal has lost the time, or hears of it only now. */
const overdueMilliseconds = 30_000

/** Keeps Temporal's schedules like the triggers of the store. The store decides, whatever Temporal has. */
export interface TriggerPlanner extends TriggerScheduler {
  /** Plans the next time of one trigger, or none where it has none any more. */
  replan(id: TriggerId): Promise<void>
}

export interface PlannerPorts {
  readonly store: Store
  readonly clock: Clock
  readonly timers: Pick<Timers, 'every'>
  /** Undefined before the engine is connected. */
  readonly schedules: () => TriggerSchedules | undefined
  readonly onError: (error: unknown) => void
}

/** Changes are planned as they are notified of; a sweep at the start and now and then finds what was missed. */
export function createTriggerPlanner(ports: PlannerPorts): TriggerPlanner {
  const { store, clock, timers, schedules, onError } = ports
  /** The versions that Temporal has, as far as this process knows. */
  let known: Map<TriggerId, number> | undefined
  let sweeping: Promise<void> | undefined
  let requested = false
  let stopped = false
  let stopWatching = () => {}

  async function stored(id: TriggerId): Promise<PlannedTrigger | null> {
    const tenantId = await store.directory.tenantOfTrigger(id)
    const trigger = tenantId && (await store.tenant(tenantId).triggers.get(id))
    if (!trigger?.enabled || trigger.nextAt === null) return null
    return { id, version: trigger.version, nextAt: trigger.nextAt }
  }

  /** Again where another process changed the trigger meanwhile: it may have written to Temporal first. */
  async function replan(id: TriggerId): Promise<void> {
    const connected = schedules()
    for (let before = await stored(id); connected; ) {
      if (before) await connected.put(before, clock.now())
      else await connected.remove(id)
      const after = await stored(id)
      if (after?.version === before?.version && after?.nextAt === before?.nextAt) {
        if (after) known?.set(id, after.version)
        else known?.delete(id)
        return
      }
      before = after
    }
  }

  async function sweep(): Promise<void> {
    const connected = schedules()
    if (!connected) return
    known ??= new Map(await connected.planned())
    const triggers = await store.directory.plannedTriggers()
    const overdue = clock.now() - overdueMilliseconds
    const changed = triggers.filter(
      ({ id, version, nextAt }) => known?.get(id) !== version || nextAt < overdue,
    )
    const wanted = new Set(triggers.map(({ id }) => id))
    const gone = [...known.keys()].filter((id) => !wanted.has(id))
    for (const id of [...changed.map((trigger) => trigger.id), ...gone]) {
      if (stopped) return
      await replan(id)
    }
  }

  function request(): void {
    if (stopped) return
    requested = true
    sweeping ??= sweepUntilDone().finally(() => {
      sweeping = undefined
    })
  }

  async function sweepUntilDone(): Promise<void> {
    while (requested && !stopped) {
      requested = false
      await sweep().catch(onError)
    }
  }

  return {
    replan,
    start: () => {
      const stops = [
        timers.every(sweepMilliseconds, request),
        store.watch(({ kind }) => {
          if (kind === 'triggers') request()
        }),
      ]
      stopWatching = () => {
        for (const stop of stops) stop()
      }
      request()
    },
    idle: async () => sweeping,
    stop: async () => {
      stopped = true
      stopWatching()
      await sweeping
    },
  }
}
