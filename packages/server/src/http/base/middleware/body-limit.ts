import type { Readable } from 'node:stream'
import { isProblemError, ProblemError } from '@repertoire/core/base'

/**
 * Reads the body. Throws ProblemError `request.too-large` as soon as it exceeds `limit`, and `request.too-slow` when
 * it is not complete within `deadlineMs`; without one the server's own deadline holds.
 */
export async function readBody(
  request: Request,
  limit: number,
  deadlineMs?: number,
): Promise<Uint8Array> {
  if (declaredLength(request) > limit) throw tooLarge(limit)
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const late = deadlineMs === undefined ? undefined : startDeadline(deadlineMs)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const next = reader.read()
      const { done, value } = await (late ? Promise.race([next, late.passed]) : next)
      if (done) break
      size += value.byteLength
      if (size > limit) throw tooLarge(limit)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => undefined)
    throw isProblemError(error) ? error : interrupted(error)
  } finally {
    late?.stop()
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

/**
 * The body as the parts that arrived, which a thread can take over. From the connection itself where there is one: a web
 * stream copies each part on the event loop. Throws like {@link readBody}.
 */
export async function readParts(
  request: Request,
  limit: number,
  incoming: Readable | undefined,
): Promise<readonly Uint8Array[]> {
  if (!incoming) return [await readBody(request, limit)]
  if (declaredLength(request) > limit) throw tooLarge(limit)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of incoming.iterator({ destroyOnReturn: false })) {
      size += part.byteLength
      if (size > limit) throw tooLarge(limit)
      parts.push(part)
    }
  } catch (error) {
    throw isProblemError(error) ? error : interrupted(error)
  }
  return parts
}

/** What its header says: zero for a body that comes in chunks. */
export function declaredLength(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}

function startDeadline(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(ms)), ms)
  })
  passed.catch(() => undefined)
  return { passed, stop: () => clearTimeout(timer) }
}

function tooSlow(ms: number): ProblemError {
  const code = 'request.too-slow'
  const message = `The body was not complete within ${ms / 1000} seconds.`
  return new ProblemError({ code, kind: 'invalid', message })
}

export function interrupted(cause: unknown): ProblemError {
  const code = 'request.interrupted'
  const message = 'The connection ended before the whole body had arrived.'
  return new ProblemError({ code, kind: 'invalid', message }, { cause })
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError({
    code: 'request.too-large',
    kind: 'too-large',
    message: `The body is larger than the ${sizeOf(limit)} this path takes.`,
    hint: 'Send less at once; an import can be split into several requests.',
    details: { limit_bytes: limit },
  })
}

function sizeOf(bytes: number): string {
  const mebibyte = 1024 * 1024
  return bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`
}
