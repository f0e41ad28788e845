import type { Timestamp, TriggerId } from '@repertoire/core/base'
import type { PlannedTrigger } from '@repertoire/core/ports'
import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import type { TriggerInput } from './trigger-activities.ts'

const deadlineMilliseconds = 5_000
const second = 1_000

/** Temporal's schedules: one for each trigger, with the trigger's next time and no other. */
export interface TriggerSchedules {
  /** Wakes the trigger at its next time, or at once where that has passed. */
  put(trigger: PlannedTrigger, now: Timestamp): Promise<void>
  remove(id: TriggerId): Promise<void>
  /** The version of each trigger that is planned here. */
  planned(): Promise<ReadonlyMap<TriggerId, number>>
}

/** Ids begin with the task queue's name: servers of another one may share the namespace. */
export function createTriggerSchedules(client: Client, taskQueue: string): TriggerSchedules {
  const { schedule: schedules, connection } = client
  const prefix = `${taskQueue}/trigger/`
  const soon = <Result>(request: () => Promise<Result>) =>
    connection.withDeadline(Date.now() + deadlineMilliseconds, request)
  const handleOf = (id: TriggerId) => schedules.getHandle(`${prefix}${id}`)

  function optionsOf({ id, version, nextAt }: PlannedTrigger, now: Timestamp) {
    // A time that has passed before Temporal hears of it would never come.
    const at = Math.max(nextAt, Math.ceil((now + second) / second) * second)
    return {
      scheduleId: `${prefix}${id}`,
      spec: { calendars: [calendarOf(new Date(at))] },
      policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: '30 days' },
      state: { note: String(version) },
      action: {
        type: 'startWorkflow',
        workflowType: 'fireTrigger',
        workflowId: `${prefix}${id}`,
        ...{ taskQueue, args: [{ triggerId: id } satisfies TriggerInput] },
      },
    } satisfies ScheduleOptions
  }

  return {
    put: async (trigger, now) => {
      const options = optionsOf(trigger, now)
      const update = () => soon(() => handleOf(trigger.id).update(() => options))
      try {
        await update()
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error
        try {
          await soon(() => schedules.create(options))
        } catch (raced) {
          if (!(raced instanceof ScheduleAlreadyRunning)) throw raced
          await update()
        }
      }
    },
    remove: async (id) => {
      try {
        await soon(() => handleOf(id).delete())
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error
      }
    },
    planned: async () => {
      const found = new Map<TriggerId, number>()
      for await (const { scheduleId, state } of schedules.list()) {
        if (!scheduleId.startsWith(prefix)) continue
        found.set(scheduleId.slice(prefix.length) as TriggerId, Number(state.note))
      }
      return found
    },
  }
}

const months = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
]

/** Exactly this second, in UTC. */
function calendarOf(at: Date): CalendarSpec {
  const month = months[at.getUTCMonth()]
  return {
    ...{ year: at.getUTCFullYear(), dayOfMonth: at.getUTCDate(), hour: at.getUTCHours() },
    ...{ minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
    ...(month && { month }),
  }
}
