import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { HttpEnvironment } from './environment.ts'

export type Encoding = 'br' | 'gzip'

/** Below, the body fits into the packets that are sent anyway. */
export const minCompressedBytes = 2_048

/** An answer is compressed for one request: what is better takes several times as long. */
const brotliQuality = 4

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The first of those that the client takes; undefined for the body as it is. */
export function acceptedEncoding(
  c: Context<HttpEnvironment>,
  offered: readonly Encoding[],
): Encoding | undefined {
  const found = accepts(c, {
    ...{ header: 'Accept-Encoding', supports: [...offered], default: 'identity' },
    match: (accepted) =>
      offered.find((one) => accepted.some(({ type, q }) => type === one && q > 0)) ?? 'identity',
  })
  return offered.find((encoding) => encoding === found)
}

/**
 * In the thread pool: the event loop goes on. The length of a compressed body can tell of secrets beside words that an
 * attacker chose. No other site makes a browser ask for one: session cookies are SameSite=Strict.
 */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return encoding === 'br' ? await compressBrotli(bytes, { params }) : await compressGzip(bytes)
}
