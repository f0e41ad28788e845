import type { TenantId } from '@repertoire/core/base'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { createBucket, realS3, s3Options, skipRealS3 } from '../contract/blob-backends.ts'
import { rejection } from '../contract/expectations.ts'
import { openS3Blobs, type S3BlobsOptions } from './s3-blobs.ts'
import { startCorruptingProxy } from './testing/corrupting-proxy.ts'

const ann = 'ten_a' as TenantId

describe.skipIf(skipRealS3)('C6: a real S3', () => {
  let options: S3BlobsOptions
  beforeAll(async () => {
    options = s3Options(realS3())
    const client = await createBucket(options)
    client.destroy()
  })

  test('rejects bytes damaged in transit and has the right ones in the end', async () => {
    const { hostname, port } = new URL(options.endpoint ?? '')
    const way = { mark: 'intact:', times: 1 }
    const proxy = await startCorruptingProxy({ host: hostname, port: Number(port) }, way)
    const endpoint = `http://127.0.0.1:${proxy.port}`
    const blobs = openS3Blobs({ ...options, endpoint })
    const bytes = new TextEncoder().encode('intact:yes')
    await blobs.put(ann, sha256(bytes), bytes)
    expect(proxy.corrupted()).toBe(1)
    expect(await blobs.get(ann, sha256(bytes))).toEqual(bytes)
    blobs.close()
    await proxy.close()
  })

  test('stores nothing when the bytes are damaged on every attempt', async () => {
    const { hostname, port } = new URL(options.endpoint ?? '')
    const way = { mark: 'spoilt:', times: 100 }
    const proxy = await startCorruptingProxy({ host: hostname, port: Number(port) }, way)
    const blobs = openS3Blobs({ ...options, endpoint: `http://127.0.0.1:${proxy.port}` })
    const bytes = new TextEncoder().encode('spoilt:yes')
    expect(await rejection(blobs.put(ann, sha256(bytes), bytes))).toBe('store.blobs-unavailable')
    expect(await blobs.get(ann, sha256(bytes))).toBeNull()
    blobs.close()
    await proxy.close()
  })

  test('rejects another key, secret or a missing bucket', async () => {
    const keys = options.credentials ?? { accessKeyId: '', secretAccessKey: '' }
    const others: Partial<S3BlobsOptions>[] = [
      { credentials: { ...keys, accessKeyId: 'another' } },
      { credentials: { ...keys, secretAccessKey: 'another' } },
      { bucket: 'not-there' },
    ]
    const hash = sha256('x')
    for (const other of others) {
      const blobs = openS3Blobs({ ...options, ...other })
      const put = blobs.put(ann, hash, new TextEncoder().encode('x'))
      const refusals = await Promise.all([blobs.check(), blobs.get(ann, hash), put].map(rejection))
      expect(refusals).toEqual(Array(3).fill('store.blobs-unavailable'))
      blobs.close()
    }
  })
})
