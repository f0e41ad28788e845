import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { TenantId } from '@repertoire/core/base'
import type { BlobStore } from '@repertoire/core/ports'
import { createInMemoryBlobs } from '@repertoire/core/testing'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { openS3Blobs, type S3BlobsOptions } from '../blobs/s3-blobs.ts'
import { startS3Double } from '../blobs/testing/s3-double.ts'
import { sha256 } from './backends.ts'

/** One storage of blobs, for one test file. */
export interface BlobBackend {
  /** A new blob store on the same data, as another process would open it. */
  open(): BlobStore
  /** Replaces or deletes a blob's bytes behind the store's back. */
  tamper(blob: { tenantId: TenantId; hash: string }, bytes: Uint8Array | null): Promise<void>
  /** Backdates a blob by a day; absent where only the server sets that time. */
  readonly age?: (blob: { tenantId: TenantId; hash: string }) => Promise<void>
  destroy(): Promise<void>
}

const dayMs = 24 * 60 * 60_000

export interface BlobBackendKind {
  readonly name: 'in memory' | 'a folder' | 'a double of S3' | 'a real S3'
  readonly skip: boolean
  create(): Promise<BlobBackend>
}

/** `http://key:secret@host:port` of a real S3, see scripts/with-s3.mjs. */
const serverUrl = process.env.TEST_S3_URL
/** Without one the tests are skipped; under `REQUIRE_ALL=1` they fail. */
export const skipRealS3 = !serverUrl && process.env.REQUIRE_ALL !== '1'

export function realS3(): string {
  if (!serverUrl) throw new Error('A real S3 is required: node scripts/with-s3.mjs npx vitest run')
  return serverUrl
}

export const blobBackendKinds: readonly BlobBackendKind[] = [
  { name: 'in memory', skip: false, create: createInMemoryBlobBackend },
  { name: 'a folder', skip: false, create: createFolderBackend },
  { name: 'a double of S3', skip: false, create: createS3DoubleBackend },
  { name: 'a real S3', skip: skipRealS3, create: async () => createS3BlobBackend(realS3()) },
]

async function createInMemoryBlobBackend(): Promise<BlobBackend> {
  const contents = new Map<string, { bytes: Uint8Array; storedAt: number }>()
  return {
    open: () => createInMemoryBlobs(sha256, contents),
    tamper: async ({ tenantId, hash }, bytes) => {
      if (bytes) contents.set(`${tenantId}/${hash}`, { bytes, storedAt: Date.now() })
      else contents.delete(`${tenantId}/${hash}`)
    },
    age: async ({ tenantId, hash }) => {
      const { bytes } = contents.get(`${tenantId}/${hash}`) ?? { bytes: new Uint8Array() }
      contents.set(`${tenantId}/${hash}`, { bytes, storedAt: Date.now() - dayMs })
    },
    destroy: async () => undefined,
  }
}

async function createFolderBackend(): Promise<BlobBackend> {
  const folder = await mkdtemp(join(tmpdir(), 'repertoire-blobs-'))
  return {
    open: () => createFolderBlobs(folder, { sha256 }),
    tamper: async ({ tenantId, hash }, bytes) => {
      const path = join(folder, tenantId, hash.slice(0, 2), hash)
      await mkdir(dirname(path), { recursive: true })
      await (bytes ? writeFile(path, bytes) : rm(path))
    },
    age: async ({ tenantId, hash }) => {
      const seconds = (Date.now() - dayMs) / 1000
      await utimes(join(folder, tenantId, hash.slice(0, 2), hash), seconds, seconds)
    },
    destroy: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createS3DoubleBackend(): Promise<BlobBackend> {
  const double = await startS3Double()
  const backend = await createS3BlobBackend(double.url)
  const destroy = async () => {
    await backend.destroy()
    await double.close()
  }
  const age: BlobBackend['age'] = async ({ hash }) => {
    const [path] = [...double.objects.keys()].filter((key) => key.endsWith(hash))
    double.times.set(path ?? '', Date.now() - dayMs)
  }
  return { ...backend, age, destroy }
}

async function createS3BlobBackend(url: string): Promise<BlobBackend> {
  const options = { ...s3Options(url), prefix: 'some/where/' }
  const client = await createBucket(options)
  const opened = [] as { close(): void }[]
  return {
    open: () => {
      const blobs = openS3Blobs(options)
      opened.push(blobs)
      return blobs
    },
    tamper: async ({ tenantId, hash }, bytes) => {
      const key = `${options.prefix}${tenantId}/${hash.slice(0, 2)}/${hash}`
      const object = { Bucket: options.bucket, Key: key }
      if (bytes) await client.send(new PutObjectCommand({ ...object, Body: bytes }))
      else await client.send(new DeleteObjectCommand(object))
    },
    destroy: async () => {
      client.destroy()
      for (const blobs of opened) blobs.close()
    },
  }
}

/** Options for a bucket, not created yet, on the server at `http://key:secret@host:port`. */
export function s3Options(url: string): S3BlobsOptions & { readonly endpoint: string } {
  const { username, password, origin } = new URL(url)
  return {
    bucket: `test-${randomUUID()}`,
    prefix: '',
    pathStyle: true,
    endpoint: origin,
    region: 'us-east-1',
    credentials: { accessKeyId: username, secretAccessKey: password },
    sha256,
  }
}

/** Creates the bucket and returns a client with its owner's keys. */
export async function createBucket(options: S3BlobsOptions): Promise<S3Client> {
  const { endpoint = '', region = '', credentials } = options
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true },
    ...(credentials ? { credentials } : {}),
  })
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }))
  return client
}
