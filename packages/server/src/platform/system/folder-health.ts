import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'

/** Balancers ask each server every few seconds, and so may anybody else. */
const keptMs = 5_000
/** A network disk that is away does not answer at all. */
const deadlineMs = 1_500

/** Whether the folders of the server can be written now. */
export interface FolderHealth {
  /** Throws ProblemError `store.full`, `store.folder-unusable` or `store.slow`. Tries at most once in five seconds. */
  check(): Promise<void>
  /** Of the data folder's disk, for this account; undefined where it cannot be read. */
  freeBytes(): Promise<number | undefined>
}

export interface FolderHealthOptions {
  readonly dataDir: string
  /** One that does not exist is made when it is needed. */
  readonly folders: readonly string[]
  readonly clock: Clock
  /** Instead of writing a file. */
  readonly write?: (folder: string) => Promise<void>
  readonly deadlineMs?: number
}

export function createFolderHealth(options: FolderHealthOptions): FolderHealth {
  const { dataDir, folders, clock, write = tryWriting } = options
  let last: { readonly at: number; readonly outcome: Promise<unknown> } | undefined
  let isTrying = false
  const tryAll = async (): Promise<unknown> => {
    isTrying = true
    try {
      for (const folder of folders) await writeIfThere(folder, write)
      return undefined
    } catch (error) {
      return error
    } finally {
      isTrying = false
    }
  }
  return {
    check: async () => {
      const now = clock.now()
      if (!last || (!isTrying && now - last.at >= keptMs)) last = { at: now, outcome: tryAll() }
      const problem = await inTime(last.outcome, options.deadlineMs ?? deadlineMs)
      if (problem !== undefined) throw problem
    },
    freeBytes: async () => {
      const disk = await statfs(dataDir).catch(() => undefined)
      return disk && disk.bavail * disk.bsize
    },
  }
}

/** Writes more than a name, because a full disk still has room for that. */
export async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, `.writable-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(file, Buffer.alloc(4_096), { mode: 0o600, flag: 'wx' })
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

async function writeIfThere(
  folder: string,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  try {
    await write(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return
    throw toProblem(error, { folder, reason: code })
  }
}

function toProblem(
  cause: unknown,
  details: { readonly folder: string; readonly reason: string },
): ProblemError {
  const isFull = details.reason === 'ENOSPC' || details.reason === 'EDQUOT'
  const code = isFull ? 'store.full' : 'store.folder-unusable'
  const message = isFull
    ? `There is no room left in ${details.folder}.`
    : `The folder ${details.folder} cannot be written (${details.reason}).`
  return new ProblemError({ code, kind: 'unavailable', message, details }, { cause })
}

async function inTime(outcome: Promise<unknown>, milliseconds: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<unknown>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow()), milliseconds)
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): ProblemError {
  return new ProblemError({
    code: 'store.slow',
    kind: 'unavailable',
    message: 'The disk of the server does not answer in time.',
    hint: 'See whether the disk or the network share of the data folder is there.',
  })
}
