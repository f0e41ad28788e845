import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAgentsBlock } from './agents-file.ts'
import type { SyncPlace } from './client-folders.ts'
import { entriesOf } from './safe-folders.ts'
import { readLocalSkill } from './skill-content.ts'
import { lockPath, type UndoRecord, undoFolder, writeLock } from './sync-state.ts'

export interface UndoneSkill {
  readonly name: string
  /** `kept`: somebody has edited it since. */
  readonly outcome: 'restored' | 'removed' | 'kept'
}

/** Takes the last sync back, also one that was ended in the middle. Skills that were edited since stay. */
export async function undoSync(
  place: SyncPlace,
  record: UndoRecord,
): Promise<readonly UndoneSkill[]> {
  const replaced = await entriesOf({ ...place, skills: undoFolder(place) })
  const outcomes: UndoneSkill[] = []
  for (const { name, had, after } of record.skills) {
    const names = await entriesOf(place)
    const local = await readLocalSkill(place.skills, name, names)
    const target = join(place.skills, name)
    const isOurs = local.kind === 'files' && local.content === after
    const wasReached = had ? replaced.has(name) : isOurs
    if (!wasReached && !record.isFinished) continue
    if (local.kind !== 'absent' && !isOurs) {
      outcomes.push({ name, outcome: 'kept' })
      continue
    }
    if (isOurs) await rm(target, { recursive: true, force: true })
    if (replaced.has(name)) await rename(join(undoFolder(place), name), target)
    outcomes.push({ name, outcome: had ? 'restored' : 'removed' })
  }
  const { agentsBlock } = record
  if (agentsBlock !== undefined) await writeAgentsBlock(place, agentsBlock)
  if (record.lock) await writeLock(place, record.lock)
  else await rm(lockPath(place), { force: true })
  await rm(join(undoFolder(place), 'record.json'), { force: true })
  // What could not be put back can still be found there, until the next sync.
  const isEmpty = !outcomes.some(({ outcome }) => outcome === 'kept')
  if (isEmpty) await rm(undoFolder(place), { recursive: true, force: true })
  return outcomes
}
