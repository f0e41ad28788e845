/** Id of a login for lists and logs. Nothing can be opened with it, as with the hash it is taken from. */
export function sessionIdOf(tokenHash: string): string {
  return `ses_${tokenHash.slice(0, 20)}`
}
