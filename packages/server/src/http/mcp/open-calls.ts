import type { RequestId } from '@modelcontextprotocol/server'

/** What a cancellation names: a request of one client, who is a person with a key in a conversation. */
export interface CallName {
  readonly client: readonly (string | null)[]
  readonly requestId: RequestId
}

/**
 * The calls under way of clients of the older protocol. They cancel one with a request of its own, and may come back after
 * a connection that broke.
 */
export interface OpenCalls {
  /** The signal aborts when the client cancels the call. */
  open(name: CallName): OpenCall
  /** Does nothing where two calls have the name: of programs that share a key and name no conversation. */
  cancel(name: CallName): void
}

export interface OpenCall {
  readonly cancelled: AbortSignal
  close(): void
}

export function createOpenCalls(): OpenCalls {
  const calls = new Map<string, Set<AbortController>>()
  return {
    open: (name) => {
      const key = keyOf(name)
      const controller = new AbortController()
      const named = calls.get(key) ?? new Set()
      calls.set(key, named.add(controller))
      return {
        cancelled: controller.signal,
        close: () => {
          named.delete(controller)
          if (named.size === 0 && calls.get(key) === named) calls.delete(key)
        },
      }
    },
    cancel: (name) => {
      const [only, another] = calls.get(keyOf(name)) ?? []
      if (!another) only?.abort()
    },
  }
}

function keyOf({ client, requestId }: CallName): string {
  return JSON.stringify([...client, requestId])
}
