import { type Problem, ProblemError } from '@repertoire/core/base'
import type { Permission, Principal } from '@repertoire/core/domain'
import { registryBase } from '@repertoire/protocol'

/**
 * Stock clients of registries and of well-known indexes send no credentials, so an API key may be part of the address:
 * `/api/v1/registry/k/KEY/…`. Addresses end up in lock files and logs, so that is only for a key that may do no more than
 * read skills.
 */
const keyed = new RegExp(`^${registryBase}/k/([^/]*)(?=/)`)
const allowed: readonly Permission[] = ['skills.read']

/** The path without a key, which is what is routed and logged. Pure. */
export function withoutAddressKey(path: string): string {
  return path.replace(keyed, registryBase)
}

/** The key in the address of a request; null without one. */
export function addressKey(url: string): string | null {
  // Every authenticated request comes by, and parsing its address takes a while.
  if (!url.includes(`${registryBase}/k/`)) return null
  return keyed.exec(new URL(url).pathname)?.[1] ?? null
}

/** The headers to authenticate by: the key of an address counts alone. */
export function headersWithAddressKey({ url, headers }: Pick<Request, 'url' | 'headers'>): Headers {
  const key = addressKey(url)
  if (key === null) return headers
  const changed = new Headers(headers)
  changed.delete('cookie')
  changed.set('authorization', `Bearer ${key}`)
  return changed
}

/** The base address of the registry as the client of this request wrote it. */
export function registryAddress(url: string, origin: string): string {
  const key = addressKey(url)
  return `${origin}${registryBase}${key === null ? '' : `/k/${key}`}`
}

/** Throws ProblemError `auth.key-too-wide` for a key in an address that may do more than read skills. */
export function checkAddressKey(url: string, { permissions }: Principal): void {
  if (addressKey(url) !== null) checkOnlyReads({ permissions })
}

/** Throws ProblemError `auth.key-too-wide` for a key that may do more than read skills. */
export function checkOnlyReads({ permissions }: Pick<Principal, 'permissions'>): void {
  if (permissions.every((permission) => allowed.includes(permission))) return
  throw new ProblemError(tooWide)
}

const tooWide: Problem = {
  code: 'auth.key-too-wide',
  kind: 'forbidden',
  message: 'A key in an address may only read skills; this one may do more.',
  hint: 'Make a key with the scope skills.read alone. Revoke this one: its address may be in logs.',
}
