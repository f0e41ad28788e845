import type { Problem } from '../../base/errors.ts'
import type { SourceId } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillSource, SourceItemRecord } from '../../domain/source.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { pendingByEntry } from './pending-by-entry.ts'

/** A skill that a source offers, and what of it is here. */
export interface OfferedEntry {
  readonly source: SkillSource
  readonly record: SourceItemRecord
  /** What waits for a review; null when nothing does. */
  readonly held: PendingRevisionHead | null
  /** What was approved last; null before the first approval. */
  readonly approved: PendingRevisionHead | null
  /** The skill that came of it. */
  readonly skill: Skill | null
}

export interface SourceOffers {
  readonly entries: readonly OfferedEntry[]
  /** Sources that could not be read at their last sync; what they had before is listed all the same. */
  readonly errors: readonly { readonly source: SkillSource; readonly problem: Problem }[]
}

/** What the enabled sources offer, as their last syncs found it; one source alone when `sourceId` is given. */
export async function browseSources(
  { store }: Pick<CatalogDeps, 'store'>,
  { principal }: CatalogActor,
  sourceId?: SourceId,
): Promise<SourceOffers> {
  const sources = (await store.sources.list()).filter(
    ({ id, enabled }) => enabled && (sourceId === undefined || id === sourceId),
  )
  const entries: OfferedEntry[] = []
  for (const source of sources) {
    const records = (await store.sources.allItems(source.id)).filter(
      ({ state }) => state !== 'missing',
    )
    const ids = records.flatMap(({ skillId }) => skillId ?? [])
    const skills = new Map<string, Skill>()
    for (const skill of await store.skills.getMany(principal.userId, ids))
      skills.set(skill.id, skill)
    const [held, approved] = await Promise.all([
      pendingByEntry(store.reviews, source.id, 'held'),
      pendingByEntry(store.reviews, source.id, 'approved'),
    ])
    for (const record of records) {
      const skill = record.skillId === null ? null : (skills.get(record.skillId) ?? null)
      entries.push({
        ...{ source, record, skill, held: held.get(record.entryId) ?? null },
        approved: approved.get(record.entryId) ?? null,
      })
    }
  }
  const errors = sources.flatMap((source) =>
    source.sync.error === null ? [] : [{ source, problem: source.sync.error }],
  )
  return { entries, errors }
}
