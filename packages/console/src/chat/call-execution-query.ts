import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

/** Milliseconds between two looks for an execution that has not been written down yet. */
const lookEveryMs = 500

export interface CallAddress {
  readonly conversationId: string
  readonly runId: string | null
  readonly callId: string
}

/** The id of the execution a tool call has; null until there is one. */
export function callExecutionQuery({ conversationId, runId, callId }: CallAddress) {
  return queryOptions({
    queryKey: ['executions', 'of-call', conversationId, runId, callId],
    queryFn: async () => {
      const { items } = await api.executions.list({ conversation_id: conversationId, limit: 100 })
      const found = items.find((one) => one.run_id === runId && one.tool_call_id === callId)
      return found?.id ?? null
    },
    refetchInterval: ({ state }) => (state.data ? false : lookEveryMs),
  })
}
