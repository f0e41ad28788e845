import { randomInt } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import type {
  Clock,
  DeviceAnswer,
  DeviceLogin,
  DeviceLoginStore,
  FetchedAnswer,
} from '@repertoire/core/ports'
import { newApiKey } from '../credentials/api-key-format.ts'
import type { NewSecret } from '../credentials/secret.ts'

/** How long a person may take to confirm a code. */
const deviceCodeMinutes = 10

/** Limit of open requests; the oldest is dropped first. */
const maxOpenRequests = 1_000

/** No vowels, so that no code is a word, and nothing that looks like something else. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Requests of programs for a key, by a short code for the person and a secret for the program. */
export interface DeviceLogins {
  start(asked: Pick<DeviceLogin, 'name' | 'address' | 'scopes'>): Promise<{
    readonly deviceCode: string
    readonly request: DeviceLogin
  }>
  /** By the code as a person types it; null when there is none that is open. */
  find(userCode: string): Promise<DeviceLogin | null>
  /** The first answer counts; false when it is not open any more. */
  answer(userCode: string, answer: DeviceAnswer): Promise<boolean>
  /** An answer is given once; a granted one with the key itself. */
  fetch(deviceCode: string): Promise<FetchedAnswer & { readonly secret: string }>
}

export function createDeviceLogins(deps: {
  readonly logins: DeviceLoginStore
  readonly clock: Clock
  readonly sha256: Sha256
  readonly newSecret: NewSecret
}): DeviceLogins {
  const { logins, clock, sha256, newSecret } = deps
  /** The key's secret follows from the program's, so that no server keeps it. */
  const keyOf = (deviceCode: string, publicId: string): string => {
    const secret = Buffer.from(sha256(`key of ${deviceCode}`), 'hex')
    return `${publicId}_${secret.toString('base64url')}`
  }
  return {
    async start(asked) {
      const deviceCode = newSecret()
      const { publicId } = newApiKey(newSecret)
      const key = { publicId, hash: sha256(keyOf(deviceCode, publicId)) }
      const codeHash = sha256(deviceCode)
      for (;;) {
        const requestedAt = clock.now()
        const expiresAt = requestedAt + deviceCodeMinutes * 60_000
        const request = { ...asked, codeHash, userCode: newUserCode(), key, requestedAt, expiresAt }
        if (await logins.start(request, maxOpenRequests)) return { deviceCode, request }
      }
    },
    find: (typed) => logins.find(userCodeOf(typed), clock.now()),
    answer: (typed, answer) => logins.answer(userCodeOf(typed), answer, clock.now()),
    async fetch(deviceCode) {
      const fetched = await logins.fetch(sha256(deviceCode), clock.now())
      const secret = fetched.is === 'granted' ? keyOf(deviceCode, fetched.key.publicId) : ''
      return { ...fetched, secret }
    },
  }
}

function newUserCode(): string {
  const letter = (): string => letters[randomInt(letters.length)] ?? 'B'
  return userCodeOf(Array.from({ length: 8 }, letter).join(''))
}

function userCodeOf(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
