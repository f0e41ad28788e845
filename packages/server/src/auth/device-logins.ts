import { randomInt } from 'node:crypto'
import type { Clock, Permission, Sha256 } from '@repertoire/core'
import type { NewSecret } from './secret.ts'

/** How long a person may take to confirm a code. */
export const deviceCodeMinutes = 10

/** Limit of open requests; the oldest is dropped first. */
const maxOpenRequests = 1_000

/** No vowels, so that no code is a word, and nothing that looks like something else. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** A program that asks for a key. */
export interface DeviceRequest {
  readonly userCode: string
  /** Untrusted text. */
  readonly name: string
  readonly address: string
  /** Null: whatever the person gives. */
  readonly scopes: readonly Permission[] | null
  readonly requestedAt: number
  readonly expiresAt: number
}

export interface DeviceGrant {
  readonly secret: string
  readonly keyId: string
  readonly expiresAt: number | null
}

export type DeviceAnswer = { readonly is: 'denied' } | ({ readonly is: 'granted' } & DeviceGrant)

/**
 * Requests of programs for a key, by a short code for the person and a secret for the program. Kept in memory, like
 * login links; of the secret only its hash, and a granted key until it is fetched, once.
 */
export interface DeviceLogins {
  start(request: Pick<DeviceRequest, 'name' | 'address' | 'scopes'>): {
    readonly deviceCode: string
    readonly request: DeviceRequest
  }
  /** By the code as a person types it; null when there is none that is open. */
  find(userCode: string): DeviceRequest | null
  /** The first answer counts; false when it is not open any more. */
  answer(userCode: string, answer: DeviceAnswer): boolean
  /** An answer is given once. */
  fetch(deviceCode: string): DeviceAnswer | { readonly is: 'pending' | 'expired' }
}

interface Entry {
  readonly request: DeviceRequest
  answer: DeviceAnswer | null
}

export function createDeviceLogins(deps: {
  clock: Clock
  sha256: Sha256
  newSecret: NewSecret
}): DeviceLogins {
  const { clock, sha256, newSecret } = deps
  /** By the hash of the device code. */
  const entries = new Map<string, Entry>()
  const isLive = ({ request }: Entry): boolean => clock.now() < request.expiresAt
  const openEntry = (typed: string): Entry | undefined => {
    const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
    return [...entries.values()].find(
      (entry) =>
        entry.answer === null && isLive(entry) && plainCode(entry.request.userCode) === code,
    )
  }
  const makeRoom = (): void => {
    for (const [hash, entry] of entries) if (!isLive(entry)) entries.delete(hash)
    const oldest = entries.keys().next()
    if (entries.size >= maxOpenRequests && !oldest.done) entries.delete(oldest.value)
  }
  return {
    start(asked) {
      makeRoom()
      let userCode = newUserCode()
      while (openEntry(userCode)) userCode = newUserCode()
      const requestedAt = clock.now()
      const expiresAt = requestedAt + deviceCodeMinutes * 60_000
      const request = { ...asked, userCode, requestedAt, expiresAt }
      const deviceCode = newSecret()
      entries.set(sha256(deviceCode), { request, answer: null })
      return { deviceCode, request }
    },
    find: (userCode) => openEntry(userCode)?.request ?? null,
    answer(userCode, answer) {
      const entry = openEntry(userCode)
      if (!entry) return false
      entry.answer = answer
      return true
    },
    fetch(deviceCode) {
      const hash = sha256(deviceCode)
      const entry = entries.get(hash)
      if (!entry) return { is: 'expired' }
      const isOver = !isLive(entry)
      if (!isOver && !entry.answer) return { is: 'pending' }
      entries.delete(hash)
      return isOver || !entry.answer ? { is: 'expired' } : entry.answer
    },
  }
}

function newUserCode(): string {
  const letter = (): string => letters[randomInt(letters.length)] ?? 'B'
  const half = (): string => Array.from({ length: 4 }, letter).join('')
  return `${half()}-${half()}`
}

function plainCode(userCode: string): string {
  return userCode.replace('-', '')
}
