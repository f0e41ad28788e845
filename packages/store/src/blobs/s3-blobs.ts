import { addAbortSignal, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Sha256, TenantId, Timestamp } from '@repertoire/core/base'
import {
  type BlobStore,
  blobCorrupt,
  checkBlobAddress,
  type StoredBlob,
  storedPrecision,
} from '@repertoire/core/ports'
import { forEachBlob } from './for-each-blob.ts'
import type { S3Address } from './s3-address.ts'
import { isNotFound, statusOf, toS3Problem } from './s3-errors.ts'

/** Timeouts in milliseconds, and the number of attempts. */
export interface S3Timeouts {
  readonly connectMs: number
  /** For one response. */
  readonly responseMs: number
  /** For one call including its retries. */
  readonly totalMs: number
  readonly attempts: number
}

export interface S3BlobsOptions extends S3Address {
  readonly sha256: Sha256
  /**
   * Whatever is left out, including region and keys, is read where the AWS tools look: environment, profile,
   * machine role.
   */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly timeouts?: Partial<S3Timeouts>
}

export interface S3Blobs extends BlobStore {
  /** Throws ProblemError `store.blobs-unavailable` when the bucket cannot be reached with these keys. */
  check(): Promise<void>
  /** Closes the connections. */
  close(): void
}

const defaultTimeouts: S3Timeouts = {
  connectMs: 3000,
  responseMs: 20_000,
  totalMs: 60_000,
  attempts: 3,
}

/** Larger than any blob Repertoire writes. An object of another writer cannot fill the memory. */
const maxBytes = 64 * 1024 * 1024

/**
 * Blobs as objects `<prefix><tenant>/<first two digits>/<sha256>`. An existing object is overwritten only
 * if its bytes are wrong or it was stored a while ago. Every method may throw ProblemError
 * `store.blobs-unavailable`.
 */
export function openS3Blobs(options: S3BlobsOptions): S3Blobs {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const client = createClient(options, timeouts)
  const objects = { ...options, client, timeouts }
  const put: BlobStore['put'] = async (tenantId, hash, bytes) => {
    const object = objectFor(options, tenantId, hash)
    if ((await write(objects, object, { bytes, ifAbsent: true })) === 'written') return
    const known = await findIntact(objects, object)
    if (known && Date.now() - known.storedAt < storedPrecision) return
    // The object is damaged or too old, or this server does not support the condition. These bytes are right.
    await write(objects, object, { bytes, ifAbsent: false })
  }
  return {
    put,
    putAll: (tenantId, blobs) =>
      forEachBlob(blobs, ({ sha256, bytes }) => put(tenantId, sha256, bytes)),
    get: async (tenantId, hash) => {
      const object = objectFor(options, tenantId, hash)
      const bytes = await read(objects, object)
      if (bytes && options.sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes
    },
    list: (tenantId, page) => list(objects, tenantId, page),
    storedAt: async (tenantId, hash) => {
      const { hash: _hash, ...location } = objectFor(options, tenantId, hash)
      const head = await nullIfNotFound(
        client.send(new HeadObjectCommand(location), deadline(timeouts)),
      )
      return head ? lastModifiedOf(head) : null
    },
    remove: async (tenantId, hash) => {
      const { hash: _hash, ...location } = objectFor(options, tenantId, hash)
      await nullIfNotFound(client.send(new DeleteObjectCommand(location), deadline(timeouts)))
    },
    check: async () => {
      const bucket = new HeadBucketCommand({ Bucket: options.bucket })
      await mapErrors(client.send(bucket, deadline(timeouts)))
    },
    close: () => client.destroy(),
  }
}

interface Objects extends S3BlobsOptions {
  readonly client: S3Client
  readonly timeouts: S3Timeouts
}

interface S3Object {
  readonly Bucket: string
  readonly Key: string
  readonly hash: string
}

function createClient(options: S3BlobsOptions, timeouts: S3Timeouts): S3Client {
  const { endpoint, region, credentials, pathStyle } = options
  return new S3Client({
    ...(endpoint ? { endpoint } : {}),
    ...(region ? { region } : {}),
    ...(credentials ? { credentials } : {}),
    // Few self-hosted servers have a host name for each bucket.
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    maxAttempts: timeouts.attempts,
    // The hash is sent and checked explicitly; other checksums would only cost time.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.responseMs,
      throwOnRequestTimeout: true,
    },
  })
}

