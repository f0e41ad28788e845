/** A connection that could not be opened. `cause` is the reason, if known. */
export class StartFailure extends Error {
  /** Last lines of the process's standard error. Untrusted; may contain secrets. */
  readonly stderrTail: string

  constructor(cause: unknown, stderrTail: string) {
    super('it could not be started', { cause })
    this.name = 'StartFailure'
    this.stderrTail = stderrTail
  }
}
