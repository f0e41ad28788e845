import type { RunId, UserId } from '@repertoire/core/base'
import type { LoggedEvent, Run } from '@repertoire/core/domain'
import {
  maxTracedExecutions,
  maxTracedFirings,
  maxTracedRuns,
  pageOf,
  type RunFilter,
  type RunOrder,
  type TraceStore,
  turnEventTypes,
} from '@repertoire/core/ports'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { loggedEventColumns, toLoggedEvent, toRun } from '../conversations/conversation-rows.ts'
import { isOfKept } from '../conversations/deleted-conversations.ts'
import type { TenantDatabase } from '../database/database.ts'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
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

interface EventsOfRuns {
  readonly viewer: UserId
  readonly runs: readonly Pick<Run, 'id' | 'conversationId'>[]
  /** Of each run. */
  readonly limit: number
}

/** In a form for which no database reads the index of the time, and then sorts all that it has. */
function isStartedWithin({ from, to }: RunFilter): RawBuilder<SqlBool> {
  return sql`(runs.started_at >= ${from} and runs.started_at <= ${to}) is true`
}

/** Reads each conversation once, however many of the runs are its. */
function selectTurnEvents(db: QueryExecutor, { viewer, runs, limit }: EventsOfRuns) {
  const conversations = [...new Set(runs.map(({ conversationId }) => conversationId))]
  const numbered = db
    .selectFrom('conversation_events')
    .innerJoin('conversations', 'conversations.id', 'conversation_events.conversation_id')
    .where('conversations.user_id', '=', viewer)
    .where('conversations.deleted_at', 'is', null)
    .where('conversation_events.conversation_id', 'in', conversations)
    .where(
      'conversation_events.run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .where('conversation_events.type', 'in', turnEventTypes)
    .select(loggedEventColumns)
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('conversation_events.run_id').orderBy('conversation_events.seq'),
        )
        .as('position'),
    )
  return db
    .selectFrom(numbered.as('numbered'))
    .where('numbered.position', '<=', limit)
    .selectAll('numbered')
    .orderBy('numbered.seq')
}

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
    turnEvents: async (viewer, runs, limit) => {
      if (runs.length === 0) return new Map()
      const rows = await selectTurnEvents(db.read, { viewer, runs, limit }).execute()
      return byRun(rows.map(toLoggedEvent))
    },
    events: async (viewer, { id: runId, conversationId }, limit) => {
      const rows = await db.read
        .selectFrom('conversation_events')
        .innerJoin('conversations', 'conversations.id', 'conversation_events.conversation_id')
        .where('conversations.user_id', '=', viewer)
        .where('conversations.deleted_at', 'is', null)
        .where('conversation_events.conversation_id', '=', conversationId)
        .where('conversation_events.run_id', '=', runId)
        .select(loggedEventColumns)
        .orderBy('conversation_events.seq')
        .limit(limit)
        .execute()
      return rows.map(toLoggedEvent)
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

function byRun(events: readonly LoggedEvent[]): ReadonlyMap<RunId, readonly LoggedEvent[]> {
  const found = new Map<RunId, LoggedEvent[]>()
  for (const event of events) {
    if (event.runId === null) continue
    const ofRun = found.get(event.runId) ?? []
    found.set(event.runId, ofRun)
    ofRun.push(event)
  }
  return found
}
