import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sha256, TenantId, Timestamp } from '@repertoire/core/base'
import {
  type BlobStore,
  blobCorrupt,
  checkBlobAddress,
  type NewBlob,
  type StoredBlob,
  storedPrecision,
} from '@repertoire/core/ports'
import { toFolderProblem } from '../database/database-errors.ts'
import { isNotFound, syncFolder, writeFilesAtomically } from './atomic-file.ts'
import { forEachBlob } from './for-each-blob.ts'

/**
 * Blobs as files `<folder>/<tenant>/<first two digits>/<sha256>`, immutable once written. A file's modification
 * time says when it was stored last.
 */
export function createFolderBlobs(
  folder: string,
  { sha256, now = Date.now }: { readonly sha256: Sha256; readonly now?: () => Timestamp },
): BlobStore {
  /** Folders with a name that a crash might still take away, and the number of their last new file. */
  const unsynced = new Map<string, number>()
  let written = 0
  const sync = async (name: string) => {
    const last = unsynced.get(name)
    await syncFolder(name)
    // A file that came meanwhile may have missed it.
    if (unsynced.get(name) === last) unsynced.delete(name)
  }
  /** Whether it is there, whole, and is known to be stored now. */
  const isStored = async ({ path, sha256: hash }: BlobFile) => {
    if (!existsSync(path)) return false
    const known = await readIfPresent(path)
    return known !== null && sha256(known) === hash && (await touch(path, now()))
  }
  const markFolder = (name: string) => {
    written += 1
    unsynced.set(name, written)
  }
  /** Writes those that are not there; the folders to sync afterwards are added to `changed`. */
  const writeAbsent = async (blobs: readonly BlobFile[], changed: Set<string>) => {
    const absent: BlobFile[] = []
    for (const blob of blobs) {
      const within = dirname(blob.path)
      const stored = await isStored(blob)
      if (!stored) absent.push(blob)
      if (!stored || unsynced.has(within)) changed.add(within)
    }
    await writeFilesAtomically(absent, { now: now(), markFolder })
  }
  const putAll = async (tenantId: TenantId, blobs: readonly NewBlob[]) => {
    const files = blobs.map((blob) => ({ ...blob, path: blobPath(folder, tenantId, blob.sha256) }))
    const changed = new Set<string>()
    await forEachBlob(groupsOf(files), (group) => writeAbsent(group, changed))
    await forEachBlob(changed, sync)
  }
  return {
    put: (tenantId, hash, bytes) => putAll(tenantId, [{ sha256: hash, bytes }]),
    putAll,
    get: async (tenantId, hash) => {
      const bytes = await readIfPresent(blobPath(folder, tenantId, hash))
      if (bytes && sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes
    },
    list: (tenantId, page) => listBlobs(folder, tenantId, page),
    storedAt: async (tenantId, hash) => storedAt(blobPath(folder, tenantId, hash)),
    remove: async (tenantId, hash) => {
      const path = blobPath(folder, tenantId, hash)
      try {
        await rm(path, { force: true })
      } catch (error) {
        throw toFolderProblem(error, path)
      }
    },
  }
}

interface BlobFile extends NewBlob {
  readonly path: string
}

/** Files that are written, then synced together, while the event loop does nothing else. */
const maxGroup = 8

function groupsOf(files: readonly BlobFile[]): readonly (readonly BlobFile[])[] {
  const starts = Array.from(
    { length: Math.ceil(files.length / maxGroup) },
    (_, at) => at * maxGroup,
  )
  return starts.map((start) => files.slice(start, start + maxGroup))
}

/** False when the file disappeared meanwhile. */
async function touch(path: string, now: Timestamp): Promise<boolean> {
  const known = await storedAt(path)
  if (known === null) return false
  if (now - known < storedPrecision) return true
  try {
    await utimes(path, now / 1000, now / 1000)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw toFolderProblem(error, path)
  }
}

async function storedAt(path: string): Promise<Timestamp | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isNotFound(error)) return null
    throw toFolderProblem(error, path)
  }
}

async function listBlobs(
  folder: string,
  tenantId: TenantId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredBlob[]> {
  checkBlobAddress(tenantId, '0'.repeat(64))
  const found: StoredBlob[] = []
  for (const digits of await listNames(join(folder, tenantId), /^[0-9a-f]{2}$/)) {
    if (after !== null && digits < after.slice(0, 2)) continue
    for (const hash of await listNames(join(folder, tenantId, digits), /^[0-9a-f]{64}$/)) {
      if (after !== null && hash <= after) continue
      const at = await storedAt(join(folder, tenantId, digits, hash))
      if (at !== null) found.push({ sha256: hash, storedAt: at })
      if (found.length === limit) return found
    }
  }
  return found
}

/** Sorted. */
async function listNames(path: string, pattern: RegExp): Promise<readonly string[]> {
  try {
    return (await readdir(path)).filter((name) => pattern.test(name)).sort()
  } catch (error) {
    if (isNotFound(error)) return []
    throw toFolderProblem(error, path)
  }
}

function blobPath(folder: string, tenantId: TenantId, hash: string): string {
  checkBlobAddress(tenantId, hash)
  return join(folder, tenantId, hash.slice(0, 2), hash)
}

async function readIfPresent(path: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (isNotFound(error)) return null
    throw toFolderProblem(error, path)
  }
}
