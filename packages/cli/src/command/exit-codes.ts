/** Exit codes, the same in every subcommand, so that scripts can branch on them. */
export const exitCodes = {
  ok: 0,
  /** The command worked with a negative result: something was rejected, nothing was found. */
  negative: 1,
  /** The command failed: wrong usage, a missing path, no permission. */
  unable: 2,
  /** A run waits for a person's approval, and nobody could be asked. */
  waiting: 3,
  /** No key, or one that is wrong, expired or revoked: log in. */
  loginNeeded: 4,
  /** No server answers, or something else answers at its address. */
  noServer: 5,
  /** The server is newer than this command and speaks another version of its interface. */
  tooOld: 6,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the command with its exit code; the message says what to do. */
export class CommandError extends Error {
  readonly hint: string | undefined
  readonly code: ExitCode

  constructor(message: string, hint?: string, code: ExitCode = exitCodes.unable) {
    super(message)
    this.name = 'CommandError'
    this.hint = hint
    this.code = code
  }
}
