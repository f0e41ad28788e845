import type { NewSecret } from './secret.ts'

/** Prefix of an API key, so that people and secret scanners recognise one. */
const prefix = 'rep_'
const publicIdLength = 10
const keyPattern = /^(rep_[A-Za-z0-9]{10})_[A-Za-z0-9_-]{43}$/

/** An API key: `rep_<public id>_<secret>`. The two parts are independent random texts. */
export interface ApiKeyText {
  readonly text: string
  /** `rep_<public id>`: shown in lists and logs, and no part of the secret. */
  readonly publicId: string
}

export function newApiKey(newSecret: NewSecret): ApiKeyText {
  const letters = `${newSecret()}${newSecret()}`.replaceAll(/[^A-Za-z0-9]/g, '')
  const publicId = `${prefix}${letters.slice(0, publicIdLength)}`
  return { text: `${publicId}_${newSecret()}`, publicId }
}

/** The public id of a key; null for a key of another form, all of which may be secret. */
export function publicIdOf(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null
}
