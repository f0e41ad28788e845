import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sha256, TenantId } from '@repertoire/core/base'
import type { Clock, IndexStorage } from '@repertoire/core/ports'
import { toFolderProblem } from '../database/database-errors.ts'
import { makePrivate } from '../database/private-folder.ts'
import { openBlobs } from './open-blobs.ts'

export interface OpenIndexStorage {
  readonly storage: IndexStorage
  /** Removes what this machine keeps of any other tenant, such as one that was purged by another machine. */
  removeOthers(tenantIds: readonly TenantId[]): Promise<void>
  close(): void
}

/** No tenant's id has a dot, so that none of these names is the prefix of a tenant's files. */
const names = {
  segments: 'index.segments',
  manifests: 'index.manifests',
  vectors: 'index.vectors',
} as const

/**
 * Opens the storage of search indexes: beside the files of skills in S3 if a URL is given, so that a new machine finds
 * them; otherwise in the folder `search-index` of the data folder.
 */
export async function openIndexStorage(options: {
  readonly blobsUrl?: string | undefined
  readonly dataDir: string
  readonly sha256: Sha256
  readonly clock: Clock
}): Promise<OpenIndexStorage> {
  const { blobsUrl, dataDir, sha256, clock } = options
  const folder = join(dataDir, 'search-index')
  const open = (name: string) =>
    openBlobs({ blobsUrl, folder: join(folder, name), within: `${name}/`, sha256, clock })
  if (!blobsUrl) await makePrivate(folder)
  const segments = await open(names.segments)
  const manifests = await open(names.manifests)
  const vectors = await open(names.vectors)
  return {
    storage: { segments: segments.blobs, manifests: manifests.blobs, vectors: vectors.blobs },
    removeOthers: async (tenantIds) => {
      const kept: ReadonlySet<string> = new Set(tenantIds)
      for (const name of Object.values(names)) await removeFoldersExcept(join(folder, name), kept)
    },
    close: () => {
      segments.close()
      manifests.close()
      vectors.close()
    },
  }
}

async function removeFoldersExcept(folder: string, kept: ReadonlySet<string>): Promise<void> {
  try {
    const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of found)
      if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  } catch (error) {
    throw toFolderProblem(error, folder)
  }
}
