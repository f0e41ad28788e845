import { RepertoireError } from '@repertoire/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

/** Milliseconds between two looks for an execution that has not been written down yet. */
const lookEveryMs = 500

/** Whether the execution that a call is going to be is there by now. */
export function callExecutionQuery(executionId: string) {
  return queryOptions({
    queryKey: ['executions', 'there', executionId],
    queryFn: async () => {
      try {
        await api.executions.get(executionId)
        return true
      } catch (error) {
        if (error instanceof RepertoireError && error.status === 404) return false
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.data ? false : lookEveryMs),
  })
}
