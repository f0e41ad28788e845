import { z } from 'zod'
import { contentFields, isContent } from './content.ts'
import { rejectionSchema } from './rejection-message.ts'
import { endingSchema } from './result-message.ts'

const { part: _, ...inlineFields } = contentFields
const inline = z.object(inlineFields)

/** The lines of a streamed answer; documented in docs/reference/executor.md. `ended` or `refused` is the last one. */
export const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started') }),
  /** Sent while nothing else is, so that no proxy drops the connection. */
  z.object({ event: z.literal('alive') }),
  inline.extend({ event: z.literal('stdout') }).refine(isContent),
  inline.extend({ event: z.literal('stderr') }).refine(isContent),
  /** A file, or the next piece of the same one; the pieces of a file follow each other. */
  inline
    .extend({
      event: z.literal('output'),
      path: z.string(),
      executable: z.boolean().default(false),
    })
    .refine(isContent),
  endingSchema.extend({ event: z.literal('ended') }),
  rejectionSchema.extend({ event: z.literal('refused') }),
])

export type ExecutionEvent = z.infer<typeof eventSchema>

/** The answer is no sequence of lines, or too large. */
export class LineError extends Error {
  override readonly name = 'LineError'
}

/** Cuts pieces of any size into lines. Throws {@link LineError} for more than `maxBytes` in all. */
export class LineReader {
  readonly #maxBytes: number
  readonly #onLine: (line: string) => void
  #pieces: Uint8Array[] = []
  #received = 0

  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes
    this.#onLine = onLine
  }

  push(piece: Uint8Array): void {
    this.#received += piece.length
    if (this.#received > this.#maxBytes) throw new LineError('The limit of bytes is exceeded.')
    let rest = piece
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      this.#onLine(Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString())
      this.#pieces = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#pieces.push(rest)
  }

  /** True when nothing is left of an incomplete line. */
  get complete(): boolean {
    return this.#pieces.length === 0
  }
}

const lineFeed = 0x0a
