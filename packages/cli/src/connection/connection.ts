import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../exit-codes.ts'

export interface ConnectionOptions {
  url?: string | undefined
  key?: string | undefined
  data?: string | undefined
}

export interface Connection {
  baseUrl: string
  apiKey: string
}

export interface Surrounded {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
}

const startOne = 'Start one with `npm start` (or `repertoire start`), or name one with --url.'

/**
 * The server to speak to: options, then REPERTOIRE_URL and REPERTOIRE_API_KEY, then what the local
 * server wrote into its data folder. The local server's key is sent to no other address.
 */
export function findConnection(options: ConnectionOptions, around: Surrounded): Connection {
  const folder = dataFolder(options, around)
  const local = readLocalServer(folder)
  const url = options.url ?? (around.env.REPERTOIRE_URL || undefined)
  const baseUrl = url === undefined ? local?.url : checkedUrl(url)
  if (baseUrl === undefined) {
    throw new CommandError(`No server is known: ${folder} has no local.json.`, startOne)
  }
  const isLocal = local !== undefined && sameOrigin(local.url, baseUrl)
  const apiKey =
    options.key ?? (around.env.REPERTOIRE_API_KEY || undefined) ?? (isLocal ? local.key : undefined)
  if (apiKey === undefined) {
    throw new CommandError(
      `No API key for ${baseUrl}.`,
      'Set REPERTOIRE_API_KEY, or give --key (which other people on this machine can see).',
    )
  }
  return { baseUrl, apiKey }
}

/** What to say when nothing answers at an address. */
export function noAnswer(baseUrl: string, reason: string): CommandError {
  return new CommandError(`No server answers at ${baseUrl} (${reason}).`, startOne)
}

function dataFolder(options: ConnectionOptions, { env, cwd }: Surrounded): string {
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
    // Falls through: not JSON, or no address in it.
  }
  throw new CommandError(
    `${file} does not say where the server is.`,
    'Delete it and start the server again; it writes it anew.',
  )
}

function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) {
    return url.href.replace(/\/$/, '')
  }
  throw new CommandError(`${text} is not an address.`, 'Write it like http://127.0.0.1:4000')
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
