import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError, type Problem, type TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { createBucket, s3Options } from '../contract/blob-backends.ts'
import { openStore } from '../open-store.ts'
import { openBlobs } from './open-blobs.ts'
import { type S3Double, startS3Double } from './testing/s3-double.ts'

const ann = 'ten_a' as TenantId
const bytes = new TextEncoder().encode('a file')
const hash = sha256(bytes)
const clock = createFixedClock()

let dataDir = ''
let double: S3Double
let bucket = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'repertoire-blobs-'))
  double = await startS3Double()
  const options = s3Options(double.url)
  bucket = options.bucket
  const client = await createBucket(options)
  client.destroy()
  vi.stubEnv('AWS_ENDPOINT_URL_S3', options.endpoint)
  vi.stubEnv('AWS_ACCESS_KEY_ID', options.credentials?.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', options.credentials?.secretAccessKey)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await double.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The problem with which a start with this blobs URL fails. */
async function refusedStart(blobsUrl: string): Promise<Problem> {
  const ports = { clock, ids: createSequentialIds(), sha256 }
  try {
    const store = await openStore({ dataDir, blobsUrl, ...ports })
    await store.close()
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('It opened.')
}

test('C6: blobs are in the data folder by default', async () => {
  const { blobs } = await openBlobs({
    folder: join(dataDir, 'blobs'),
    ...{ sha256, clock, blobsUrl: undefined },
  })
  await blobs.put(ann, hash, bytes)
  expect(await readdir(join(dataDir, 'blobs', ann, hash.slice(0, 2)))).toEqual([hash])
  expect(double.objects.size).toBe(1)
})

test('C6: a URL and the AWS environment variables put blobs in S3 and none on the disk', async () => {
  const opened = await openBlobs({
    folder: join(dataDir, 'blobs'),
    ...{ sha256, clock, blobsUrl: `s3://${bucket}/of/us` },
  })
  await opened.blobs.put(ann, hash, bytes)
  opened.close()
  const key = `/${bucket}/of/us/${ann}/${hash.slice(0, 2)}/${hash}`
  expect([...double.objects.keys()]).toEqual([`/${bucket}`, key])
  expect(await readdir(dataDir)).toEqual([])
})

test('C6: an invalid URL prevents the start before a database is created', async () => {
  expect((await refusedStart('s3:/bucket')).code).toBe('store.bad-blobs-url')
  expect(await readdir(dataDir)).toEqual([])
})

test('C6: a missing bucket or wrong keys prevent the start', async () => {
  const absent = await refusedStart('s3://not-there')
  expect(absent.code).toBe('store.blobs-unavailable')
  expect(absent.message).toContain('the bucket does not exist')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hunter2')
  const refused = await refusedStart(`s3://${bucket}`)
  expect(refused.message).toContain('the keys are rejected')
  expect(refused.hint).toContain('REPERTOIRE_BLOBS_URL')
  expect(JSON.stringify(refused)).not.toMatch(/hunter2|testkey|127\.0\.0\.1/)
})

test('C6: an invalid endpoint or region prevents the start', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'hunter2')
  const endpoint = await refusedStart(`s3://${bucket}`)
  vi.stubEnv('AWS_ENDPOINT_URL_S3', '')
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere')
  vi.stubEnv('AWS_REGION', '')
  const region = await refusedStart(`s3://${bucket}`)
  for (const { code, message } of [endpoint, region]) {
    expect(code).toBe('store.blobs-unavailable')
    expect(message).toBe(
      'The blobs in S3 cannot be reached: the region or the endpoint is missing or invalid.',
    )
  }
})

test('C6: a server that does not respond prevents the start soon', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:1')
  const problem = await refusedStart(`s3://${bucket}`)
  expect(problem).toMatchObject({
    code: 'store.blobs-unavailable',
    details: { reason: 'ECONNREFUSED' },
  })
})
