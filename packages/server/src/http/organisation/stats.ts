import { setImmediate } from 'node:timers/promises'
import { type AgentId, type ApprovalId, ProblemError } from '@repertoire/core/base'
import { dayOf } from '@repertoire/core/domain'
import {
  daysOfPeriod,
  readActOn,
  readApprovalConflicts,
  readConflicts,
  readStats,
  reindexUsage,
  type StatsDays,
} from '@repertoire/core/report'
import { statsRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { toActOnEntries, toRetestBody } from '../wire/act-on.ts'
import { toConflictingPair } from '../wire/conflicts.ts'
import { toStatsGroup, toUsageNumbers, wireDay } from '../wire/stats.ts'

/** Numbers that are made from the logs of conversations. */
export function bindStats(bind: BindRoute, app: Application): void {
  bind(statsRoutes.get, async ({ query, caller }) => {
    const days = daysOf(query, app.clock.now())
    const { store } = catalogOf(app, caller)
    const { by, skill, model } = query
    const request = { ...days, by, skill, model, agentId: query.agent as AgentId | undefined }
    const stats = await readStats(store, caller.principal, request)
    return {
      body: {
        ...{ from: wireDay(days.fromDay), to: wireDay(days.toDay), by, scope: stats.scope },
        totals: toUsageNumbers(stats.totals),
        previous: toUsageNumbers(stats.previous),
        groups: stats.groups.map(toStatsGroup),
        truncated: stats.truncated,
      },
    }
  })

  bind(statsRoutes.actOn, async ({ query, caller }) => {
    const days = daysOf(query, app.clock.now())
    const { store } = catalogOf(app, caller)
    const { agent, model } = query
    const request = { ...days, agentId: agent as AgentId | undefined, model }
    const actOn = await readActOn(store, caller.principal, request)
    return {
      body: {
        ...{ from: wireDay(days.fromDay), to: wireDay(days.toDay), scope: actOn.scope },
        entries: toActOnEntries(actOn),
        ...{ truncated: actOn.truncated, retest: toRetestBody(actOn) },
      },
    }
  })

  bind(statsRoutes.conflicts, async ({ query: { approval, ...query }, caller }) => {
    const days = daysOf(query, app.clock.now())
    const { store } = catalogOf(app, caller)
    const { principal } = caller
    const dates = { from: wireDay(days.fromDay), to: wireDay(days.toDay) }
    if (approval !== undefined) {
      const pairs = await readApprovalConflicts(store, principal, approval as ApprovalId)
      return {
        body: {
          ...dates,
          scope: 'own' as const,
          pairs: pairs.map(toConflictingPair),
          truncated: false,
        },
      }
    }
    const { scope, pairs, truncated } = await readConflicts(store, principal, days)
    return { body: { ...dates, scope, pairs: pairs.map(toConflictingPair), truncated } }
  })

  bind(statsRoutes.reindex, async ({ caller }) => {
    const { store } = catalogOf(app, caller)
    return {
      body: {
        conversations: await reindexUsage(store, { yieldToEventLoop: () => setImmediate() }),
      },
    }
  })
}

function daysOf(
  { period, from, to }: Call<typeof statsRoutes.actOn>['query'],
  now: number,
): StatsDays {
  if (from === undefined && to === undefined) return daysOfPeriod(period ?? '7d', now)
  if (from !== undefined && period === undefined) {
    return { fromDay: dayOf(Date.parse(from)), toDay: to ? dayOf(Date.parse(to)) : dayOf(now) }
  }
  throw new ProblemError({
    code: 'stats.days-invalid',
    kind: 'invalid',
    message: 'Give a `period`, or `from` with or without `to`.',
  })
}
