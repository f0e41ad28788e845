import type { IncomingMessage } from 'node:http'
import { type ExecutionRequest, SandboxRefusal } from '../execution.ts'
import { FrameError, FrameReader } from './frames.ts'
import { requestHeaderSchema, requestOf } from './messages.ts'

/** The client went away or was too slow; there is nobody to answer. */
export class RequestCutOff extends Error {
  constructor() {
    super('The request did not arrive whole.')
    this.name = 'RequestCutOff'
  }
}

/** What a request may have besides its files: paths, arguments, environment, and what frames them. */
const mostHeaderBytes = 8 * 1024 * 1024

/** Bytes a request of this kind may have on the wire. */
export function mostWireBytes(requestBytes: number): number {
  return requestBytes + mostHeaderBytes
}

/** Bytes a request says it has; all it may have when it does not say. Throws when that is too many. */
export function announcedBytes(request: IncomingMessage, most: number): number {
  const length = request.headers['content-length']
  const announced = length === undefined ? most : Number(length)
  if (announced > most) throw new RequestTooLarge(most)
  return announced
}

/** More than a request may have. */
export class RequestTooLarge extends SandboxRefusal {
  constructor(most: number) {
    const mebibytes = Math.floor((most - mostHeaderBytes) / 1024 / 1024)
    super('sandbox.bad-request', `An execution may bring ${mebibytes} MiB of files; send fewer.`)
  }
}

/** Reads a request to its end. Throws {@link SandboxRefusal} and {@link RequestCutOff}. */
export async function readRequest(
  message: IncomingMessage,
  requestBytes: number,
): Promise<ExecutionRequest> {
  const most = mostWireBytes(requestBytes)
  let header: Uint8Array | undefined
  const pieces: Uint8Array[] = []
  const reader = new FrameReader(most, ({ kind, payload }) => {
    if (kind === 'header' && header === undefined) header = payload
    else if (kind === 'bytes' && header !== undefined) pieces.push(payload)
    else if (kind !== 'end') throw new FrameError(`A ${kind} frame where none may be.`)
  })
  try {
    // Not destroyed when left early: the refusal has to get back over the same connection.
    for await (const piece of message.iterator({ destroyOnReturn: false })) {
      reader.push(piece)
    }
  } catch (error) {
    if (!(error instanceof FrameError)) throw new RequestCutOff()
    throw error.tooLarge ? new RequestTooLarge(most) : malformed(error.message)
  }
  if (!message.complete) throw new RequestCutOff()
  if (!reader.ended || !header) throw malformed('It ends too early.')
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > requestBytes)
    throw new RequestTooLarge(most)
  return parse(header, pieces)
}

function parse(header: Uint8Array, pieces: readonly Uint8Array[]): ExecutionRequest {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(header).toString())
  } catch {
    throw malformed('Its header is no JSON.')
  }
  const parsed = requestHeaderSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw malformed(
      `Its header is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`,
    )
  }
  const request = requestOf(parsed.data, pieces)
  if (!request) throw malformed('Its files are not as many as its header says.')
  return request
}

function malformed(why: string): SandboxRefusal {
  return new SandboxRefusal('sandbox.bad-request', `The request cannot be read. ${why}`)
}
