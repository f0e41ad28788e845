import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PackageFile } from '@repertoire/skill-md'
import { writeAgentsBlock } from './agents-file.ts'
import type { SyncPlace } from './client-folders.ts'
import { makeFolders } from './safe-folders.ts'
import {
  readUndoRecord,
  type SyncLock,
  stageFolder,
  type UndoRecord,
  undoFolder,
  writeLock,
  writeUndoRecord,
} from './sync-state.ts'

/** A skill that gets another content, or none. */
export interface SkillChange {
  readonly name: string
  /** Whether something is there that has to make room. */
  readonly had: boolean
  /** What it becomes; null for a skill that goes. Its files are staged. */
  readonly after: string | null
}

export interface SyncChange {
  readonly skills: readonly SkillChange[]
  readonly before: SyncLock | null
  readonly lock: SyncLock
  /** What AGENTS.md has now and shall have; undefined to leave it alone. */
  readonly agents?: { readonly before: string | null; readonly after: string } | undefined
}

export async function clearStage(place: SyncPlace): Promise<void> {
  await rm(stageFolder(place), { recursive: true, force: true })
}

/** Writes files of a checked package beside the skills, where no client looks. */
export async function stageSkill(
  place: SyncPlace,
  name: string,
  files: readonly PackageFile[],
): Promise<void> {
  await makeFolders(place)
  // What is downloaded and what was replaced belongs into no repository. A link that a repository brought leads nowhere.
  await writeFile(join(place.state, '.gitignore'), '*\n', { flag: 'wx' }).catch(ifThere)
  for (const { path, bytes, executable } of files) {
    const file = join(stageFolder(place), name, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes, { flag: 'wx', mode: executable ? 0o755 : 0o644 })
  }
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Puts staged skills in place, each by renaming its folder. What was there is kept for `undoSync`. */
export async function applySync(place: SyncPlace, change: SyncChange): Promise<void> {
  const { skills, before, lock, agents } = change
  const hasEffect = skills.length > 0 || (agents && agents.before !== agents.after)
  if (!hasEffect) {
    if (JSON.stringify(before) !== JSON.stringify(lock)) await writeLock(place, lock)
    return
  }
  await rm(undoFolder(place), { recursive: true, force: true })
  await makeFolders(place)
  const record = { version: 1, lock: before, skills } as const
  const agentsBlock = agents && { agentsBlock: agents.before }
  await writeUndoRecord(place, { ...record, ...agentsBlock, isFinished: false })
  for (const { name, had, after } of skills) {
    const target = join(place.skills, name)
    if (had) await rename(target, join(undoFolder(place), name))
    if (after !== null) await rename(join(stageFolder(place), name), target)
  }
  if (agents) await writeAgentsBlock(place, agents.after)
  await writeLock(place, lock)
  await writeUndoRecord(place, { ...record, ...agentsBlock, isFinished: true })
}

/** The record of a sync that was ended in the middle; undefined after one that finished. */
export async function interruptedSync(place: SyncPlace): Promise<UndoRecord | undefined> {
  const record = await readUndoRecord(place)
  return record && !record.isFinished ? record : undefined
}
