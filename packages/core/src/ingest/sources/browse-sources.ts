import type { Problem } from '../../base/errors.ts'
import type { SourceId, UserId } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillSource, SourceItemRecord } from '../../domain/source.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { checkPageRequest, decodeCursor, encodeCursor, pageOf } from '../../ports/page-cursor.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
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

/** One page of what they offer. */
export interface SourceOffers extends Page<OfferedEntry> {
  /** Sources that could not be read at their last sync; what they had before is listed all the same. */
  readonly errors: readonly { readonly source: SkillSource; readonly problem: Problem }[]
}

export interface BrowseRequest extends PageRequest {
  /** Left out: all that are enabled. */
  readonly sourceId?: SourceId | undefined
  readonly isWanted: (entry: OfferedEntry) => boolean
}

/** Entries that are read at a time. */
const chunkSize = 100

/** What the enabled sources offer, as their last syncs found it, by the source's name and the entry. */
export async function browseSources(
  { store }: Pick<CatalogDeps, 'store'>,
  { principal }: CatalogActor,
  { sourceId, isWanted, cursor, limit }: BrowseRequest,
): Promise<SourceOffers> {
  checkPageRequest({ limit })
  const [afterSource = '', afterEntry = ''] =
    cursor === undefined ? [] : (decodeCursor(cursor, ['string', 'string']) as string[])
  const sources = (await store.sources.list())
    .filter(({ id, enabled }) => enabled && (sourceId === undefined || id === sourceId))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const found: OfferedEntry[] = []
  for (const source of sources.filter(({ name }) => name >= afterSource)) {
    const after = source.name === afterSource ? afterEntry : ''
    for await (const entry of offeredBy(store, { source, viewer: principal.userId, after })) {
      if (isWanted(entry)) found.push(entry)
      if (found.length > limit) break
    }
    if (found.length > limit) break
  }
  const errors = sources.flatMap((source) =>
    source.sync.error === null ? [] : [{ source, problem: source.sync.error }],
  )
  const page = pageOf(found, limit, ({ source, record }) => [source.name, record.entryId])
  return { ...page, errors }
}

interface SourceToBrowse {
  readonly source: SkillSource
  readonly viewer: UserId
  /** The entry after which it goes on; empty for all. */
  readonly after: string
}

async function* offeredBy(
  store: CatalogDeps['store'],
  { source, viewer, after }: SourceToBrowse,
): AsyncGenerator<OfferedEntry> {
  let cursor: string | null = after === '' ? null : encodeCursor([after, ''])
  do {
    const page: Page<SourceItemRecord> = await store.sources.items(source.id, {
      ...{ limit: chunkSize, ...(cursor !== null && { cursor }) },
    })
    yield* await withStates(store, { source, viewer }, page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Those that the source still has, with what of them is here. */
async function withStates(
  store: CatalogDeps['store'],
  { source, viewer }: Pick<SourceToBrowse, 'source' | 'viewer'>,
  items: readonly SourceItemRecord[],
): Promise<readonly OfferedEntry[]> {
  const records = items.filter(({ state }) => state !== 'missing')
  if (records.length === 0) return []
  const ids = records.flatMap(({ skillId }) => skillId ?? [])
  const entryIds = records.map(({ entryId }) => entryId)
  const [skills, held, approved] = await Promise.all([
    store.skills.getMany(viewer, ids),
    pendingByEntry(store.reviews, { sourceId: source.id, entryIds }, 'held'),
    pendingByEntry(store.reviews, { sourceId: source.id, entryIds }, 'approved'),
  ])
  const byId = new Map<string, Skill>(skills.map((skill) => [skill.id, skill]))
  return records.map((record) => ({
    ...{ source, record, held: held.get(record.entryId) ?? null },
    approved: approved.get(record.entryId) ?? null,
    skill: record.skillId === null ? null : (byId.get(record.skillId) ?? null),
  }))
}
