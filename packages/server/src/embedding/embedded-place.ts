import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { type Config, loadConfig } from '../setup/config/config.ts'
import type { RepertoireOptions } from './repertoire-options.ts'

/** Where the data of a program is. */
export interface Place {
  readonly config: Config
  /** Open already. */
  readonly store: Store | undefined
  remove(): Promise<void>
}

/** Where the program names no folder, a temporary one is there until the end. */
export async function openPlace(store: RepertoireOptions['store']): Promise<Place> {
  const { folder: named, variables, opened } = partsOf(store)
  const folder = named ?? (await mkdtemp(join(tmpdir(), 'repertoire-')))
  // Of this process's environment only the model is taken: the rest is for servers.
  const env = { REPERTOIRE_DATA_DIR: folder, ...variables }
  const config = loadConfig({ argv: [], env, cwd: process.cwd() })
  if (!config) throw new ProblemError(noConfiguration)
  return {
    config,
    store: opened,
    remove: async () => {
      if (named === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

interface PlaceParts {
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly opened?: Store
}

function partsOf(store: RepertoireOptions['store']): PlaceParts {
  if (store === undefined) return {}
  if (typeof store === 'string') return { folder: resolve(store) }
  if ('tenant' in store) return { opened: store }
  const { databaseUrl: DATABASE_URL } = store
  // Files are never in a folder that is removed while the database stays.
  const { dataDir, blobsUrl } = store
  return {
    ...(dataDir !== undefined && { folder: resolve(dataDir) }),
    variables: { DATABASE_URL, ...(blobsUrl !== undefined && { REPERTOIRE_BLOBS_URL: blobsUrl }) },
  }
}

const noConfiguration = {
  code: 'config.invalid',
  kind: 'internal',
  message: 'There is no configuration.',
} as const
