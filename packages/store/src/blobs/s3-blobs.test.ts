import { isProblemError, type TenantId } from '@repertoire/core/base'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { createBucket, s3Options } from '../contract/blob-backends.ts'
import { rejection } from '../contract/expectations.ts'
import { openS3Blobs, type S3Blobs, type S3BlobsOptions } from './s3-blobs.ts'
import { type S3Double, startS3Double } from './testing/s3-double.ts'

const ann = 'ten_a' as TenantId
const bytes = new TextEncoder().encode('the bytes of a file')
const hash = sha256(bytes)

let double: S3Double
let options: S3BlobsOptions
let blobs: S3Blobs
const key = (): string => `/${options.bucket}/${ann}/${hash.slice(0, 2)}/${hash}`

beforeEach(async () => {
  double = await startS3Double()
  const timeouts = { connectMs: 500, responseMs: 300, totalMs: 5_000, attempts: 3 }
  options = { ...s3Options(double.url), timeouts }
  const client = await createBucket(options)
  client.destroy()
  double.log.length = 0
  blobs = openS3Blobs(options)
})
afterEach(async () => {
  blobs.close()
  await double.close()
})

/** Everything of an error that a log or response could show. */
async function shown(work: Promise<unknown>): Promise<{ code: string; text: string }> {
  try {
    await work
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { stack, cause, problem } = error
    return { code: problem.code, text: JSON.stringify({ stack, cause, problem }) }
  }
  throw new Error('It was not refused.')
}

describe('C6: an existing object', () => {
  test('is never overwritten', async () => {
    await blobs.put(ann, hash, bytes)
    const stored = double.objects.get(key())
    await blobs.put(ann, hash, bytes)
    expect(double.objects.get(key())).toBe(stored)
    expect(double.log).toEqual(['PUT 200', 'PUT 412', 'HEAD 200'])
  })

  test('is read to verify it when the server keeps no checksum', async () => {
    double.checksums = false
    await blobs.put(ann, hash, bytes)
    await blobs.put(ann, hash, bytes)
    expect(double.log).toEqual(['PUT 200', 'PUT 412', 'HEAD 200', 'GET 200'])
  })

  test('is not overwritten by a server that rejects the condition, and a missing one is written', async () => {
    double.condition = 'refused'
    await blobs.put(ann, hash, bytes)
    const stored = double.objects.get(key())
    await blobs.put(ann, hash, bytes)
    expect(double.objects.get(key())).toBe(stored)
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('keeps its bytes on a server that ignores the condition', async () => {
    double.condition = 'ignored'
    await Promise.all([blobs.put(ann, hash, bytes), blobs.put(ann, hash, bytes)])
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('is rejected unread and repaired when it is larger than any blob', async () => {
    double.objects.set(key(), new Uint8Array(65 * 1024 * 1024))
    expect(await rejection(blobs.get(ann, hash))).toBe('store.blob-corrupt')
    await blobs.put(ann, hash, bytes)
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })
})

describe('C6: in transit', () => {
  test('damaged bytes are not stored and are sent again', async () => {
    double.faults.push('damaged')
    await blobs.put(ann, hash, bytes)
    expect(double.log[0]).toBe('PUT 400')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('a server that is busy twice is tried a third time', async () => {
    double.faults.push('busy', 'busy')
    await blobs.put(ann, hash, bytes)
    double.faults.push('busy', 'busy')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('a response that breaks off is retried a limited number of times', async () => {
    await blobs.put(ann, hash, bytes)
    double.faults.push('cut')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
    double.faults.push('cut', 'cut', 'cut')
    expect(await rejection(blobs.get(ann, hash))).toBe('store.blobs-unavailable')
    expect(double.faults).toEqual([])
  })

  test('a response that stalls is abandoned after the total timeout', async () => {
    await blobs.put(ann, hash, bytes)
    const hasty = openS3Blobs({ ...options, timeouts: { ...options.timeouts, totalMs: 400 } })
    double.faults.push('stalled')
    expect(await rejection(hasty.get(ann, hash))).toBe('store.blobs-unavailable')
    expect(await hasty.get(ann, hash)).toEqual(bytes)
    hasty.close()
  })

  test('a server that stays busy or silent fails the call', async () => {
    for (const fault of ['busy', 'silent'] as const) {
      double.faults.push(fault, fault, fault)
      expect(await rejection(blobs.put(ann, hash, bytes))).toBe('store.blobs-unavailable')
      double.faults.push(fault, fault, fault)
      expect(await rejection(blobs.get(ann, hash))).toBe('store.blobs-unavailable')
      expect(double.faults).toEqual([])
    }
    await blobs.put(ann, hash, bytes)
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })
})

describe('C6: an unusable bucket', () => {
  const telltale = /testkey|testsecret|hunter2|127\.0\.0\.1|localhost|Signature=/

  test('is reported without keys or host when the keys are wrong', async () => {
    const credentials = { accessKeyId: 'testkey', secretAccessKey: 'hunter2' }
    const other = openS3Blobs({ ...options, credentials })
    const calls = [other.check(), other.get(ann, hash), other.put(ann, hash, bytes)]
    for (const refused of await Promise.all(calls.map(shown))) {
      expect(refused.code).toBe('store.blobs-unavailable')
      expect(refused.text).toContain('the keys are rejected')
      expect(refused.text).not.toMatch(telltale)
    }
    other.close()
  })

  test('is reported when it is missing, and no blob counts as absent', async () => {
    const other = openS3Blobs({ ...options, bucket: 'nowhere' })
    const calls = [other.check(), other.get(ann, hash), other.put(ann, hash, bytes)]
    for (const refused of await Promise.all(calls.map(shown))) {
      expect(refused.code).toBe('store.blobs-unavailable')
      expect(refused.text).toContain('the bucket does not exist')
    }
    other.close()
  })

  test('is reported when the server disappears midway', async () => {
    await blobs.put(ann, hash, bytes)
    await double.close()
    const calls = [blobs.check(), blobs.get(ann, hash), blobs.put(ann, hash, bytes)]
    for (const refused of await Promise.all(calls.map(shown))) {
      expect(refused.code).toBe('store.blobs-unavailable')
      expect(refused.text).toContain('ECONNREFUSED')
      expect(refused.text).not.toMatch(telltale)
    }
    double = await startS3Double()
  })
})
