import { outboundProblem } from './outbound-problems.ts'

export interface BodyLimit {
  /** Limit of decoded bytes; Infinity for none. */
  readonly bytes: number
  /** Translates an error of the source. */
  readonly explain: (error: unknown) => unknown
  /** Called once when the body has ended, for whatever reason. */
  readonly done: () => void
}

/**
 * The same body, limited to `bytes`: one byte more fails with `outbound.too-large` and cancels the source.
 * Bytes are counted after decompression and pulled chunk by chunk, so a decompression bomb never unfolds.
 */
export function limitBody(
  source: ReadableStream<Uint8Array>,
  { bytes, explain, done }: BodyLimit,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let seen = 0
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done: ended } = await reader.read()
          if (ended) {
            done()
            controller.close()
            return
          }
          seen += value.byteLength
          if (seen > bytes) throw tooLarge(bytes)
          controller.enqueue(value)
        } catch (error) {
          done()
          reader.cancel().catch(() => undefined)
          controller.error(explain(error))
        }
      },
      async cancel(reason) {
        done()
        await reader.cancel(reason).catch(() => undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

export function tooLarge(bytes: number) {
  return outboundProblem('outbound.too-large', {
    message: `The answer is larger than ${bytes} bytes, so it was cut off.`,
    details: { limitBytes: bytes },
  })
}
