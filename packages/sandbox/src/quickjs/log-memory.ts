/** Logs in memory that host and thread share: four bytes of length, then the text. */
const header = 4

/** Room for so many bytes of logs. */
export function logMemory(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(header + bytes)
}

/** The thread's side. What it has written is there for the host even when the thread is ended. */
export class LogWriter {
  readonly #length: Int32Array
  readonly #bytes: Uint8Array
  readonly #encoder = new TextEncoder()
  #used = 0

  constructor(memory: SharedArrayBuffer) {
    this.#length = new Int32Array(memory, 0, 1)
    this.#bytes = new Uint8Array(memory, header)
  }

  /** Appends what there is room for; false when that was not all of it. */
  append(text: string): boolean {
    const bytes = this.#encoder.encode(text)
    const room = this.#bytes.length - this.#used
    this.#bytes.set(bytes.subarray(0, room), this.#used)
    this.#used += Math.min(room, bytes.length)
    Atomics.store(this.#length, 0, this.#used)
    return bytes.length <= room
  }
}

/** The text so far, without a character of which there was only a part. */
export function readLog(memory: SharedArrayBuffer): string {
  const length = Atomics.load(new Int32Array(memory, 0, 1), 0)
  const bytes = Buffer.from(new Uint8Array(memory, header, length))
  return new TextDecoder().decode(bytes, { stream: true })
}
