import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSlug } from '@repertoire/skill-md'
import { CommandError } from '../command/exit-codes.ts'
import { replaceFile } from '../command/replace-file.ts'
import type { SyncPlace } from './client-folders.ts'
import type { LockedSkill } from './plan-sync.ts'

/** What a folder follows, and what the last sync left in it. Worth committing: it has no times and no key. */
export interface SyncLock {
  readonly version: 1
  readonly server: string
  /** Null for everything that the key sees. */
  readonly collection: string | null
  readonly skills: Readonly<Record<string, LockedSkill>>
}

/** What is needed to take the last sync back. Written before anything changes. */
export interface UndoRecord {
  readonly version: 1
  readonly lock: SyncLock | null
  /** `after`: the content that the sync leaves; null for a skill it removes. */
  readonly skills: readonly {
    readonly name: string
    readonly had: boolean
    readonly after: string | null
  }[]
  /** The block that was in AGENTS.md; null without one, undefined when the sync left the file alone. */
  readonly agentsBlock?: string | null
  /** Not set while the sync is going on. */
  readonly isFinished: boolean
}

export const lockPath = ({ skills }: Pick<SyncPlace, 'skills'>) =>
  join(skills, '.repertoire-sync.json')
export const undoFolder = ({ state }: SyncPlace) => join(state, 'undo')
export const stageFolder = ({ state }: SyncPlace) => join(state, 'stage')
const recordPath = (place: SyncPlace) => join(undoFolder(place), 'record.json')

/** Null without one. Somebody else may have written it, so names are checked. */
export async function readLock(place: Pick<SyncPlace, 'skills'>): Promise<SyncLock | null> {
  const lock = await readJson(lockPath(place))
  if (lock === undefined) return null
  if (isLock(lock)) return lock
  throw new CommandError(
    `${lockPath(place)} is no lock of a sync.`,
    'Delete it: the skills that are there then count as yours.',
  )
}

export async function writeLock(place: SyncPlace, lock: SyncLock): Promise<void> {
  const names = Object.keys(lock.skills).toSorted()
  const skills = Object.fromEntries(names.map((name) => [name, lock.skills[name]]))
  await replaceFile(lockPath(place), `${JSON.stringify({ ...lock, skills }, null, 2)}\n`)
}

export async function readUndoRecord(place: SyncPlace): Promise<UndoRecord | null> {
  const record = (await readJson(recordPath(place))) as UndoRecord | undefined
  if (record === undefined) return null
  const isRecord =
    record?.version === 1 &&
    Array.isArray(record.skills) &&
    record.skills.every((one) => typeof one?.name === 'string' && isSlug(one.name)) &&
    (record.lock === null || isLock(record.lock))
  if (isRecord) return record
  throw new CommandError(`${recordPath(place)} is damaged.`, `Delete the folder ${place.state}.`)
}

export async function writeUndoRecord(place: SyncPlace, record: UndoRecord): Promise<void> {
  await replaceFile(recordPath(place), JSON.stringify(record))
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandError(`${path} could not be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isLock(value: unknown): value is SyncLock {
  const { version, server, collection, skills } = (value ?? {}) as Partial<SyncLock>
  return (
    version === 1 &&
    typeof server === 'string' &&
    (collection === null || typeof collection === 'string') &&
    typeof skills === 'object' &&
    skills !== null &&
    Object.entries(skills).every(
      ([name, skill]) =>
        isSlug(name) && typeof skill?.digest === 'string' && typeof skill.content === 'string',
    )
  )
}
