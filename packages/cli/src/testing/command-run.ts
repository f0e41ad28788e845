/** How a command ended, and what it printed. */
export interface CommandResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** What a command is given beside its arguments. */
export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** Its stdin; empty by default. */
  input?: string
  /** Of a terminal on stdout; by default it is a pipe. */
  columns?: number
}
