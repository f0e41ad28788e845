import type { OutcomeRetestId } from '../../base/ids.ts'
import type { OutcomeRetest } from '../../domain/outcome-retest.ts'
import type { CatalogDeps } from '../skills/catalog-deps.ts'

/**
 * Has the outcome tests of the skills in use run again, because a model changed; nothing where that may cost nothing.
 * After several changes in a row, the model from before the first of them is what the last one is compared with.
 */
export async function requestRetest(
  { store, clock, ids }: Pick<CatalogDeps, 'store' | 'clock' | 'ids'>,
  change: Pick<OutcomeRetest, 'agentId' | 'before' | 'after'>,
): Promise<void> {
  const { agentId, before, after } = change
  if (before === after) return
  const { settings } = await store.settings.get()
  if (settings.outcomeRetestMaxCost === 0) return
  const open = await store.outcomeRetests.open(agentId)
  await store.outcomeRetests.create({
    id: ids.next('ort') as OutcomeRetestId,
    ...{ agentId, before: open ? open.before : before, after },
    ...{ requestedAt: clock.now(), result: null },
  })
}
