import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { sha256 } from '../../../platform/system/system-ports.ts'
import type { RunReference } from '../runs/run-worker.ts'
import type { RunInput } from './run-activities.ts'
import type { executeRun } from './workflow.ts'

const deadlineMilliseconds = 5_000

/** The workflows of runs: one each, whose id follows from the run's. Throws where Temporal does not answer. */
export interface RunWorkflows {
  /** Does nothing where the run's workflow is there already. */
  start(run: RunReference): Promise<void>
  /** Tells the run's workflow that an approval was answered; starts it if there is none. */
  wake(run: RunReference): Promise<void>
  cancel(runId: string): Promise<void>
  /** Resolves where Temporal answers. */
  ping(): Promise<void>
}

export function createRunWorkflows(
  { connection, workflow, options: { namespace } }: Client,
  taskQueue: string,
): RunWorkflows {
  const optionsOf = (run: RunReference) => ({
    ...{ taskQueue, workflowId: workflowIdOf(run.runId), args: [inputOf(run)] as [RunInput] },
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    priority: { fairnessKey: fairnessKeyOf(run.tenantId) },
  })
  const soon = <Result>(request: () => Promise<Result>) =>
    connection.withDeadline(Date.now() + deadlineMilliseconds, request)
  return {
    start: async (run) => {
      await soon(() => workflow.start<typeof executeRun>('executeRun', optionsOf(run)))
    },
    wake: async (run) => {
      const signal = { signal: 'wake', signalArgs: [] as [] }
      await soon(() =>
        workflow.signalWithStart<typeof executeRun>('executeRun', { ...optionsOf(run), ...signal }),
      )
    },
    cancel: async (runId) => {
      try {
        await soon(() => workflow.getHandle(workflowIdOf(runId)).cancel())
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      }
    },
    ping: async () => {
      await soon(() => connection.workflowService.describeNamespace({ namespace }))
    },
  }
}

/** One for each organisation. Never encrypted, so that it is not the organisation's id. */
const fairnessKeyOf = (tenantId: string) => sha256(tenantId).slice(0, 16)

const workflowIdOf = (runId: string) => `run/${runId}`

function inputOf({ tenantId, conversationId, runId, userId, fresh }: RunReference): RunInput {
  return { tenantId, conversationId, runId, userId, takenOver: !fresh }
}
