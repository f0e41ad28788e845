import type { SourceId } from '@repertoire/core/base'
import { type InboxEntry, inboxKinds, isBlocking } from '@repertoire/core/domain'
import { inboxAudience } from '@repertoire/core/ingest'
import type { InboxFilter } from '@repertoire/core/ports'
import { type InboxEntryBody, type InboxFilterParams, inboxRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { timeOf, wireTime, wireTimeOrNull } from '../wire/time.ts'
import { outOfDateEntries } from './stale-reason.ts'

/** Everything that waits for a person. Core's `inboxAudience` decides who sees what. */
export function bindInbox(bind: BindRoute, app: Application): void {
  bind(inboxRoutes.list, async ({ query, caller }) => {
    const { cursor, limit, order } = query
    const { inbox, asked } = await inboxOf(app, caller, query)
    const [page, counts] = await Promise.all([
      inbox.list(asked, { cursor, limit, order }),
      inbox.counts(asked),
    ])
    const groups = counts.map(({ kind, sourceId: source_id, alike, count, oldest }) => ({
      ...{ kind, source_id, alike, count, oldest: wireTime(oldest) },
    }))
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const { store } = catalogOf(app, caller)
    const outOfDate = await outOfDateEntries(store, caller.principal, page.items)
    const items = page.items.map((entry) => toInboxEntryBody(entry, outOfDate.has(entry.id)))
    return { body: { items, next_cursor: page.nextCursor, groups, total } }
  })

  bind(inboxRoutes.keys, async ({ query, caller }) => {
    const { inbox, asked } = await inboxOf(app, caller, query)
    const keys = await inbox.keys(asked)
    return { body: { items: keys.map(({ id, digest }) => ({ id, digest })) } }
  })
}

async function inboxOf(app: Application, caller: Caller, filter: InboxFilterParams) {
  const { inbox, settings } = catalogOf(app, caller).store
  const audience = inboxAudience(caller.principal, (await settings.get()).settings)
  return { inbox, asked: { audience, filter: fromFilterParams(filter) } }
}

function fromFilterParams(params: InboxFilterParams): InboxFilter {
  const { kind, source_id: sourceId, verdict, licence, permission, text, alike } = params
  return {
    ...{ verdict, licence, licenceDecision: params.licence_decision, permission, text, alike },
    kinds: inboxKinds.filter(
      (one) =>
        (kind ?? one) === one &&
        (params.blocking === undefined || isBlocking(one) === (params.blocking === 'true')),
    ),
    awaits: params.awaits,
    sourceId: sourceId as SourceId | undefined,
    since: timeOf(params.since),
    before: timeOf(params.before),
  }
}

function toInboxEntryBody(entry: InboxEntry, outOfDate: boolean): InboxEntryBody {
  const { id, kind, title, slug, about, digest, verdict, findings, licence, cost, alike } = entry
  return {
    ...{ id, kind, title, slug, about, digest, verdict, findings, licence, cost, alike },
    out_of_date: outOfDate,
    at: wireTime(entry.at),
    expires_at: wireTimeOrNull(entry.expiresAt),
    asked_by: entry.askedBy,
    conversation_id: entry.conversationId,
    source_id: entry.sourceId,
    base_digest: entry.baseDigest,
    licence_decision: entry.licenceDecision,
    permissions: [...entry.permissions],
  }
}
