import { randomBytes } from 'node:crypto'

/** Random text that nobody can guess: 32 bytes, base64url. */
export type NewSecret = () => string

export const newSecret: NewSecret = () => randomBytes(32).toString('base64url')