function objectFor({ bucket, prefix }: S3Address, tenantId: TenantId, hash: string): S3Object {
  checkBlobAddress(tenantId, hash)
  return { Bucket: bucket, Key: `${prefix}${tenantId}/${hash.slice(0, 2)}/${hash}`, hash }
}

/** 409: another upload of it is in progress. 501 and 400 with the condition: the server does not support it. */
const inconclusiveStatuses = [412, 409, 501, 400]

async function write(
  { client, timeouts }: Objects,
  { hash, ...location }: S3Object,
  { bytes, ifAbsent }: { bytes: Uint8Array; ifAbsent: boolean },
): Promise<'written' | 'undecided'> {
  const command = new PutObjectCommand({
    ...location,
    Body: bytes,
    ContentLength: bytes.length,
    ContentType: 'application/octet-stream',
    ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
    ...(ifAbsent ? { IfNoneMatch: '*' } : {}),
  })
  try {
    await client.send(command, deadline(timeouts))
    return 'written'
  } catch (error) {
    if (ifAbsent && inconclusiveStatuses.includes(statusOf(error) ?? 0)) return 'undecided'
    throw toS3Problem(error)
  }
}

/** Null when the object does not have the bytes of its hash, by the server's checksum if it keeps one. */
async function findIntact(
  objects: Objects,
  { hash, ...location }: S3Object,
): Promise<{ storedAt: Timestamp } | null> {
  const command = new HeadObjectCommand({ ...location, ChecksumMode: 'ENABLED' })
  const head = await nullIfNotFound(objects.client.send(command, deadline(objects.timeouts)))
  if (!head) return null
  const match = { storedAt: lastModifiedOf(head) }
  if (head.ChecksumSHA256 && head.ChecksumType !== 'COMPOSITE') {
    return Buffer.from(head.ChecksumSHA256, 'base64').toString('hex') === hash ? match : null
  }
  if ((head.ContentLength ?? 0) > maxBytes) return null
  const bytes = await read(objects, { hash, ...location })
  return bytes && objects.sha256(bytes) === hash ? match : null
}

/** An object without a time counts as stored just now, so it is kept. */
function lastModifiedOf({ LastModified }: { LastModified?: Date | undefined }): Timestamp {
  return LastModified?.getTime() ?? Date.now()
}

async function list(
  { client, timeouts, bucket, prefix }: Objects,
  tenantId: TenantId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredBlob[]> {
  checkBlobAddress(tenantId, after ?? '0'.repeat(64))
  const own = `${prefix}${tenantId}/`
  let last = after === null ? undefined : `${own}${after.slice(0, 2)}/${after}`
  const found: StoredBlob[] = []
  // Foreign objects are skipped, so that a page full of them does not look like the end.
  for (;;) {
    const command = new ListObjectsV2Command({
      ...{ Bucket: bucket, Prefix: own, MaxKeys: Math.min(1_000, limit - found.length) },
      ...(last === undefined ? {} : { StartAfter: last }),
    })
    const page = await mapErrors(client.send(command, deadline(timeouts)))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      last = Key
      const [, sha256] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(own.length)) ?? []
      if (sha256) found.push({ sha256, storedAt: lastModifiedOf({ LastModified }) })
    }
    if (!page.IsTruncated || found.length >= limit) return found
  }
}

/** The client retries a request without a response, but not a response that breaks off; this does. */
async function read(objects: Objects, object: S3Object): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(objects.timeouts.totalMs)
  for (let left = objects.timeouts.attempts - 1; ; left--) {
    const body = await openBody(objects, object, signal)
    if (!body) return null
    try {
      return await bytesOf(body)
    } catch (error) {
      if (left <= 0 || signal.aborted) throw toS3Problem(error)
    }
  }
}

async function openBody(
  { client }: Objects,
  { hash, ...location }: S3Object,
  signal: AbortSignal,
): Promise<Readable | null> {
  const found = await nullIfNotFound(
    client.send(new GetObjectCommand(location), { abortSignal: signal }),
  )
  if (!found) return null
  const body = found.Body
  if (!(body instanceof Readable)) return Readable.from([])
  addAbortSignal(signal, body)
  if ((found.ContentLength ?? 0) <= maxBytes) return body
  body.destroy()
  throw blobCorrupt(hash)
}

async function bytesOf(body: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}

const deadline = ({ totalMs }: S3Timeouts) => ({ abortSignal: AbortSignal.timeout(totalMs) })

async function nullIfNotFound<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  try {
    return await work
  } catch (error) {
    if (isNotFound(error)) return null
    throw toS3Problem(error)
  }
}

async function mapErrors<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    throw toS3Problem(error)
  }
}
