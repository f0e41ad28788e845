/** Limits of an executor for its clients. */
export interface ExecutorLimits {
  /** Bytes of files, workspace and standard input of one execution. */
  readonly maxRequestBytes: number
  /** Bytes of all pending requests; further ones are rejected with a retry time. */
  readonly maxPendingBytes: number
  /** Milliseconds for a request to arrive, and for a response to be received. */
  readonly transferTimeoutMs: number
  /** Milliseconds between keep-alive frames, so that no proxy drops the connection. */
  readonly keepAliveMs: number
}

const mebibyte = 1024 * 1024

export const defaultExecutorLimits: ExecutorLimits = {
  maxRequestBytes: 64 * mebibyte,
  maxPendingBytes: 512 * mebibyte,
  transferTimeoutMs: 60_000,
  keepAliveMs: 10_000,
}
