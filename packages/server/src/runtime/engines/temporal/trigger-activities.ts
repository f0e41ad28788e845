import type { TriggerId } from '@repertoire/core/base'
import { fireSchedule } from '@repertoire/core/use'
import { type SchedulePorts, scheduleDeps } from '../../triggers/trigger-scheduler.ts'
import { failureOf } from './activity-failure.ts'

/** Names a trigger, and holds nothing of what is in it: Temporal keeps it. */
export interface TriggerInput {
  readonly triggerId: TriggerId
}

export interface TriggerActivities {
  /** Fires what is due of the trigger, and plans its next time. */
  fireTrigger(input: TriggerInput): Promise<void>
}

/** Times that were due before this one; each is fired or skipped by its own rule. */
const maxAtOnce = 50

/**
 * The activity of a schedule: core's own rule decides whether a time fires, so that two servers, or a workflow
 * that Temporal starts again, fire each time once.
 */
export function createTriggerActivities(
  ports: SchedulePorts & {
    readonly replan: (id: TriggerId) => Promise<void>
    readonly onError: (error: unknown) => void
  },
): TriggerActivities {
  const { store, replan, onError } = ports

  async function fireDue(id: TriggerId): Promise<void> {
    const tenantId = await store.directory.tenantOfTrigger(id)
    for (let fired = 0; tenantId !== null && fired < maxAtOnce; fired += 1) {
      const outcome = await fireSchedule(scheduleDeps(ports, tenantId, id), id)
      if (outcome === 'later' || outcome === 'stopped') break
    }
    await replan(id)
  }

  return {
    fireTrigger: async ({ triggerId }) => {
      try {
        await fireDue(triggerId)
      } catch (error) {
        onError(error)
        throw failureOf(error, 'signal.interrupted')
      }
    },
  }
}
