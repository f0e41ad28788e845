import type { NewSecret } from '../../identity/credentials/secret.ts'

export const collectionTokenPrefix = 'rcol_'

/** A token of a collection: 256 random bits, with a prefix that people and secret scanners recognise. */
export function newCollectionToken(newSecret: NewSecret): string {
  return `${collectionTokenPrefix}${newSecret()}`
}
