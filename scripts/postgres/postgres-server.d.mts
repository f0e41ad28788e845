export interface PostgresServer {
  /** The address of one of its databases; `postgres` exists. */
  url(database: string): string
  /** Starts it again, on the same data. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
  /** `kill -9` of the server. */
  kill(): Promise<void>
  /** Runs a program of PostgreSQL, as the account of the server. */
  program(name: string, ...args: readonly string[]): Promise<{ readonly stdout: string }>
}

/** `synchronousCommit`: what was acknowledged survives a kill. */
export function startPostgres(options: {
  readonly synchronousCommit: boolean
}): Promise<PostgresServer>

/** The folder with its programs. */
export function findPostgres(): string | undefined
