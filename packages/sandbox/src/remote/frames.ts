/** What a frame carries. Numbers are the wire's and never change their meaning. */
export const frameKinds = {
  /** JSON: what to run, or what became of it; the `bytes` frames after it belong to it. */
  header: 1,
  bytes: 2,
  stdout: 3,
  stderr: 4,
  /** Says that the other side is still there; with {@link startedPayload}, that the script begins now. */
  alive: 5,
  /** JSON: nothing has run, and why. */
  refusal: 6,
  /** Nothing follows. What stops without it was cut off. */
  end: 7,
} as const

/** Of an `alive` frame, so that who does not know it takes it for a sign of life. */
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

/** What was received is no sequence of frames, or more than may be sent. */
export class FrameError extends Error {
  readonly tooLarge: boolean

  constructor(message: string, tooLarge = false) {
    super(message)
    this.name = 'FrameError'
    this.tooLarge = tooLarge
  }
}

/** The prefix and the payload, so that large payloads are never copied. */
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
 * Cuts what arrives, in pieces of any size, into frames. Throws {@link FrameError} for an unknown kind, for
 * more than `mostBytes` in all, and for anything after the end.
 */
export class FrameReader {
  readonly #mostBytes: number
  readonly #onFrame: (frame: Frame) => void
  #pieces: Uint8Array[] = []
  #held = 0
  #received = 0
  #wanted: { readonly kind: FrameKind; readonly length: number } | undefined
  #ended = false

  constructor(mostBytes: number, onFrame: (frame: Frame) => void) {
    this.#mostBytes = mostBytes
    this.#onFrame = onFrame
  }

  /** The end has been read. */
  get ended(): boolean {
    return this.#ended
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return
    if (this.#ended) throw new FrameError('Something follows the end.')
    this.#received += piece.length
    if (this.#received > this.#mostBytes) throw new FrameError('More than what may be sent.', true)
    this.#pieces.push(piece)
    this.#held += piece.length
    while (this.#cut());
  }

  #cut(): boolean {
    this.#wanted ??= this.#prefix()
    if (!this.#wanted || this.#held < this.#wanted.length) return false
    const { kind, length } = this.#wanted
    this.#wanted = undefined
    const payload = this.#take(length)
    if (kind === 'end') {
      if (length > 0 || this.#held > 0) throw new FrameError('Something follows the end.')
      this.#ended = true
    }
    this.#onFrame({ kind, payload })
    return !this.#ended
  }

  #prefix(): { kind: FrameKind; length: number } | undefined {
    if (this.#held < prefixBytes) return undefined
    const prefix = Buffer.from(this.#take(prefixBytes))
    const kind = kindOf.get(prefix.readUInt8(0))
    const length = prefix.readUInt32BE(1)
    if (kind === undefined) throw new FrameError('A frame of an unknown kind.')
    if (length > this.#mostBytes) throw new FrameError('More than what may be sent.', true)
    return { kind, length }
  }

  #take(length: number): Uint8Array {
    const taken = Buffer.allocUnsafe(length)
    let at = 0
    let used = 0
    while (at < length) {
      const piece = this.#pieces[used] as Uint8Array
      const part = piece.subarray(0, length - at)
      taken.set(part, at)
      at += part.length
      if (part.length < piece.length) this.#pieces[used] = piece.subarray(part.length)
      else used += 1
    }
    this.#pieces.splice(0, used)
    this.#held -= length
    return taken
  }
}
