import { randomUUID } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type BlobStore,
  blobCorrupt,
  checkBlobAddress,
  type Sha256,
  type StoredBlob,
  storedPrecision,
  type TenantId,
  type Timestamp,
} from '@repertoire/core'
import { toFolderProblem } from '../database/database-errors.ts'

/**
 * Blobs as files `<folder>/<tenant>/<first two digits>/<sha256>`, immutable once written. A file's modification
 * time says when it was stored last.
 */
export function createFolderBlobs(
  folder: string,
  { sha256, now = Date.now }: { readonly sha256: Sha256; readonly now?: () => Timestamp },
): BlobStore {
  return {
    put: async (tenantId, hash, bytes) => {
      const path = blobPath(folder, tenantId, hash)
      const known = await readIfPresent(path)
      if (known && sha256(known) === hash && (await touch(path, now()))) return
      await writeDurably(path, bytes, now())
    },
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

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * Writes a temporary file, syncs it and renames it: a crash leaves the whole file or only the temporary one.
 */
async function writeDurably(path: string, bytes: Uint8Array, now: Timestamp): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const write = () =>
      withFile(temporary, 'wx', async (file) => {
        await file.writeFile(bytes)
        await file.utimes(now / 1000, now / 1000)
        await file.sync()
      })
    // Only the first blob of a folder finds none.
    await write().catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error
      await mkdir(folder, { recursive: true })
      await write()
    })
    await rename(temporary, path)
    await withFile(folder, 'r', (directory) => directory.sync())
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw toFolderProblem(error, folder)
  }
}

async function withFile(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
