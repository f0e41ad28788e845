import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'

export interface ConnectionOptions {
  url?: string | undefined
  key?: string | undefined
  data?: string | undefined
}

export interface Connection {
  baseUrl: string
  apiKey: string
}

export interface ConnectionContext {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
}

const startHint = 'Start one with `npm start` (or `repertoire start`), or set its URL with --url.'

/**
 * Finds the server: options, then REPERTOIRE_URL and REPERTOIRE_API_KEY, then local.json in the data folder.
 * The local server's key is sent to no other origin.
 */
export function findConnection(options: ConnectionOptions, context: ConnectionContext): Connection {
  const folder = dataFolder(options, context)
  const local = readLocalServer(folder)
  const url = options.url ?? (context.env.REPERTOIRE_URL || undefined)
  const baseUrl = url === undefined ? local?.url : checkedUrl(url)
  if (baseUrl === undefined) {
    throw new CommandError(`No server is configured: ${folder} has no local.json.`, startHint)
  }
  const isLocal = local !== undefined && sameOrigin(local.url, baseUrl)
  const apiKey =
    options.key ??
    (context.env.REPERTOIRE_API_KEY || undefined) ??
    (isLocal ? local.key : undefined)
  if (apiKey === undefined) {
    throw new CommandError(
      `No API key for ${baseUrl}.`,
      'Set REPERTOIRE_API_KEY, or use --key (visible to other users of this machine).',
    )
  }
  return { baseUrl, apiKey }
}

/** The error when no server responds at a URL. */
export function serverUnreachable(baseUrl: string, reason: string): CommandError {
  return new CommandError(`No server responds at ${baseUrl} (${reason}).`, startHint)
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
