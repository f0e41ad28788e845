import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { localServer, readSavedServers, type SavedServer } from './saved-servers.ts'

export interface ConnectionOptions {
  url?: string | undefined
  key?: string | undefined
  data?: string | undefined
  /** The name of a saved login. A boolean is the own option of `eval`. */
  server?: string | boolean | undefined
}

export interface Connection {
  baseUrl: string
  apiKey: string
  /** The name of the login the key is from; undefined for the local server and for given keys. */
  name?: string
}

export interface ConnectionContext {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
}

const startHint = 'Start one with `npm start` (or `repertoire start`), or set its URL with --url.'

/**
 * Finds the server: `--url`, `--server`, their variables, then the login in use, then local.json in the data folder. A
 * key that was saved, or is in local.json, is sent to no other server.
 */
export function findConnection(options: ConnectionOptions, context: ConnectionContext): Connection {
  const { env } = context
  const folder = dataFolder(options, context)
  const local = readLocalServer(folder)
  const url = options.url ?? (env.REPERTOIRE_URL || undefined)
  const login = savedLogin({ options, url }, context)
  const baseUrl = login?.url ?? (url === undefined ? local?.url : checkedUrl(url))
  if (baseUrl === undefined) {
    throw new CommandError(
      `No server is configured: ${folder} has no local.json.`,
      startHint,
      exitCodes.noServer,
    )
  }
  const given = options.key ?? (env.REPERTOIRE_API_KEY || undefined)
  if (given !== undefined) return { baseUrl, apiKey: given }
  if (login) return { baseUrl, apiKey: unexpiredKey(login), name: login.name }
  if (local !== undefined && sameOrigin(local.url, baseUrl)) return { baseUrl, apiKey: local.key }
  throw new CommandError(
    `No API key for ${baseUrl}.`,
    `Run \`repertoire login --url ${baseUrl}\`, set REPERTOIRE_API_KEY, or use --key (visible to other users of this machine).`,
    exitCodes.loginNeeded,
  )
}

interface Wanted {
  readonly options: ConnectionOptions
  readonly url: string | undefined
}

/** The login to use, if any: by name, by the URL, or the one in use. `--data` means the local server. */
function savedLogin({ options, url }: Wanted, context: ConnectionContext): SavedServer | undefined {
  const option = typeof options.server === 'string' ? options.server : undefined
  if (option !== undefined && options.url !== undefined) {
    throw new CommandError('Use either --server or --url.')
  }
  const name = option ?? (options.url ? undefined : context.env.REPERTOIRE_SERVER || undefined)
  if (name === localServer || (options.data !== undefined && name === undefined && !url)) {
    return undefined
  }
  const { current, servers } = readSavedServers(context.env)
  if (name !== undefined) {
    const found = servers.find((one) => one.name === name)
    if (found) return found
    throw new CommandError(
      `There is no login named ${JSON.stringify(name)}.`,
      'See `repertoire login --list`, or run `repertoire login --name NAME --url URL`.',
    )
  }
  if (url !== undefined) return servers.find((one) => one.url === checkedUrl(url))
  return servers.find((one) => one.name === current)
}

function unexpiredKey({ name, url, key, expiresAt }: SavedServer): string {
  if (expiresAt === null || Date.parse(expiresAt) > Date.now()) return key
  throw new CommandError(
    `The login ${JSON.stringify(name)} at ${url} expired on ${expiresAt}.`,
    `Run \`repertoire login --name ${name} --url ${url}\`.`,
    exitCodes.loginNeeded,
  )
}

/** The server to log in to: the given one, the login of that name, or the one of this machine. */
export function findServerUrl(options: ConnectionOptions, context: ConnectionContext): string {
  const { servers } = readSavedServers(context.env)
  const url = options.url ?? (context.env.REPERTOIRE_URL || undefined)
  if (url !== undefined) return checkedUrl(url)
  const saved = servers.find(({ name }) => name === options.server)
  const found = saved?.url ?? readLocalServer(dataFolder(options, context))?.url
  if (found !== undefined) return found
  throw new CommandError('Which server?', 'Say it with --url https://…', exitCodes.noServer)
}

/** The error when no server responds at a URL. */
export function serverNotReachable(baseUrl: string, reason: string): CommandError {
  return new CommandError(
    `No server responds at ${baseUrl} (${reason}).`,
    startHint,
    exitCodes.noServer,
  )
}

function dataFolder(options: ConnectionOptions, { env, cwd }: ConnectionContext): string {
  return resolve(cwd, options.data ?? (env.REPERTOIRE_DATA_DIR || '.data'))
}

function readLocalServer(folder: string): { url: string; key: string } | undefined {
  const file = join(folder, 'local.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  try {
    const { url, key } = JSON.parse(text)
    if (typeof url === 'string' && typeof key === 'string') return { url: checkedUrl(url), key }
  } catch {
    // Not JSON, or without a URL.
  }
  throw new CommandError(
    `${file} does not contain the server's URL.`,
    'Delete it and restart the server, which writes it again.',
  )
}

function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) {
    return url.href.replace(/\/$/, '')
  }
  throw new CommandError(`${text} is not a URL.`, 'Use a URL like http://127.0.0.1:4000')
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
