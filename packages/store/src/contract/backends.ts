import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sha256, TenantId } from '@repertoire/core/base'
import type { QuotaLimits } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import { createInMemoryStore } from '@repertoire/core/testing'
import pg from 'pg'
import { openStore } from '../open-store.ts'

export interface StoreParts {
  readonly clock: Clock
  readonly ids: IdSource
  readonly quotas?: (tenantId: TenantId) => QuotaLimits
}

/** One storage location of stores, opened for one test file. */
export interface Backend {
  /** A new store on the same data, as another process would open it. */
  open(parts: StoreParts): Promise<Store>
  /** Deletes the data. */
  destroy(): Promise<void>
  readonly dataDir?: string
  readonly databaseUrl?: string
}

export interface BackendKind {
  readonly name: 'in memory' | 'SQLite' | 'PostgreSQL' | 'SQLite and a real S3'
  /** Survives the process and can be opened twice. */
  readonly durable: boolean
  readonly skip: boolean
  create(): Promise<Backend>
}

const serverUrl = process.env.TEST_DATABASE_URL

if (!serverUrl && process.env.REQUIRE_ALL !== '1') {
  console.warn('skipped: PostgreSQL (apt-get install postgresql; then set TEST_DATABASE_URL)')
}

/** The databases. PostgreSQL is skipped without `TEST_DATABASE_URL`, and fails under `REQUIRE_ALL=1`. */
export const databaseKinds: readonly BackendKind[] = [
  { name: 'SQLite', durable: true, skip: false, create: createSqliteBackend },
  {
    name: 'PostgreSQL',
    durable: true,
    skip: !serverUrl && process.env.REQUIRE_ALL !== '1',
    create: createPostgresBackend,
  },
]

/** Every implementation of the port. */
export const backendKinds: readonly BackendKind[] = [
  { name: 'in memory', durable: false, skip: false, create: createInMemoryBackend },
  ...databaseKinds,
]

export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

async function createInMemoryBackend(): Promise<Backend> {
  let store: Store | undefined
  return {
    open: async (parts) => {
      store ??= createInMemoryStore({ ...parts, sha256 })
      return store
    },
    destroy: async () => undefined,
  }
}

async function createSqliteBackend(): Promise<Backend> {
  const dataDir = await temporaryFolder()
  return {
    dataDir,
    open: (parts) => openStore({ ...parts, dataDir, sha256 }),
    destroy: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Each test file gets its own database, so that files run in parallel. */
async function createPostgresBackend(): Promise<Backend> {
  if (!serverUrl) {
    throw new Error('PostgreSQL is required: node scripts/with-postgres.mjs npx vitest run')
  }
  const dataDir = await temporaryFolder()
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await administer(`create database ${name}`)
  return {
    dataDir,
    databaseUrl: url.href,
    open: (parts) => openStore({ ...parts, dataDir, sha256, databaseUrl: url.href }),
    destroy: async () => {
      await administer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl ?? '' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'repertoire-store-'))
}
