import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceCreate } from '@repertoire/client'
import { CommandError } from '../command/exit-codes.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

export type SourceKind = SourceCreate['source_type']
export type SourcePlace = Pick<SourceCreate, 'source_type' | 'config'>

export const sourceKinds = [
  ...(['github', 'git', 'url', 'well-known', 'plugin-marketplace'] as const),
  ...(['marketplace', 'clawhub'] as const),
]

export interface PlaceOptions {
  /** As the person says; otherwise the address tells. */
  readonly kind?: SourceKind | undefined
  readonly ref?: string | undefined
  readonly path?: string | undefined
  /** Ids of a registry's skills. */
  readonly skill?: readonly string[] | undefined
}

/** The source that an address names: `owner/name` on GitHub, `HOST/owner/name`, or an https URL. Throws CommandError. Pure. */
export function sourcePlace(address: string, options: PlaceOptions): SourcePlace {
  const given = readAddress(address)
  const kind = options.kind ?? given.kind
  if (!kind) {
    throw new CommandError(
      `${quoted(address)} does not tell what kind of source it is.`,
      `Use --kind with one of ${sourceKinds.join(', ')}.`,
    )
  }
  const ref = options.ref ?? given.ref
  const path = options.path ?? given.path
  const folder = { ...(ref !== undefined && { ref }), ...(path !== undefined && { path }) }
  if (kind === 'github') {
    if (given.repo === undefined) throw noAddress(address)
    return { source_type: kind, config: { repo: given.repo, ...folder } }
  }
  const url = given.url ?? `https://github.com/${given.repo}`
  if (kind === 'git') return { source_type: kind, config: { url, ...folder } }
  if (kind === 'marketplace' || kind === 'clawhub') {
    return { source_type: kind, config: { base_url: url, skills: [...(options.skill ?? [])] } }
  }
  return { source_type: kind, config: { url } }
}

/** The address of a source, on one line. */
export function addressOf({ config }: Pick<SourceCreate, 'config'>): string {
  const { repo, url, base_url: baseUrl, ref, path } = config
  const at = ref ? `@${ref}` : ''
  return `${repo ?? url ?? baseUrl ?? ''}${at}${path ? `:${path}` : ''}`
}

/** Whether two sources are read from the same place. */
export function isSamePlace(one: SourcePlace, other: SourcePlace): boolean {
  return placeKey(one) === placeKey(other)
}

/** The server keeps `HOST/owner/name` as its git repository, and those of github.com by their names. */
function placeKey(place: SourcePlace): string {
  const { repo = '', ...config } = place.config
  if (!hostedName.test(repo)) return `${place.source_type} ${addressOf(place)}`
  const [host, ...name] = repo.split('/')
  return host === 'github.com'
    ? `github ${addressOf({ config: { ...config, repo: name.join('/') } })}`
    : `git ${addressOf({ config: { ...config, url: `https://${repo}.git` } })}`
}

interface Address {
  readonly kind?: SourceKind | undefined
  readonly repo?: string | undefined
  readonly url?: string | undefined
  readonly ref?: string | undefined
  readonly path?: string | undefined
}

/** `HOST/owner/name`, on GitLab also with groups between. */
const hostedName = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/[\w.-]+){2,}$/

function readAddress(address: string): Address {
  if (/^[\w-]+\/[\w.-]+$/.test(address)) {
    return { kind: 'github', repo: address.replace(/\.git$/, '') }
  }
  // Which hosts those are is a setting of the server.
  if (hostedName.test(address)) return { kind: 'github', repo: address.replace(/\.git$/, '') }
  const url = URL.parse(address)
  const isOwn = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)
  if (url?.protocol === 'http:' && !isOwn) throw httpRefused(url)
  if (!url || (url.protocol !== 'https:' && !isOwn)) throw noAddress(address)
  if (url.username !== '' || url.password !== '') {
    throw new CommandError(
      'The address has a name or a password in it.',
      'Set the token in REPERTOIRE_SOURCE_TOKEN: it is stored encrypted, and in no address.',
    )
  }
  if (url.hostname === 'github.com') return gitHubAddress(url) ?? { url: address }
  return { kind: kindOf(url), url: address }
}

/** `/owner/name`, `/owner/name.git` and `/owner/name/tree/REF/FOLDER`. */
function gitHubAddress({ pathname }: URL): Address | undefined {
  const [owner, name, tree, ref, ...path] = pathname.split('/').filter((part) => part !== '')
  if (!owner || !name || (tree !== undefined && (tree !== 'tree' || !ref))) return undefined
  const repo = `${owner}/${name.replace(/\.git$/, '')}`
  return { kind: 'github', repo, ref, ...(path.length > 0 && { path: path.join('/') }) }
}

function kindOf({ pathname, hostname }: URL): SourceKind | undefined {
  if (pathname.endsWith('.git') || ['gitlab.com', 'codeberg.org'].includes(hostname)) return 'git'
  if (pathname.endsWith('/marketplace.json')) return 'plugin-marketplace'
  return /\.(md|zip|tar|tgz|tar\.gz)$/i.test(pathname) ? 'url' : undefined
}

function noAddress(address: string): CommandError {
  const folder = localPath(address)
  if (folder !== undefined) {
    return new CommandError(
      `${quoted(address)} is on this machine, and no address that the server can read.`,
      `Bring the skills in it to the server with: repertoire import ${sanitizeText(folder)}`,
    )
  }
  return new CommandError(
    `${quoted(address)} is no address of a source.`,
    'Give owner/name on GitHub, or an https URL.',
  )
}

/** Undefined where nothing of this machine has that path. */
function localPath(address: string): string | undefined {
  try {
    const path = address.startsWith('file:') ? fileURLToPath(address) : address
    return existsSync(path) ? path : undefined
  } catch {
    // A file URL of another machine.
    return undefined
  }
}

function httpRefused({ host, pathname }: URL): CommandError {
  return new CommandError(
    'Skills are read over https alone: whoever is on the way could change what comes by http.',
    `Give its https address, for example https://${sanitizeText(`${host}${pathname}`)}.`,
  )
}

function quoted(text: string): string {
  return `"${sanitizeText(text)}"`
}
