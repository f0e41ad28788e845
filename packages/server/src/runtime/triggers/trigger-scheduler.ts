import type { Sha256, TenantId } from '@repertoire/core/base'
import type { NextTime } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import { type FireDeps, fireSchedule } from '@repertoire/core/use'
import { createRepeatedTask } from '../../platform/system/repeated-task.ts'
import type { Timers } from '../../platform/system/timers.ts'
import type { Engine, TriggerScheduler } from '../engine.ts'

const second = 1000
/** Limit of schedules fired in one tick. The rest follows in the next one. */
const maxPerTick = 200

export interface TriggerPorts {
  readonly store: Store
  readonly engine: Pick<Engine, 'startRun'>
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
}

/** The ports that firing a trigger of this organisation needs. */
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

  /** A failing schedule does not delay the others. */
  async function fireDue(isStopped: () => boolean): Promise<void> {
    const due = await store.directory.dueTriggers(clock.now(), maxPerTick)
    for (const { tenantId, id } of due) {
      if (isStopped()) return
      await fireSchedule({ ...fireDeps(options, tenantId), next }, id).catch(onError)
    }
  }

  return createRepeatedTask({ timers, intervalMs: second, work: fireDue, onError })
}
