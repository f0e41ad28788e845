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
import {
  type BlobStore,
  blobCorrupt,
  checkBlobAddress,
  type Sha256,
  type StoredBlob,
  storedPrecision,
  type TenantId,
  type Timestamp,
} from '@repertoire/core'
import type { S3Address } from './s3-address.ts'
import { isAbsent, s3Failure, statusOf } from './s3-failure.ts'

/** How long to wait, in milliseconds, and how often to try. */
export interface S3Patience {
  readonly connectMs: number
  /** For one answer. */
  readonly answerMs: number
  /** For one call with all its repetitions. */
  readonly callMs: number
  readonly attempts: number
}

export interface S3BlobsOptions extends S3Address {
  readonly sha256: Sha256
  /** What is left out, region and keys too, is found where AWS' tools look: environment, profile, machine role. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly patience?: Partial<S3Patience>
}

export interface S3Blobs extends BlobStore {
  /** Throws ProblemError `store.blobs-unavailable` when the bucket cannot be reached with these keys. */
  check(): Promise<void>
  /** Ends connections. */
  close(): void
}

const usualPatience: S3Patience = { connectMs: 3000, answerMs: 20_000, callMs: 60_000, attempts: 3 }

/** No file of ours is larger; whoever else writes to the bucket does not fill our memory. */
const mostBytes = 64 * 1024 * 1024

/**
 * Blobs as objects `<prefix><tenant>/<first two digits>/<sha256>` (C6). An object that is there is never
 * overwritten unless its bytes are wrong, or it was stored a while ago. Everything may throw ProblemError `store.blobs-unavailable`.
 */
export function openS3Blobs(options: S3BlobsOptions): S3Blobs {
  const patience = { ...usualPatience, ...options.patience }
  const client = createClient(options, patience)
  const objects = { ...options, client, patience }
  return {
    put: async (tenantId, hash, bytes) => {
      const object = objectAt(options, tenantId, hash)
      if ((await write(objects, object, { bytes, condition: true })) === 'written') return
      const known = await inspect(objects, object)
      if (known && Date.now() - known.storedAt < storedPrecision) return
      // It is damaged, or to be stored again, or this server does not know the condition: these bytes are right.
      await write(objects, object, { bytes, condition: false })
    },
    get: async (tenantId, hash) => {
      const object = objectAt(options, tenantId, hash)
      const bytes = await read(objects, object)
      if (bytes && options.sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes
    },
    list: (tenantId, page) => list(objects, tenantId, page),
    storedAt: async (tenantId, hash) => {
      const { hash: _hash, ...place } = objectAt(options, tenantId, hash)
      const head = await presence(client.send(new HeadObjectCommand(place), deadline(patience)))
      return head ? timeOf(head) : null
    },
    remove: async (tenantId, hash) => {
      const { hash: _hash, ...place } = objectAt(options, tenantId, hash)
      await presence(client.send(new DeleteObjectCommand(place), deadline(patience)))
    },
    check: async () => {
      const bucket = new HeadBucketCommand({ Bucket: options.bucket })
      await told(client.send(bucket, deadline(patience)))
    },
    close: () => client.destroy(),
  }
}

interface Objects extends S3BlobsOptions {
  readonly client: S3Client
  readonly patience: S3Patience
}

interface S3Object {
  readonly Bucket: string
  readonly Key: string
  readonly hash: string
}

function createClient(options: S3BlobsOptions, patience: S3Patience): S3Client {
  const { endpoint, region, credentials, pathStyle } = options
  return new S3Client({
    ...(endpoint ? { endpoint } : {}),
    ...(region ? { region } : {}),
    ...(credentials ? { credentials } : {}),
    // Few servers of one's own have a host name for each bucket.
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    maxAttempts: patience.attempts,
    // We name the hash ourselves, and check it ourselves: other checksums would only cost.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connectMs,
      requestTimeout: patience.answerMs,
      throwOnRequestTimeout: true,
    },
  })
}

function objectAt({ bucket, prefix }: S3Address, tenantId: TenantId, hash: string): S3Object {
  checkBlobAddress(tenantId, hash)
  return { Bucket: bucket, Key: `${prefix}${tenantId}/${hash.slice(0, 2)}/${hash}`, hash }
}

