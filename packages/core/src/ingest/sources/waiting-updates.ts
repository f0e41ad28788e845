import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { SkillSource } from '../../domain/source.ts'
import { pendingByEntry } from './pending-by-entry.ts'
import type { SyncDeps } from './sync-deps.ts'
import { minimumUpdateAgeMs, updateAppliesAt } from './update-age.ts'

/** What waits of a source when a sync begins, and how old an update has to be. */
export interface UpdateAges {
  /** By entry. */
  readonly waiting: ReadonlyMap<string, PendingRevisionHead>
  /** Entries whose update waited for its age and has it now. */
  readonly due: ReadonlySet<string>
  readonly minimumAgeMs: number
}

/** Where no policy applies anything. */
export const noUpdateAges: UpdateAges = {
  ...{ waiting: new Map(), due: new Set(), minimumAgeMs: Number.POSITIVE_INFINITY },
}

export async function updateAges(
  { store, clock, yieldToEventLoop }: Pick<SyncDeps, 'store' | 'clock' | 'yieldToEventLoop'>,
  source: SkillSource,
): Promise<UpdateAges> {
  const [waiting, { settings }] = await Promise.all([
    pendingByEntry(store.reviews, { sourceId: source.id, yieldToEventLoop }, 'held'),
    store.settings.get(),
  ])
  const now = clock.now()
  const isDue = (held: PendingRevisionHead) => {
    const at = updateAppliesAt(held, source, settings)
    return at !== null && at <= now
  }
  const due = new Set([...waiting].flatMap(([entryId, held]) => (isDue(held) ? [entryId] : [])))
  return { waiting, due, minimumAgeMs: minimumUpdateAgeMs(source, settings) }
}
