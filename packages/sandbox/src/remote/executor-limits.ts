/** What an executor takes from its clients. */
export interface ExecutorLimits {
  /** Bytes of files, workspace and standard input of one execution. */
  readonly requestBytes: number
  /** Bytes of all requests under way; who would pass them is told to come again. */
  readonly heldBytes: number
  /** Milliseconds for a request to arrive whole, and for an answer to be taken. */
  readonly transferMs: number
  /** Milliseconds between signs of life, so that nobody in between takes the connection for dead. */
  readonly aliveMs: number
}

const mebibyte = 1024 * 1024

export const defaultExecutorLimits: ExecutorLimits = {
  requestBytes: 64 * mebibyte,
  heldBytes: 512 * mebibyte,
  transferMs: 60_000,
  aliveMs: 10_000,
}
