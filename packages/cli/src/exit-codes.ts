/** How the command ends; the same in every subcommand, so that scripts can branch on it. */
export const exitCodes = {
  ok: 0,
  /** It worked, and the answer is no: something was refused, nothing was found. */
  negative: 1,
  /** It could not be asked: wrong usage, a path that is not there, no server, no permission. */
  unable: 2,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the command with its code; the message says what to do. */
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
