import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from './signature.ts'

/**
 * The fault of one request: a 503, no response, half a response with the connection cut or kept open, or a body
 * received with other bytes.
 */
export type S3Fault = 'busy' | 'silent' | 'cut' | 'stalled' | 'damaged'

export interface S3Double {
  /** `http://key:secret@host:port`. */
  readonly url: string
  /** Keyed by `/bucket/key`; a bucket is an entry `/bucket`. */
  readonly objects: Map<string, Uint8Array>
  /** When each object was written, by the same keys. */
  readonly times: Map<string, number>
  /** `PUT 200` and so on, in order, without requests for buckets. */
  readonly log: string[]
  /** Consumed from the front, one per request. */
  readonly faults: S3Fault[]
  /** How it handles `If-None-Match`. */
  condition: 'kept' | 'ignored' | 'refused'
  /** Whether it keeps checksums and returns them. */
  checksums: boolean
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly code?: string
  readonly body?: Uint8Array
  readonly headers?: Record<string, string>
}

/** A test double of the part of S3 that blobs use: HTTP, signatures, checksums and faults. */
export async function startS3Double(): Promise<S3Double> {
  const keys = { key: 'testkey', secret: 'testsecret' }
  const server = createServer((request, response) => {
    void receive(request).then((body) => {
      const fault = double.faults.shift()
      if (fault === 'silent') return
      const sent = fault === 'damaged' ? body.map((byte) => byte ^ 1) : body
      send(response, fault === 'busy' ? busy : respondTo(double, { request, body: sent, keys }), {
        request,
        log: double.log,
        fault,
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const double: S3Double = {
    url: `http://${keys.key}:${keys.secret}@127.0.0.1:${port}`,
    objects: new Map(),
    times: new Map(),
    log: [],
    faults: [],
    condition: 'kept',
    checksums: true,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return double
}

const busy: Answer = { status: 503, code: 'SlowDown' }

interface SignedRequest {
  readonly request: IncomingMessage
  readonly body: Uint8Array
  readonly keys: { readonly key: string; readonly secret: string }
}

function respondTo(double: S3Double, { request, body, keys }: SignedRequest): Answer {
  if (!isSigned(request, keys)) return { status: 403, code: 'SignatureDoesNotMatch' }
  if (request.headers['x-amz-content-sha256'] !== digest(body, 'hex')) {
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  }
  const path = request.url?.split('?')[0]?.replace(/\/$/, '') ?? ''
  const bucket = /^\/[^/]+/.exec(path)?.[0] ?? ''
  const isBucket = path === bucket
  if (!double.objects.has(bucket) && !(isBucket && request.method === 'PUT')) {
    return { status: 404, code: 'NoSuchBucket' }
  }
  if (request.method === 'PUT') return put(double, { request, path, body })
  if (isBucket && request.method === 'GET') return listing(double, bucket, request.url ?? '')
  if (request.method === 'DELETE') {
    double.objects.delete(path)
    return { status: 204 }
  }
  const found = double.objects.get(path)
  if (!found) return { status: 404, code: 'NoSuchKey' }
  const headers: Record<string, string> =
    double.checksums && request.headers['x-amz-checksum-mode'] === 'ENABLED'
      ? { 'x-amz-checksum-sha256': digest(found, 'base64'), 'x-amz-checksum-type': 'FULL_OBJECT' }
      : {}
  const modified = new Date(double.times.get(path) ?? 0).toUTCString()
  return { status: 200, body: found, headers: { ...headers, 'last-modified': modified } }
}

/** Pages have at most two keys, so that there are several. */
function listing({ objects, times }: S3Double, bucket: string, url: string): Answer {
  const query = new URL(url, 'http://s3').searchParams
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 2)
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(`${bucket}/`))
    .map((path) => path.slice(bucket.length + 1))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort()
  const contents = keys.slice(0, maxKeys).map((key) => {
    const modified = new Date(times.get(`${bucket}/${key}`) ?? 0).toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`
  })
  const truncated = `<IsTruncated>${keys.length > maxKeys}</IsTruncated>`
  const xml = `<ListBucketResult>${truncated}${contents.join('')}</ListBucketResult>`
  return { status: 200, body: new TextEncoder().encode(xml) }
}

function put(
  double: S3Double,
  { request, path, body }: { request: IncomingMessage; path: string; body: Uint8Array },
): Answer {
  const content = request.headers['x-amz-checksum-sha256']
  if (content !== undefined && double.checksums && content !== digest(body, 'base64')) {
    return { status: 400, code: 'BadDigest' }
  }
  const conditional = request.headers['if-none-match'] === '*'
  if (conditional && double.condition === 'refused') return { status: 501, code: 'NotImplemented' }
  if (conditional && double.condition === 'kept' && double.objects.has(path)) {
    return { status: 412, code: 'PreconditionFailed' }
  }
  double.objects.set(path, body)
  double.times.set(path, Date.now())
  return { status: 200 }
}

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2)

const digest = (bytes: Uint8Array, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(bytes).digest(encoding)

function send(
  response: ServerResponse,
  { status, code, body = new Uint8Array(), headers = {} }: Answer,
  { request, log, fault }: { request: IncomingMessage; log: string[]; fault: S3Fault | undefined },
): void {
  log.push(`${request.method} ${status}`)
  const content = code ? new TextEncoder().encode(`<Error><Code>${code}</Code></Error>`) : body
  if (status === 204) {
    response.writeHead(204).end()
    return
  }
  response.writeHead(status, { ...headers, 'content-length': content.length })
  if (request.method === 'HEAD') response.end()
  else if (fault === 'cut') response.write(half(content), () => response.destroy())
  else if (fault === 'stalled') response.write(half(content))
  else response.end(content)
}

async function receive(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}
