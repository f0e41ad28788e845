// Replayed by Temporal: may import only @temporalio/workflow, and types. A change of what it does needs a patch
// marker, because runs of an older version go on with it.
import {
  type ActivityInterfaceFor,
  type ActivityOptions,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { Capability, RunActivities, RunInput } from './run-activities.ts'
import type { TriggerActivities, TriggerInput } from './trigger-activities.ts'

const options: ActivityOptions = {
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  heartbeatTimeout: '6 seconds',
  startToCloseTimeout: '2 hours',
  // Unlimited: a run that nobody can work on is ended in its log.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '20 seconds' },
}

const anyWorker = proxyActivities<RunActivities>(options)

/** Workers with the capability. */
function workersWith(capability: Capability): ActivityInterfaceFor<RunActivities> {
  const taskQueue = `${workflowInfo().taskQueue}-${capability}`
  return proxyActivities<RunActivities>({ ...options, taskQueue })
}

/** Says that the run's approval may have been answered. The answer itself is in the database. */
export const wake = defineSignal('wake')

/** One run. Decides nothing: after each activity it does what the log says. */
export async function executeRun(input: RunInput): Promise<void> {
  let woken = false
  setHandler(wake, () => {
    woken = true
  })
  let { takenOver } = input
  let workers = anyWorker
  for (;;) {
    woken = false
    const next = await workers.takeAction({ ...input, takenOver })
    takenOver = false
    if (next.do === 'over') return
    workers = next.do === 'act' && next.on ? workersWith(next.on) : anyWorker
    if (next.do === 'wait') await condition(() => woken, next.milliseconds)
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof executeRun>({ ...input, takenOver })
    }
  }
}

const anyFirer = proxyActivities<TriggerActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '20 seconds' },
})

/** A planned time of a schedule has come. Whether it fires, the database says. */
export async function fireTrigger(input: TriggerInput): Promise<void> {
  await anyFirer.fireTrigger(input)
}
