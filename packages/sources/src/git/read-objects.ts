import type { Readable } from 'node:stream'
import type { GitProcess } from './run-git.ts'

export type GitBlob =
  | { readonly bytes: Uint8Array }
  /** The server left it out, or it is over the limit. */
  | { readonly bytes: null; readonly size: number | null }

/**
 * Reads blobs by one `cat-file --batch`, in the order in which they are asked for. A blob over the limit is passed by
 * without being kept.
 */
export class ObjectReader {
  readonly #process: GitProcess
  readonly #input: AsyncIterator<Buffer>
  readonly #maxBytes: number
  #buffer: Buffer = Buffer.alloc(0)

  constructor(process: GitProcess, maxBytes: number) {
    this.#process = process
    this.#input = (process.child.stdout as Readable)[
      Symbol.asyncIterator
    ]() as AsyncIterator<Buffer>
    this.#maxBytes = maxBytes
  }

  /** Blobs of these ids, in order. Throws when git ends before. */
  async *read(ids: readonly string[]): AsyncGenerator<GitBlob> {
    const { stdin } = this.#process.child
    stdin?.write(ids.map((id) => `${id}\n`).join(''))
    for (const _ of ids) yield await this.#next()
  }

  async close(): Promise<void> {
    this.#process.child.stdin?.end()
    this.#process.kill()
    await this.#process.ended.catch(() => undefined)
  }

  async #next(): Promise<GitBlob> {
    const header = (await this.#line()).split(' ')
    const [, type, text] = header
    if (type === 'missing' || text === undefined) return { bytes: null, size: null }
    const size = Number(text)
    if (size > this.#maxBytes || type !== 'blob') {
      await this.#skip(size + 1)
      return { bytes: null, size }
    }
    const bytes = await this.#take(size)
    await this.#skip(1)
    return { bytes }
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(10)
      if (end >= 0) {
        const text = this.#buffer.subarray(0, end).toString('latin1')
        this.#buffer = this.#buffer.subarray(end + 1)
        return text
      }
      await this.#more()
    }
  }

  async #take(size: number): Promise<Uint8Array> {
    if (this.#buffer.length < size) {
      const parts = [this.#buffer]
      let length = this.#buffer.length
      this.#buffer = Buffer.alloc(0)
      while (length < size) {
        await this.#more()
        parts.push(this.#buffer)
        length += this.#buffer.length
        this.#buffer = Buffer.alloc(0)
      }
      this.#buffer = Buffer.concat(parts)
    }
    const taken = Uint8Array.from(this.#buffer.subarray(0, size))
    this.#buffer = this.#buffer.subarray(size)
    return taken
  }

  async #skip(size: number): Promise<void> {
    let left = size
    while (left > 0) {
      if (this.#buffer.length === 0) await this.#more()
      const passed = Math.min(left, this.#buffer.length)
      this.#buffer = this.#buffer.subarray(passed)
      left -= passed
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#input.next()
    if (done) throw new Error('git ended before it had given every object')
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
  }
}
