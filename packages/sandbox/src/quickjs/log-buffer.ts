/** A log buffer shared by host and thread: four bytes of length, then the text. */
const header = 4

/** Allocates a buffer for `bytes` bytes of logs. */
export function createLogBuffer(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(header + bytes)
}

/** The thread's writer. The host can read what was written even after the thread is terminated. */
export class LogWriter {
  readonly #length: Int32Array
  readonly #bytes: Uint8Array
  readonly #encoder = new TextEncoder()
  #used = 0

  constructor(memory: SharedArrayBuffer) {
    this.#length = new Int32Array(memory, 0, 1)
    this.#bytes = new Uint8Array(memory, header)
  }

  /** Appends what fits; false when something was cut off. */
  append(text: string): boolean {
    const bytes = this.#encoder.encode(text)
    const free = this.#bytes.length - this.#used
    this.#bytes.set(bytes.subarray(0, free), this.#used)
    this.#used += Math.min(free, bytes.length)
    Atomics.store(this.#length, 0, this.#used)
    return bytes.length <= free
  }
}

/** The text so far, without a trailing partial character. */
export function readLogBuffer(memory: SharedArrayBuffer): string {
  const length = Atomics.load(new Int32Array(memory, 0, 1), 0)
  const bytes = Buffer.from(new Uint8Array(memory, header, length))
  return new TextDecoder().decode(bytes, { stream: true })
}
