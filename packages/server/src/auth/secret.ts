import { randomBytes } from 'node:crypto'

/** Random text that nobody can guess: 32 bytes, base64url. */
export type NewSecret = () => string

export const newSecret: NewSecret = () => randomBytes(32).toString('base64url')

/** Prefix of an API key, so that people and secret scanners recognise one. */
export const apiKeyPrefix = 'rep_'

/** Number of readable characters of a key that are kept to recognise it by. */
export const shownKeyLength = 12
