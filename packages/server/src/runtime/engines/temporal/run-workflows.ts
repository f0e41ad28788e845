import { WorkflowNotFoundError } from '@temporalio/client'
import type { RunReference } from '../runs/run-worker.ts'
import type { RunInput } from './run-activities.ts'
import { organisationHashOf, searchAttributesOf } from './search-attributes.ts'
import { grpcCodeOf, type TemporalConnection } from './temporal-connection.ts'
import type { TemporalSettings } from './temporal-settings.ts'
import type { executeRun } from './workflow.ts'

const deadlineMilliseconds = 5_000
const pingDeadlineMilliseconds = 2_500
const grpcInvalidArgument = 3

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
  { client, searchAttributes }: Pick<TemporalConnection, 'client' | 'searchAttributes'>,
  { taskQueue }: Pick<TemporalSettings, 'taskQueue'>,
): RunWorkflows {
  const { connection, workflow, options } = client
  const { namespace } = options
  let registered = searchAttributes
  const optionsOf = (run: RunReference) => ({
    ...{ taskQueue, workflowId: workflowIdOf(run.runId), args: [inputOf(run)] as [RunInput] },
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    priority: { fairnessKey: organisationHashOf(run.tenantId) },
    typedSearchAttributes: searchAttributesOf(run, registered),
  })
  const soon = <Result>(request: () => Promise<Result>) =>
    connection.withDeadline(Date.now() + deadlineMilliseconds, request)

  async function startOrSignal(request: () => Promise<unknown>): Promise<void> {
    try {
      await soon(request)
    } catch (error) {
      if (registered.size === 0 || grpcCodeOf(error) !== grpcInvalidArgument) throw error
      // An operator has removed them since the connection was made. No run may wait for that.
      registered = new Set()
      await soon(request)
    }
  }

  return {
    start: (run) =>
      startOrSignal(() => workflow.start<typeof executeRun>('executeRun', optionsOf(run))),
    wake: (run) => {
      const signal = { signal: 'wake', signalArgs: [] as [] }
      return startOrSignal(() =>
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
      const deadline = Date.now() + pingDeadlineMilliseconds
      await connection.withDeadline(deadline, () =>
        connection.workflowService.describeNamespace({ namespace }),
      )
    },
  }
}

const workflowIdOf = (runId: string) => `run/${runId}`

function inputOf({ tenantId, conversationId, runId, userId, fresh }: RunReference): RunInput {
  return { tenantId, conversationId, runId, userId, takenOver: !fresh }
}
