import { browseSources, type OfferedEntry, type SourceId } from '@repertoire/core'
import { type CatalogItemBody, sourceRoutes } from '@repertoire/protocol'
import { toProblemBrief } from '../wire/conversation.ts'
import { type Application, actorOf, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'

/** What the enabled sources offer (D10). */
export function bindCatalog(bind: BindRoute, app: Application): void {
  bind(sourceRoutes.browse, async (call) => {
    const { source_id: sourceId, q = '' } = call.query
    const { entries, errors } = await browseSources(
      catalogOf(app, call.caller),
      actorOf(call),
      sourceId as SourceId | undefined,
    )
    const wanted = q.trim().toLowerCase()
    const items = entries.map(toCatalogItem).filter((item) => isNamed(item, wanted))
    return {
      body: {
        items,
        errors: errors.map(({ source, problem }) => ({
          ...{ source_id: source.id, source_name: source.name },
          problem: toProblemBrief(problem),
        })),
      },
    }
  })
}

function toCatalogItem({ source, record, held, skill }: OfferedEntry): CatalogItemBody {
  return {
    ...{ source_id: source.id, source_name: source.name, path: record.entryId, name: record.name },
    description: held?.description ?? skill?.head.description ?? '',
    installed: skill !== null,
    update_available: skill !== null && held !== null,
    ...{ skill_id: skill?.id ?? null, arrival_id: held?.id ?? null },
    digest: held?.digest ?? skill?.head.digest ?? null,
    verdict: held?.verdict ?? null,
    licence: held?.licence ?? skill?.head.license ?? null,
  }
}

function isNamed({ name, path, description }: CatalogItemBody, wanted: string): boolean {
  if (wanted === '') return true
  return [name, path, description].some((text) => text.toLowerCase().includes(wanted))
}
