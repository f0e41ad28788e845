import { isProblemError, ProblemError } from '@repertoire/core'

/** Reads the body. Throws ProblemError `request.too-large` as soon as it exceeds `limit`. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    throw isProblemError(error) ? error : interrupted(error)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

function interrupted(cause: unknown): ProblemError {
  const code = 'request.interrupted'
  const message = 'The connection ended before the whole body had arrived.'
  return new ProblemError({ code, kind: 'invalid', message }, { cause })
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError({
    code: 'request.too-large',
    kind: 'too-large',
    message: `The body is larger than the ${limit / 1024 / 1024} MiB this path takes.`,
    hint: 'Send less at once; an import can be split into several requests.',
    details: { limit_bytes: limit },
  })
}
