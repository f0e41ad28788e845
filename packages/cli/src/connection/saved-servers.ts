import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'

/** The name of the server of this machine, which needs no login. */
export const localServer = 'local'

/** A login: a server by name, and the key made for this command. */
export interface SavedServer {
  readonly name: string
  readonly url: string
  readonly key: string
  /** The id of the key at the server, for the logout; null for a key that was given. */
  readonly keyId: string | null
  readonly expiresAt: string | null
}

export interface SavedServers {
  /** The name of the login in use. */
  readonly current: string | null
  readonly servers: readonly SavedServer[]
}

type Env = Readonly<Record<string, string | undefined>>

const none: SavedServers = { current: null, servers: [] }

/** The file of the logins; undefined for an account without a home. */
export function savedServersFile(env: Env): string | undefined {
  if (env.REPERTOIRE_LOGINS) return env.REPERTOIRE_LOGINS
  const home = env.HOME || env.USERPROFILE
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || (home && join(home, '.config'))
  return folder ? join(folder, 'repertoire', 'logins.json') : undefined
}

/** None when there is no file. Throws CommandError for a broken one. */
export function readSavedServers(env: Env): SavedServers {
  const file = savedServersFile(env)
  if (file === undefined) return none
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    const { current, servers } = JSON.parse(text)
    if ((current === null || typeof current === 'string') && servers.every(isSavedServer)) {
      return { current, servers }
    }
  } catch {
    // Not JSON, or without servers.
  }
  throw new CommandError(
    `${file} is not a file of logins.`,
    'Delete it and run `repertoire login` again.',
  )
}

/** Replaces the file at once; nobody else may read it. */
export function writeSavedServers(env: Env, saved: SavedServers): string {
  const file = savedServersFile(env)
  if (file === undefined) {
    throw new CommandError(
      'There is no home folder to keep the login in.',
      'Set REPERTOIRE_LOGINS.',
    )
  }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const part = `${file}.${process.pid}.part`
    writeFileSync(part, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
    chmodSync(part, 0o600)
    renameSync(part, file)
  } catch (error) {
    throw new CommandError(`The login cannot be kept: ${(error as Error).message}`)
  }
  return file
}

function isSavedServer(value: unknown): value is SavedServer {
  if (typeof value !== 'object' || value === null) return false
  const { name, url, key, keyId, expiresAt } = value as Record<string, unknown>
  return (
    [name, url, key].every((one) => typeof one === 'string') &&
    [keyId, expiresAt].every((one) => one === null || typeof one === 'string') &&
    /^https?:\/\//.test(url as string)
  )
}
