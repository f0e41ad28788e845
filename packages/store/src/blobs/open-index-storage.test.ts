import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import { createFixedClock } from '@repertoire/core/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { createBucket, s3Options } from '../contract/blob-backends.ts'
import { openIndexStorage } from './open-index-storage.ts'
import { startS3Double } from './testing/s3-double.ts'

const [ann, bob] = ['ten_a' as TenantId, 'ten_b' as TenantId]
const bytes = new TextEncoder().encode('a segment')
const hash = sha256(bytes)
const clock = createFixedClock()

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'repertoire-index-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dataDir, { recursive: true, force: true })
})

test('indexes are in a folder of the data folder that is closed to other accounts', async () => {
  const { storage } = await openIndexStorage({ dataDir, sha256, clock })
  await storage.segments.put(ann, hash, bytes)
  expect(await storage.segments.get(ann, hash)).toEqual(bytes)
  expect(await storage.manifests.get(ann, hash)).toBeNull()
  expect((await stat(join(dataDir, 'search-index'))).mode & 0o777).toBe(0o700)
  const again = await openIndexStorage({ dataDir, sha256, clock })
  expect(await again.storage.segments.get(ann, hash)).toEqual(bytes)
})

test('what is kept of any other organisation is removed from this machine', async () => {
  const { storage, removeOthers } = await openIndexStorage({ dataDir, sha256, clock })
  await removeOthers([])
  for (const tenant of [ann, bob])
    for (const blobs of Object.values(storage)) await blobs.put(tenant, hash, bytes)
  await removeOthers([bob])
  const folder = join(dataDir, 'search-index')
  for (const name of await readdir(folder)) expect(await readdir(join(folder, name))).toEqual([bob])
})

test('with a blobs URL they are in S3, apart from the files of skills, and not on the disk', async () => {
  const double = await startS3Double()
  try {
    const options = s3Options(double.url)
    const client = await createBucket(options)
    client.destroy()
    vi.stubEnv('AWS_ENDPOINT_URL_S3', options.endpoint)
    vi.stubEnv('AWS_ACCESS_KEY_ID', options.credentials?.accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', options.credentials?.secretAccessKey)
    const blobsUrl = `s3://${options.bucket}/of/us`
    const opened = await openIndexStorage({ dataDir, sha256, clock, blobsUrl })
    await opened.storage.segments.put(ann, hash, bytes)
    await opened.storage.manifests.put(ann, hash, bytes)
    const keys = [...double.objects.keys()].filter((key) => key.endsWith(hash)).sort()
    expect(keys.map((key) => key.slice(key.indexOf('of/us')))).toEqual([
      `of/us/index.manifests/${ann}/${hash.slice(0, 2)}/${hash}`,
      `of/us/index.segments/${ann}/${hash.slice(0, 2)}/${hash}`,
    ])
    expect(await readdir(dataDir)).toEqual([])
    opened.close()
  } finally {
    await double.close()
  }
})
