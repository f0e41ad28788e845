import type { PendingRevisionId, SkillId, SourceId } from '../../base/ids.ts'
import type { TenantStore } from '../../ports/store.ts'
import { pendingByEntry } from '../sources/pending-by-entry.ts'

/** What of a registry's entry is here. */
export interface EntryState {
  readonly state: 'available' | 'waiting' | 'installed'
  readonly skillId: SkillId | null
  readonly arrivalId: PendingRevisionId | null
}

/** Reads what of a registry is here; the answer tells it of each entry. */
export async function readEntryStates(
  { sources, reviews }: Pick<TenantStore, 'sources' | 'reviews'>,
  registry: SourceId,
): Promise<(entryId: string) => EntryState> {
  const [items, held] = await Promise.all([
    sources.allItems(registry),
    pendingByEntry(reviews, registry, 'held'),
  ])
  const skills = new Map(items.map(({ entryId, skillId }) => [entryId, skillId]))
  return (entryId) => {
    const skillId = skills.get(entryId) ?? null
    const arrivalId = held.get(entryId)?.id ?? null
    const state = skillId ? 'installed' : arrivalId ? 'waiting' : 'available'
    return { state, skillId, arrivalId }
  }
}
