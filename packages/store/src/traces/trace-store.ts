import {
  type ConversationId,
  maxTracedExecutions,
  maxTracedFirings,
  maxTracedRuns,
  pageOf,
  type RunFilter,
  type RunId,
  type RunOrder,
  type TraceStore,
  turnEventTypes,
  type UserId,
} from '@repertoire/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toLoggedEvent, toRun } from '../conversations/conversation-rows.ts'
import { isOfKept } from '../conversations/deleted-conversations.ts'
import type { TenantDatabase } from '../database/database.ts'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
import { preparedQuery, type QueryParams } from '../database/prepared-query.ts'
import type { QueryExecutor } from '../database/query.ts'
import { toExecution } from '../executions/execution-rows.ts'
import { toFiring } from '../triggers/trigger-rows.ts'

/** As the indexes have them. */
const measures: Readonly<Record<RunOrder, RawBuilder<number>>> = {
  started: sql`runs.started_at`,
  duration: sql`coalesce(runs.finished_at - runs.started_at, -1)`,
  tokens: sql`coalesce(runs.tokens, -1)`,
  cost: sql`coalesce(runs.cost_nanos, -1)`,
  steps: sql`coalesce(runs.steps, -1)`,
}

interface EventsOfRun extends QueryParams {
  readonly viewer: UserId
  readonly conversationId: ConversationId
  readonly runId: RunId
}

/** In a form for which no database reads the index of the time, and then sorts all that it has. */
function isStartedWithin({ from, to }: RunFilter): RawBuilder<SqlBool> {
  return sql`(runs.started_at >= ${from} and runs.started_at <= ${to}) is true`
}

function selectEvents(db: QueryExecutor, { viewer, conversationId, runId }: EventsOfRun) {
  return db
    .selectFrom('conversation_events')
    .innerJoin('conversations', 'conversations.id', 'conversation_events.conversation_id')
    .where('conversations.user_id', '=', viewer)
    .where('conversations.deleted_at', 'is', null)
    .where('conversation_events.conversation_id', '=', conversationId)
    .where('conversation_events.run_id', '=', runId)
    .selectAll('conversation_events')
    .orderBy('conversation_events.seq')
}

/** A list asks for those of each of its turns. */
const turnEventsOfRun = preparedQuery(
  ['viewer', 'conversationId', 'runId', 'limit'],
  (db, { limit, ...run }: EventsOfRun & { readonly limit: number }) =>
    selectEvents(db, run)
      .where('conversation_events.type', 'in', [...turnEventTypes])
      .limit(limit),
)

export function createTraceStore(db: TenantDatabase): TraceStore {
  const runsOf = (viewer: UserId) =>
    db.read
      .selectFrom('runs')
      .innerJoin('conversations', 'conversations.id', 'runs.conversation_id')
      .where('conversations.user_id', '=', viewer)
      .where('conversations.deleted_at', 'is', null)
      .selectAll('runs')
  return {
    runs: async (viewer, traceId) => {
      const rows = await runsOf(viewer)
        .where('runs.trace_id', '=', traceId)
        .orderBy('runs.started_at')
        .orderBy('runs.id')
        .limit(maxTracedRuns)
        .execute()
      return rows.map(toRun)
    },
    startedWithin: async (viewer, { from, to, reference, agentId, status }, page) => {
      const { order = 'started' } = page
      const measure = measures[order]
      const within = runsOf(viewer)
        .select(measure.as('measure'))
        .where('runs.user_id', '=', viewer)
        .$if(order === 'started', (query) =>
          query.where('runs.started_at', '>=', from).where('runs.started_at', '<=', to),
        )
        .$if(order !== 'started', (query) => query.where(isStartedWithin({ from, to })))
        .$if(reference !== undefined, (query) =>
          query.where('runs.reference', '=', reference ?? ''),
        )
        .$if(agentId !== undefined, (query) =>
          query.where('conversations.agent_id', '=', agentId ?? ''),
        )
        .$if(status !== undefined, (query) => query.where('runs.status', '=', status ?? ''))
      const start = decodePageCursor(page, ['number', 'string'])
      const rows = await (start
        ? within.where(afterCursor([measure, 'runs.id'], start, '<'))
        : within
      )
        .orderBy(measure, 'desc')
        .orderBy('runs.id', 'desc')
        .limit(page.limit + 1)
        .execute()
      const found = pageOf(rows, page.limit, ({ measure, id }) => [Number(measure), id])
      return { ...found, items: found.items.map(toRun) }
    },
    turnEvents: async (viewer, { id: runId, conversationId }, limit) => {
      const rows = await db.rows(turnEventsOfRun, { viewer, conversationId, runId, limit })
      return rows.map(toLoggedEvent)
    },
    events: async (viewer, { id: runId, conversationId }, limit) => {
      const events = selectEvents(db.read, { viewer, conversationId, runId }).limit(limit)
      return (await events.execute()).map(toLoggedEvent)
    },
    firings: async (owner, traceId) => {
      const rows = await db.read
        .selectFrom('signal_firings')
        .innerJoin('signals', 'signals.id', 'signal_firings.signal_id')
        .$if(owner !== null, (query) => query.where('signals.user_id', '=', owner ?? ''))
        .where('signal_firings.trace_id', '=', traceId)
        .selectAll('signal_firings')
        .select('signals.user_id')
        .orderBy('signal_firings.fired_at')
        .orderBy('signal_firings.signal_id')
        .orderBy('signal_firings.key')
        .limit(maxTracedFirings)
        .execute()
      return rows.map((row) => ({ firing: toFiring(row), userId: row.user_id as UserId }))
    },
    executions: async (viewer, traceId) => {
      const rows = await db.read
        .selectFrom('executions')
        .where('started_by', '=', viewer)
        .where('trace_id', '=', traceId)
        .where(isOfKept('executions'))
        .selectAll()
        .orderBy('started_at')
        .orderBy('id')
        .limit(maxTracedExecutions)
        .execute()
      return rows.map((row) => toExecution(row))
    },
  }
}
