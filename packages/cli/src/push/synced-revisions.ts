import { basename, dirname } from 'node:path'
import type { FoundSkill } from '../import/find-skills.ts'
import { readLock, type SyncLock } from '../sync-to/sync-state.ts'

/** The revisions that copies of `sync-to` were made from, by the path under which they are sent. */
export async function readSyncedRevisions(
  found: readonly FoundSkill[],
  server: string,
): Promise<ReadonlyMap<string, string>> {
  const locks = new Map<string, Promise<SyncLock | null>>()
  const bases = new Map<string, string>()
  for (const { path, skillMd } of found) {
    const folder = dirname(skillMd.file)
    const skills = dirname(folder)
    const reading = locks.get(skills) ?? readLock({ skills })
    locks.set(skills, reading)
    const lock = await reading
    const base = lock?.server === server ? lock.skills[basename(folder)] : undefined
    if (base) bases.set(path, base.digest)
  }
  return bases
}
