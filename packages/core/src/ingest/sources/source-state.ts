import type { SkillId } from '../../base/ids.ts'
import type { SkillSource, SourceItemRecord, SyncState } from '../../domain/source.ts'
import type { SourceChange } from '../../ports/sources.ts'

/** A source after a person changed it; shared by every store. Another place or token is read completely. */
export function changedSource(before: SkillSource, change: SourceChange): SkillSource {
  const { nextSyncAt, ...fields } = change
  const after = { ...before, ...fields, version: before.version + 1 }
  const sync = nextSyncAt === undefined ? before.sync : { ...before.sync, nextSyncAt }
  return { ...after, sync: isReadAnew(change) ? { ...stopped(sync), version: null } : sync }
}

/** Whether a change makes what was read worthless; a running sync must not go on with it. */
export function isReadAnew({ config, encryptedToken }: SourceChange): boolean {
  return config !== undefined || encryptedToken !== undefined
}

/** The state of a source whose sync begins. */
export function startedSync(sync: SyncState): SyncState {
  return { ...sync, status: 'running', error: null, progress: null }
}

/** A source of which something is to be read again; a sync that runs must not go on with what it planned. */
export function syncToReadAgain(sync: SyncState): SyncState {
  return { ...stopped(sync), version: null }
}

/** An item whose entry the next sync reads again, and holds where it is no revision of its skill. */
export function itemToReadAgain(item: SourceItemRecord): SourceItemRecord {
  return { ...item, token: '', digest: null }
}

function stopped(sync: SyncState): SyncState {
  return sync.status === 'running' ? { ...sync, status: 'cancelled', progress: null } : sync
}

/** The skill of an entry that a policy applies, or null where it is held; undefined for every other entry. */
export type AppliedSkill = SkillId | null | undefined

/** An item as it is stored: what an approval noted since the sync began stays, and so does it for a held update. */
export function mergedItem(
  incoming: SourceItemRecord,
  stored: SourceItemRecord | undefined,
  applied: AppliedSkill,
): SourceItemRecord {
  const { appliedDigest, digest } = incoming
  const isHead = appliedDigest !== null && appliedDigest === digest
  const isNew = typeof applied === 'string' || (applied === undefined && (isHead || !stored))
  return {
    ...incoming,
    skillId: applied ?? incoming.skillId ?? stored?.skillId ?? null,
    slug: incoming.slug ?? stored?.slug ?? null,
    appliedDigest: isNew ? appliedDigest : (stored?.appliedDigest ?? null),
  }
}
