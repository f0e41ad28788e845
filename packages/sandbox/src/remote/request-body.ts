import type { IncomingMessage } from 'node:http'
import { type ExecutionRequest, SandboxRefusal } from '../execution/execution.ts'
import { FrameError, FrameReader } from './frames.ts'
import { requestHeaderSchema, requestOf } from './messages.ts'

/** The client disconnected or was too slow. */
export class RequestCutOff extends Error {
  constructor() {
    super('The request is incomplete.')
    this.name = 'RequestCutOff'
  }
}

/** The maximal size of a request apart from its files: paths, arguments, environment and framing. */
const maxHeaderBytes = 8 * 1024 * 1024

/** The maximal size of a request on the wire. */
export function maxWireBytes(maxRequestBytes: number): number {
  return maxRequestBytes + maxHeaderBytes
}

/** The declared size of a request; the maximum when it declares none. Throws when that is too large. */
export function declaredBytes(request: IncomingMessage, maxBytes: number): number {
  const length = request.headers['content-length']
  const announced = length === undefined ? maxBytes : Number(length)
  if (announced > maxBytes) throw new RequestTooLarge(maxBytes)
  return announced
}

/** The request is too large. */
export class RequestTooLarge extends SandboxRefusal {
  constructor(maxBytes: number) {
    const mebibytes = Math.floor((maxBytes - maxHeaderBytes) / 1024 / 1024)
    super('sandbox.bad-request', `An execution may have ${mebibytes} MiB of files; send fewer.`)
  }
}

/** Reads a request completely. Throws {@link SandboxRefusal} and {@link RequestCutOff}. */
export async function readRequest(
  message: IncomingMessage,
  maxRequestBytes: number,
): Promise<ExecutionRequest> {
  const maxBytes = maxWireBytes(maxRequestBytes)
  let header: Uint8Array | undefined
  const pieces: Uint8Array[] = []
  const reader = new FrameReader(maxBytes, ({ kind, payload }) => {
    if (kind === 'header' && header === undefined) header = payload
    else if (kind === 'bytes' && header !== undefined) pieces.push(payload)
    else if (kind !== 'end') throw new FrameError(`Unexpected ${kind} frame.`)
  })
  try {
    // Not destroyed on early exit: the rejection uses the same connection.
    for await (const piece of message.iterator({ destroyOnReturn: false })) {
      reader.push(piece)
    }
  } catch (error) {
    if (!(error instanceof FrameError)) throw new RequestCutOff()
    throw error.tooLarge ? new RequestTooLarge(maxBytes) : malformed(error.message)
  }
  if (!message.complete) throw new RequestCutOff()
  if (!reader.ended || !header) throw malformed('It ends too early.')
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > maxRequestBytes)
    throw new RequestTooLarge(maxBytes)
  return parse(header, pieces)
}

function parse(header: Uint8Array, pieces: readonly Uint8Array[]): ExecutionRequest {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(header).toString())
  } catch {
    throw malformed('Its header is not JSON.')
  }
  const parsed = requestHeaderSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw malformed(
      `Its header is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`,
    )
  }
  const request = requestOf(parsed.data, pieces)
  if (!request) throw malformed('The number of its files does not match its header.')
  return request
}

function malformed(why: string): SandboxRefusal {
  return new SandboxRefusal('sandbox.bad-request', `The request cannot be read. ${why}`)
}
