import type { ConversationId, RunId, UserId } from '@repertoire/core/base'
import { type ConversationEvent, isOpenRun, type Run } from '@repertoire/core/domain'
import type { Clock, IdSource, LogBatch, Store } from '@repertoire/core/ports'
import {
  cancelRun,
  createLogMemory,
  knownToolsets,
  type StartedRun,
  startRun,
  type TextDelta,
} from '@repertoire/core/use'
import type { Engine } from '../runtime/engine.ts'
import { selectedTools } from '../runtime/engines/toolsets.ts'
import { createLiveTexts } from '../runtime/live-texts.ts'

/** An engine whose runs do only what the test appends to their log. */
export interface FakeEngine extends Engine {
  /** Appends events to the newest run. `change` also updates the run or the session. */
  play(
    events: readonly ConversationEvent[],
    change?: Pick<LogBatch, 'session' | 'approvals'> & { status?: Run['status'] },
  ): Promise<void>
  emitText(delta: Omit<TextDelta, 'runId'>): void
  readonly started: readonly StartedRun[]
  readonly wakes: () => number
  /** Conversation of the newest run. */
  readonly conversationId: () => ConversationId | undefined
}

export function createFakeEngine(deps: { store: Store; clock: Clock; ids: IdSource }): FakeEngine {
  const { store, clock, ids } = deps
  const liveTexts = createLiveTexts((error) => {
    throw error
  })
  const started: StartedRun[] = []
  let current:
    | { tenant: ReturnType<Store['tenant']>; viewer: UserId; id: ConversationId }
    | undefined
  let wakes = 0
  const newest = () => {
    const run = started.at(-1)
    if (!run || !current) throw new Error('no run was started')
    return { ...current, run }
  }
  return {
    started,
    wakes: () => wakes,
    conversationId: () => current?.id,
    start: async () => undefined,
    stop: async () => undefined,
    wake: () => {
      wakes += 1
    },
    async startRun({ principal, conversationId, ...request }) {
      const tenant = store.tenant(principal.tenantId)
      const run = await startRun(
        { ...tenant, clock, ids },
        { ...request, principal, conversationId, toolsets: ['discovery'] },
      )
      current = { tenant, viewer: principal.userId, id: conversationId }
      started.push(run)
      return run
    },
    cancelRun: ({ principal, runId }) =>
      cancelRun({ store: store.tenant(principal.tenantId), clock }, { principal, runId }),
    waitForRun: ({ principal, runId, signal }) =>
      new Promise((resolve, reject) => {
        const { conversations } = store.tenant(principal.tenantId)
        const check = async () => {
          const run = await conversations.run(principal.userId, runId)
          if (!run || (isOpenRun(run.status) && run.status !== 'waiting')) return
          forget()
          resolve(run)
        }
        const forget = store.watch(() => void check())
        signal?.addEventListener('abort', () => reject(signal.reason))
        void check()
      }),
    toolsFor: async ({ agent }) =>
      selectedTools(knownToolsets, agent ? agent.toolsets : ['routed', 'workspace']),
    contextTokensOf: async () => 128_000,
    checks: () => ({}),
    load: () => ({ running: 0, queued: 0 }),
    liveTexts,
    logs: createLogMemory(),
    emitText: (delta) => {
      const { id, run } = newest()
      liveTexts.add(id, { ...delta, runId: run.runId })
    },
    async play(events, { status, ...change } = {}) {
      const { tenant, viewer, id, run } = newest()
      const head = await tenant.conversations.get(viewer, id)
      const batch: LogBatch = {
        expectedSeq: head?.headSeq ?? 0,
        runId: run.runId as RunId,
        traceId: run.traceId,
        events,
        ...change,
        ...(status ? { run: { id: run.runId, status } } : {}),
      }
      await tenant.conversations.append(id, batch, clock.now())
    },
  }
}