/** 409: another upload of it is under way. 501 and 400 with the condition: the server does not know it. */
const undecided = [412, 409, 501, 400]

async function write(
  { client, patience }: Objects,
  { hash, ...place }: S3Object,
  { bytes, condition }: { bytes: Uint8Array; condition: boolean },
): Promise<'written' | 'undecided'> {
  const command = new PutObjectCommand({
    ...place,
    Body: bytes,
    ContentLength: bytes.length,
    ContentType: 'application/octet-stream',
    ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
    ...(condition ? { IfNoneMatch: '*' } : {}),
  })
  try {
    await client.send(command, deadline(patience))
    return 'written'
  } catch (error) {
    if (condition && undecided.includes(statusOf(error) ?? 0)) return 'undecided'
    throw s3Failure(error)
  }
}

/** Null when the object does not hold what its name says, by the server's own checksum where it keeps one. */
async function inspect(
  objects: Objects,
  { hash, ...place }: S3Object,
): Promise<{ storedAt: Timestamp } | null> {
  const command = new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' })
  const head = await presence(objects.client.send(command, deadline(objects.patience)))
  if (!head) return null
  const same = { storedAt: timeOf(head) }
  if (head.ChecksumSHA256 && head.ChecksumType !== 'COMPOSITE') {
    return Buffer.from(head.ChecksumSHA256, 'base64').toString('hex') === hash ? same : null
  }
  if ((head.ContentLength ?? 0) > mostBytes) return null
  const bytes = await read(objects, { hash, ...place })
  return bytes && objects.sha256(bytes) === hash ? same : null
}

/** One whose time nobody tells counts as stored just now: it stays. */
function timeOf({ LastModified }: { LastModified?: Date | undefined }): Timestamp {
  return LastModified?.getTime() ?? Date.now()
}

async function list(
  { client, patience, bucket, prefix }: Objects,
  tenantId: TenantId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredBlob[]> {
  checkBlobAddress(tenantId, after ?? '0'.repeat(64))
  const own = `${prefix}${tenantId}/`
  let last = after === null ? undefined : `${own}${after.slice(0, 2)}/${after}`
  const found: StoredBlob[] = []
  // What is not ours is passed over, so that a page of it does not look like the end.
  for (;;) {
    const command = new ListObjectsV2Command({
      ...{ Bucket: bucket, Prefix: own, MaxKeys: Math.min(1_000, limit - found.length) },
      ...(last === undefined ? {} : { StartAfter: last }),
    })
    const page = await told(client.send(command, deadline(patience)))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      last = Key
      const [, sha256] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(own.length)) ?? []
      if (sha256) found.push({ sha256, storedAt: timeOf({ LastModified }) })
    }
    if (!page.IsTruncated || found.length >= limit) return found
  }
}

/** The client repeats a request that is not answered, but not one whose answer breaks off: that is done here. */
async function read(objects: Objects, object: S3Object): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(objects.patience.callMs)
  for (let left = objects.patience.attempts - 1; ; left--) {
    const body = await openBody(objects, object, signal)
    if (!body) return null
    try {
      return await bytesOf(body)
    } catch (error) {
      if (left <= 0 || signal.aborted) throw s3Failure(error)
    }
  }
}

async function openBody(
  { client }: Objects,
  { hash, ...place }: S3Object,
  signal: AbortSignal,
): Promise<Readable | null> {
  const found = await presence(client.send(new GetObjectCommand(place), { abortSignal: signal }))
  if (!found) return null
  const body = found.Body
  if (!(body instanceof Readable)) return Readable.from([])
  addAbortSignal(signal, body)
  if ((found.ContentLength ?? 0) <= mostBytes) return body
  body.destroy()
  throw blobCorrupt(hash)
}

async function bytesOf(body: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}

const deadline = ({ callMs }: S3Patience) => ({ abortSignal: AbortSignal.timeout(callMs) })

async function presence<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  try {
    return await work
  } catch (error) {
    if (isAbsent(error)) return null
    throw s3Failure(error)
  }
}

async function told<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    throw s3Failure(error)
  }
}
