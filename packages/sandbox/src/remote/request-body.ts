import type { IncomingMessage } from 'node:http'
import { type ExecutionRequest, SandboxRejection } from '../execution/execution.ts'
import { isMediaType, multipartType } from './media-types.ts'
import { decodeMultipart } from './multipart.ts'
import { requestOf, requestPart, requestSchema } from './request-message.ts'

/** The client disconnected or was too slow. */
export class RequestCutOff extends Error {
  constructor() {
    super('The request is incomplete.')
    this.name = 'RequestCutOff'
  }
}

/** The maximal size of a request apart from its files: paths, arguments, environment and encoding. */
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
export class RequestTooLarge extends SandboxRejection {
  constructor(maxBytes: number) {
    const mebibytes = Math.floor((maxBytes - maxHeaderBytes) / 1024 / 1024)
    super('sandbox.bad-request', `An execution may have ${mebibytes} MiB of files; send fewer.`)
  }
}

/** Reads a request completely. Throws {@link SandboxRejection} and {@link RequestCutOff}. */
export async function readRequest(
  message: IncomingMessage,
  maxRequestBytes: number,
): Promise<ExecutionRequest> {
  const body = await readBody(message, maxWireBytes(maxRequestBytes))
  const request = await decode(body, message.headers['content-type'] ?? '')
  if (contentBytes(request) > maxRequestBytes) {
    throw new RequestTooLarge(maxWireBytes(maxRequestBytes))
  }
  return request
}

async function readBody(
  message: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    // Not destroyed on early exit: the refusal uses the same connection.
    for await (const piece of message.iterator({ destroyOnReturn: false })) {
      length += piece.length
      if (length > maxBytes) throw new RequestTooLarge(maxBytes)
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof RequestTooLarge) throw error
    throw new RequestCutOff()
  }
  if (!message.complete) throw new RequestCutOff()
  return Buffer.concat(pieces)
}

async function decode(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<ExecutionRequest> {
  const isMultipart = isMediaType(contentType, multipartType)
  const decoded = isMultipart
    ? await decodeMultipart(body, { contentType, name: requestPart })
    : { text: Buffer.from(body).toString(), parts: new Map<string, Uint8Array>() }
  if (!decoded) throw malformed(`It is no ${multipartType} with a part named "${requestPart}".`)
  const parsed = requestSchema.safeParse(parseJson(decoded.text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw malformed(`It is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`)
  }
  const request = requestOf(parsed.data, decoded.parts)
  if (!request) throw malformed('It names a part that was not sent.')
  return request
}

function contentBytes({ stdin, files, workspace }: ExecutionRequest): number {
  const all = [...files, ...workspace]
  return all.reduce((sum, { bytes }) => sum + bytes.length, stdin.length)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('It is not JSON.')
  }
}

function malformed(why: string): SandboxRejection {
  return new SandboxRejection('sandbox.bad-request', `The request cannot be read. ${why}`)
}
