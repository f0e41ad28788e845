/** Frame kinds. The numbers are part of the wire format and never change. */
export const frameKinds = {
  /** JSON: the request, or the result; the `bytes` frames after it belong to it. */
  header: 1,
  bytes: 2,
  stdout: 3,
  stderr: 4,
  /** Keep-alive; with {@link startedPayload}, the script starts now. */
  alive: 5,
  /** JSON: the request was rejected, and why. */
  refusal: 6,
  /** Nothing follows. A stream without it was cut off. */
  end: 7,
} as const

/** The payload of an `alive` frame, so that older clients take it for a keep-alive. */
export const startedPayload = Buffer.from('started')

export type FrameKind = keyof typeof frameKinds

export interface Frame {
  readonly kind: FrameKind
  readonly payload: Uint8Array
}

/** Kind (one byte) and length (four, big-endian) before each payload. */
export const prefixBytes = 5

const kindOf: ReadonlyMap<number, FrameKind> = new Map(
  Object.entries(frameKinds).map(([kind, number]) => [number, kind as FrameKind]),
)

/** The input is not a valid sequence of frames, or too large. */
export class FrameError extends Error {
  readonly tooLarge: boolean

  constructor(message: string, { tooLarge = false } = {}) {
    super(message)
    this.name = 'FrameError'
    this.tooLarge = tooLarge
  }
}

/** Returns prefix and payload separately, so that large payloads are not copied. */
export function encodeFrame(kind: FrameKind, payload: Uint8Array = new Uint8Array()): Uint8Array[] {
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt8(frameKinds[kind], 0)
  prefix.writeUInt32BE(payload.length, 1)
  return payload.length === 0 ? [prefix] : [prefix, payload]
}

export function encodeJson(kind: FrameKind, value: unknown): Uint8Array[] {
  return encodeFrame(kind, Buffer.from(JSON.stringify(value)))
}

/**
 * Parses chunks of any size into frames. Throws {@link FrameError} for an unknown kind, for more than
 * `maxBytes` in all, and for data after the end.
 */
export class FrameReader {
  readonly #maxBytes: number
  readonly #onFrame: (frame: Frame) => void
  #pieces: Uint8Array[] = []
  #buffered = 0
  #received = 0
  #wanted: { readonly kind: FrameKind; readonly length: number } | undefined
  #ended = false

  constructor(maxBytes: number, onFrame: (frame: Frame) => void) {
    this.#maxBytes = maxBytes
    this.#onFrame = onFrame
  }

  /** True after the end frame. */
  get ended(): boolean {
    return this.#ended
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return
    if (this.#ended) throw new FrameError('There is data after the end.')
    this.#received += piece.length
    if (this.#received > this.#maxBytes)
      throw new FrameError('The limit of bytes is exceeded.', { tooLarge: true })
    this.#pieces.push(piece)
    this.#buffered += piece.length
    while (this.#cut());
  }

  #cut(): boolean {
    this.#wanted ??= this.#prefix()
    if (!this.#wanted || this.#buffered < this.#wanted.length) return false
    const { kind, length } = this.#wanted
    this.#wanted = undefined
    const payload = this.#take(length)
    if (kind === 'end') {
      if (length > 0 || this.#buffered > 0) throw new FrameError('There is data after the end.')
      this.#ended = true
    }
    this.#onFrame({ kind, payload })
    return !this.#ended
  }

  #prefix(): { kind: FrameKind; length: number } | undefined {
    if (this.#buffered < prefixBytes) return undefined
    const prefix = Buffer.from(this.#take(prefixBytes))
    const kind = kindOf.get(prefix.readUInt8(0))
    const length = prefix.readUInt32BE(1)
    if (kind === undefined) throw new FrameError('Unknown frame kind.')
    if (length > this.#maxBytes)
      throw new FrameError('The limit of bytes is exceeded.', { tooLarge: true })
    return { kind, length }
  }

  #take(length: number): Uint8Array {
    const payload = Buffer.allocUnsafe(length)
    let at = 0
    let used = 0
    while (at < length) {
      const piece = this.#pieces[used] as Uint8Array
      const part = piece.subarray(0, length - at)
      payload.set(part, at)
      at += part.length
      if (part.length < piece.length) this.#pieces[used] = piece.subarray(part.length)
      else used += 1
    }
    this.#pieces.splice(0, used)
    this.#buffered -= length
    return payload
  }
}
