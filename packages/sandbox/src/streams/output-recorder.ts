import type { ExecutionListener } from '../execution/execution.ts'

/** Records output up to a limit over both streams, and calls `onFull` when it is exceeded. */
export class OutputRecorder {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  readonly #onOutput: ExecutionListener['onOutput']
  readonly #onFull: () => void
  #left: number

  constructor(limit: number, onOutput: ExecutionListener['onOutput'], onFull: () => void) {
    this.#left = limit
    this.#onOutput = onOutput
    this.#onFull = onFull
  }

  take(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#left)
    if (kept.length > 0) {
      this.#left -= kept.length
      this.#chunks[stream].push(kept)
      this.#onOutput?.(stream, kept)
    }
    if (kept.length < bytes.length) this.#onFull()
  }

  all(stream: 'stdout' | 'stderr'): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks[stream]))
  }
}
