import type { UserId } from '../base/ids.ts'
import type { Run } from '../domain/conversation.ts'
import {
  maxTracedExecutions,
  maxTracedFirings,
  maxTracedRuns,
  type RunOrder,
  type TraceStore,
  turnEventTypes,
} from '../ports/traces.ts'
import { pageLatest } from './in-memory-pages.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryTraces(tenant: InMemoryTenant): TraceStore {
  const runsOf = (viewer: UserId) =>
    [...tenant.runs.values()]
      .map(({ run }) => run)
      .filter((run) => tenant.conversations.get(run.conversationId)?.conversation.userId === viewer)
  return {
    runs: async (viewer, traceId) =>
      runsOf(viewer)
        .filter((run) => run.traceId === traceId)
        .sort((a, b) => a.startedAt - b.startedAt || compareText(a.id, b.id))
        .slice(0, maxTracedRuns),
    startedWithin: async (viewer, { from, to, reference, agentId, status }, page) => {
      const within = runsOf(viewer)
        .filter(({ startedAt }) => startedAt >= from && startedAt <= to)
        .filter((run) => reference === undefined || run.reference === reference)
        .filter((run) => status === undefined || run.status === status)
        .filter(({ conversationId: id }) => {
          const conversation = tenant.conversations.get(id)?.conversation
          return agentId === undefined || conversation?.agentId === agentId
        })
      const measure = measureOf(tenant, page.order ?? 'started')
      return pageLatest(within, page, (run) => [measure(run), run.id])
    },
    turnEvents: async (viewer, runs, limit) => {
      const own = runsOf(viewer).filter(({ id }) => runs.some((run) => run.id === id))
      return new Map(
        own.map(({ id, conversationId }) => {
          const events = tenant.conversations.get(conversationId)?.events ?? []
          const shown = events.filter(({ runId, event }) => runId === id && isTurnEvent(event.type))
          return [id, shown.slice(0, limit)]
        }),
      )
    },
    events: async (viewer, run, limit) => {
      const entry = tenant.conversations.get(run.conversationId)
      if (entry?.conversation.userId !== viewer) return []
      return entry.events.filter(({ runId }) => runId === run.id).slice(0, limit)
    },
    firings: async (owner, traceId) =>
      [...tenant.triggers.values()]
        .filter(({ source }) => owner === null || source.userId === owner)
        .flatMap(({ source: { userId }, firings }) =>
          firings.filter((one) => one.traceId === traceId).map((firing) => ({ firing, userId })),
        )
        .sort(
          ({ firing: a }, { firing: b }) =>
            a.firedAt - b.firedAt ||
            compareText(a.signalId, b.signalId) ||
            compareText(a.key, b.key),
        )
        .slice(0, maxTracedFirings),
    executions: async (viewer, traceId) =>
      [...tenant.executions.values()]
        .map(({ execution }) => execution)
        .filter((one) => one.startedBy === viewer && one.traceId === traceId)
        .sort((a, b) => a.startedAt - b.startedAt || compareText(a.id, b.id))
        .slice(0, maxTracedExecutions),
  }
}

function measureOf(tenant: InMemoryTenant, order: RunOrder): (run: Run) => number {
  if (order === 'started') return ({ startedAt }) => startedAt
  if (order === 'duration') {
    return ({ startedAt, finishedAt }) => (finishedAt === null ? -1 : finishedAt - startedAt)
  }
  const field = order === 'cost' ? 'costNanos' : order
  return ({ id, conversationId }) => {
    const { runs = [] } = tenant.usage.get(conversationId) ?? {}
    return runs.find(({ runId }) => runId === id)?.[field] ?? -1
  }
}

function isTurnEvent(type: string): boolean {
  return turnEventTypes.some((known) => known === type)
}
