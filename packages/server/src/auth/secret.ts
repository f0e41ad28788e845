import { randomBytes } from 'node:crypto'

/** Random text no one can guess: 32 bytes, base64url. */
export type NewSecret = () => string

export const newSecret: NewSecret = () => randomBytes(32).toString('base64url')

/** How an API key begins, so that people and secret scanners recognise one. */
export const apiKeyPrefix = 'rep_'

/** Characters of a key that are kept readable, to recognise it by. */
export const shownKeyLength = 12
