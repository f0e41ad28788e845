/** A connection that could not be made. `cause`: why, as far as it is known. */
export class StartFailure extends Error {
  /** What a local process wrote last, line by line; a stranger's text that may hold secrets. */
  readonly stderrTail: string

  constructor(cause: unknown, stderrTail: string) {
    super('it could not be started', { cause })
    this.name = 'StartFailure'
    this.stderrTail = stderrTail
  }
}
