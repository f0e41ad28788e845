import { isProblemError, ProblemError, type SourceId, type TraceId } from '@repertoire/core/base'
import { skillWriteProblem } from '@repertoire/core/domain'
import { browseSources, type OfferedEntry, skillMdBlob, upstreamId } from '@repertoire/core/ingest'
import { type CatalogItemBody, sourceRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toProblemSummary } from '../wire/conversation.ts'

/** What the enabled sources offer. */
export function bindCatalog(bind: BindRoute, app: Application): void {
  bind(sourceRoutes.browse, async (call) => {
    const { source_id: sourceId, q = '', cursor, limit } = call.query
    if (call.query.refresh === 'true') await readAgain(app, call, sourceId)
    const wanted = q.trim().toLowerCase()
    const { items, nextCursor, errors } = await browseSources(
      catalogOf(app, call.caller),
      actorOf(call),
      {
        ...{ sourceId: sourceId as SourceId | undefined, cursor, limit },
        isWanted: (entry) => isNamed(toCatalogItem(entry), wanted),
      },
    )
    return {
      body: {
        items: items.map(toCatalogItem),
        next_cursor: nextCursor,
        errors: errors.map(({ source, problem }) => ({
          ...{ source_id: source.id, source_name: source.name },
          problem: toProblemSummary(problem),
        })),
      },
    }
  })
}

/** Reads the sources to the end; one that is being read already is not waited for on another server. */
async function readAgain(
  app: Application,
  { caller, traceId }: { readonly caller: Caller; readonly traceId: TraceId },
  sourceId: string | undefined,
): Promise<void> {
  const problem = skillWriteProblem(caller.principal, { kind: 'org' })
  if (problem) throw new ProblemError(problem)
  const sources = await catalogOf(app, caller).store.sources.list()
  const wanted = sources.filter(({ id, enabled }) => enabled && (sourceId ?? id) === id)
  const reading = wanted.map(({ id }) =>
    app.sources.sync(caller.principal.tenantId, { id, traceId, isForced: false }),
  )
  for (const end of await Promise.allSettled(reading)) {
    if (end.status === 'rejected' && !isProblemError(end.reason)) throw end.reason
  }
}

function toCatalogItem({ source, record, held, approved, skill }: OfferedEntry): CatalogItemBody {
  const known = held ?? (skill && approved)
  return {
    source_id: upstreamId(source.config, record.entryId) ?? source.id,
    source_version: skillMdBlob(record),
    ...{ catalog_source_id: source.id, source_name: source.name },
    ...{ path: record.entryId, name: record.name },
    description: held?.description ?? skill?.head.description ?? '',
    installed: skill !== null,
    update_available: skill !== null && held !== null,
    ...{ skill_id: skill?.id ?? null, arrival_id: held?.id ?? null },
    digest: held?.digest ?? skill?.head.digest ?? null,
    verdict: known?.verdict ?? null,
    ...{ licence: known?.licence ?? null, licence_decision: known?.licenceDecision ?? null },
  }
}

function isNamed({ name, path, description }: CatalogItemBody, wanted: string): boolean {
  if (wanted === '') return true
  return [name, path, description].some((text) => text.toLowerCase().includes(wanted))
}
