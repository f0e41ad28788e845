import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { runDataTool } from './data-tool.ts'

const run = promisify(execFile)
const serverUrl = process.env.TEST_DATABASE_URL

/** An empty data folder, and a database of its own. */
export interface Installation {
  readonly dataDir: string
  /** What a server there needs to find the database. */
  readonly env: Readonly<Record<string, string>>
  destroy(): Promise<void>
}

/** How operators back up one kind of database, as docs/operating.md says. */
export interface BackupKind {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly skip: boolean
  install(): Promise<Installation>
  /** Into a folder: the database, then the files in `blobs`, while servers use them. */
  backUp(from: Installation, folder: string): Promise<void>
  /** The database, into an installation without a running server, in place of what is there. */
  restore(folder: string, into: Installation): Promise<void>
}

export const backupKinds: readonly BackupKind[] = [
  {
    name: 'SQLite',
    skip: false,
    install: async () => {
      const dataDir = await newFolder()
      return { dataDir, env: {}, destroy: () => rm(dataDir, { recursive: true, force: true }) }
    },
    backUp: async ({ dataDir }, folder) => {
      await runDataTool(['backup', folder, '--data', dataDir])
    },
    restore: async (folder, { dataDir }) => {
      const database = join(dataDir, 'repertoire.db')
      // A log of the database that was there would be applied to the restored one.
      for (const suffix of ['', '-wal', '-shm']) await rm(database + suffix, { force: true })
      await cp(join(folder, 'repertoire.db'), database)
    },
  },
  {
    name: 'PostgreSQL',
    skip: !serverUrl && process.env.REQUIRE_ALL !== '1',
    install: installOnPostgres,
    backUp: async ({ dataDir, env }, folder) => {
      await mkdir(folder, { recursive: true })
      const file = join(folder, 'repertoire.dump')
      await run(programOfPostgres('pg_dump'), ['-Fc', '-f', file, '-d', env.DATABASE_URL ?? ''])
      await cp(join(dataDir, 'blobs'), join(folder, 'blobs'), { recursive: true })
    },
    restore: async (folder, { env }) => {
      const url = new URL(env.DATABASE_URL ?? '')
      await replaceDatabase(url.pathname.slice(1))
      await run(programOfPostgres('pg_restore'), [
        '--exit-on-error',
        '-d',
        url.href,
        join(folder, 'repertoire.dump'),
      ])
    },
  },
]

let installed = 0

async function installOnPostgres(): Promise<Installation> {
  installed += 1
  const dataDir = await newFolder()
  const name = `backup_${process.pid}_${installed}`
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  await replaceDatabase(name)
  return {
    dataDir,
    env: { DATABASE_URL: url.href },
    destroy: async () => {
      await administer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function replaceDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`)
  await administer(`create database ${name}`)
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl ?? '' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Beside the server that the tests started; else from the path. */
function programOfPostgres(name: string): string {
  return join(process.env.TEST_POSTGRES_PROGRAMS ?? '', name)
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'repertoire-backup-'))
}
