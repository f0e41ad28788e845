import type { ApiKeyId } from '../../base/ids.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { stopEntry } from './audit-details.ts'
import type { TriggerDeps } from './change-triggers.ts'
import { keyRevoked } from './trigger-problems.ts'

const pageSize = 100

/** Stops the triggers that were made or changed with these keys: whoever had a stolen key may know their secrets. */
export async function stopTriggersMadeWith(
  deps: Omit<TriggerDeps, 'next'>,
  { principal, traceId }: CatalogActor,
  keyIds: ReadonlySet<ApiKeyId>,
): Promise<void> {
  const { triggers } = deps.store
  const details = { reason: keyRevoked.code, by: principal, traceId }
  let cursor: string | undefined
  do {
    const page = await triggers.list({ enabled: true }, { limit: pageSize, cursor })
    for (const source of page.items) {
      if (!source.keyIds?.some((id) => keyIds.has(id))) continue
      await triggers.stop(source.id, keyRevoked, stopEntry(deps, source, details))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
