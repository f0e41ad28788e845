import { type ConversationId, ProblemError, type RunId } from '@repertoire/core/base'
import type { Run } from '@repertoire/core/domain'
import type { ChangeNotification, Store } from '@repertoire/core/ports'
import type { Timers } from '../../../platform/system/timers.ts'
import type { WaitForRunRequest } from '../../engine.ts'

/** Change notifications between processes may get lost, so the run is also polled. */
const pollIntervalMs = 1_000

/** See `Engine.waitForRun`. `stopped` aborts when the engine works on no run any more. */
export function waitForRun(
  { store, timers, stopped }: { store: Store; timers: Timers; stopped: AbortSignal },
  { principal, runId, signal }: WaitForRunRequest,
): Promise<Run> {
  const { tenantId, userId } = principal
  const tenant = store.tenant(tenantId)
  const { promise, resolve, reject } = Promise.withResolvers<Run>()
  let conversationId: ConversationId | undefined
  const check = async () => {
    const run = await tenant.conversations.run(userId, runId)
    if (!run) throw runNotFound(runId)
    conversationId = run.conversationId
    if (run.status === 'running') return
    if (run.status === 'waiting') {
      const filter = { status: 'pending' as const, conversationId }
      const { items } = await tenant.approvals.list(filter, { limit: 1 })
      if (items.length === 0) return
    }
    resolve(run)
  }
  const poll = () => void check().catch(reject)
  const isRelevant = (notification: ChangeNotification) =>
    notification.kind === 'anything' ||
    (notification.kind === 'conversation' &&
      notification.onlyEvents !== true &&
      (conversationId === undefined || notification.conversationId === conversationId))
  const cleanups = [
    store.watch((notification) => {
      if (isRelevant(notification)) poll()
    }),
    timers.every(pollIntervalMs, poll),
    onAbort(signal, () => reject(signal?.reason)),
    onAbort(stopped, () => reject(engineClosing())),
  ]
  poll()
  return promise.finally(() => {
    for (const end of cleanups) end()
  })
}

function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act()
  signal?.addEventListener('abort', act)
  return () => signal?.removeEventListener('abort', act)
}

function runNotFound(id: RunId): ProblemError {
  const message = 'There is no such run, or it is not yours.'
  return new ProblemError({ code: 'run.not-found', kind: 'not-found', message, details: { id } })
}

export function engineClosing(): ProblemError {
  return new ProblemError({
    code: 'engine.stopping',
    kind: 'unavailable',
    message: 'The server is stopping. What it was doing goes on when it is back.',
    hint: 'Try again in a few seconds.',
  })
}
