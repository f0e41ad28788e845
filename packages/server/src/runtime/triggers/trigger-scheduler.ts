import type { Problem, Sha256, TenantId, TriggerId } from '@repertoire/core/base'
import type { NextTime } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import { type FireDeps, fireSchedule, type ScheduleDeps } from '@repertoire/core/use'
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

export interface SchedulePorts extends TriggerPorts {
  readonly next: NextTime
  readonly logger: { warn(fields: object, message: string): void }
}

/** The same for a schedule. A due time without a turn is in the log, for the operator: a quota is theirs. */
export function scheduleDeps(
  ports: SchedulePorts,
  tenantId: TenantId,
  id: TriggerId,
): ScheduleDeps {
  const { next, logger } = ports
  const onNotFired = ({ code, message: reason, hint }: Problem) =>
    logger.warn({ tenantId, triggerId: id, code, reason, hint }, 'a schedule started no turn')
  return { ...fireDeps(ports, tenantId), next, onNotFired }
}

export function createTriggerScheduler(
  options: SchedulePorts & {
    readonly timers: Pick<Timers, 'every'>
    readonly onError: (error: unknown) => void
  },
): TriggerScheduler {
  const { store, clock, timers, onError } = options

  /** A failing schedule does not delay the others. */
  async function fireDue(isStopped: () => boolean): Promise<void> {
    const due = await store.directory.dueTriggers(clock.now(), maxPerTick)
    for (const { tenantId, id } of due) {
      if (isStopped()) return
      await fireSchedule(scheduleDeps(options, tenantId, id), id).catch(onError)
    }
  }

  return createRepeatedTask({ timers, intervalMs: second, work: fireDue, onError })
}
