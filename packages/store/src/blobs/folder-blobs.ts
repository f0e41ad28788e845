import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type BlobStore,
  blobCorrupt,
  checkBlobAddress,
  type Sha256,
  type TenantId,
} from '@repertoire/core'
import { folderFailure } from '../database/failure.ts'

/** Blobs as files `<folder>/<tenant>/<first two digits>/<sha256>`, never changed once there. */
export function createFolderBlobs(folder: string, sha256: Sha256): BlobStore {
  return {
    put: async (tenantId, hash, bytes) => {
      const path = blobPath(folder, tenantId, hash)
      const known = await readIfPresent(path)
      if (known && sha256(known) === hash) return
      await writeDurably(path, bytes)
    },
    get: async (tenantId, hash) => {
      const bytes = await readIfPresent(blobPath(folder, tenantId, hash))
      if (bytes && sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes
    },
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw folderFailure(error, path)
  }
}

/** A crash leaves either the whole file under its name or only a temporary one, never a part of it. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    await withFile(temporary, 'wx', async (file) => {
      await file.writeFile(bytes)
      await file.sync()
    })
    await rename(temporary, path)
    await withFile(folder, 'r', (directory) => directory.sync())
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw folderFailure(error, folder)
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
