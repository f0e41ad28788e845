import { isProblemError, type TenantId } from '@repertoire/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { createBucket, s3Options } from '../contract/blob-places.ts'
import { refusal } from '../contract/expectations.ts'
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
  const patience = { connectMs: 500, answerMs: 300, callMs: 5_000, attempts: 3 }
  options = { ...s3Options(double.url), patience }
  const client = await createBucket(options)
  client.destroy()
  double.log.length = 0
  blobs = openS3Blobs(options)
})
afterEach(async () => {
  blobs.close()
  await double.close()
})

/** Everything about a refusal that a log or an answer could show. */
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

describe('C6: an object that is there', () => {
  test('is never overwritten', async () => {
    await blobs.put(ann, hash, bytes)
    const stored = double.objects.get(key())
    await blobs.put(ann, hash, bytes)
    expect(double.objects.get(key())).toBe(stored)
    expect(double.log).toEqual(['PUT 200', 'PUT 412', 'HEAD 200'])
  })

  test('is read where the server keeps no checksum that would say what it is', async () => {
    double.checksums = false
    await blobs.put(ann, hash, bytes)
    await blobs.put(ann, hash, bytes)
    expect(double.log).toEqual(['PUT 200', 'PUT 412', 'HEAD 200', 'GET 200'])
  })

  test('is left alone by a server that refuses the condition, and one that is not is written', async () => {
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

  test('and is larger than any file of ours is refused unread, and healed', async () => {
    double.objects.set(key(), new Uint8Array(65 * 1024 * 1024))
    expect(await refusal(blobs.get(ann, hash))).toBe('store.blob-corrupt')
    await blobs.put(ann, hash, bytes)
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })
})

describe('C6: on the way', () => {
  test('bytes that were damaged are not stored, and sent again', async () => {
    double.faults.push('damaged')
    await blobs.put(ann, hash, bytes)
    expect(double.log[0]).toBe('PUT 400')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('a server that is busy twice is asked a third time', async () => {
    double.faults.push('busy', 'busy')
    await blobs.put(ann, hash, bytes)
    double.faults.push('busy', 'busy')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })

  test('an answer that breaks off is asked for again, and not for ever', async () => {
    await blobs.put(ann, hash, bytes)
    double.faults.push('cut')
    expect(await blobs.get(ann, hash)).toEqual(bytes)
    double.faults.push('cut', 'cut', 'cut')
    expect(await refusal(blobs.get(ann, hash))).toBe('store.blobs-unavailable')
    expect(double.faults).toEqual([])
  })

  test('an answer that stalls half-way is given up when the call’s time is over', async () => {
    await blobs.put(ann, hash, bytes)
    const hasty = openS3Blobs({ ...options, patience: { ...options.patience, callMs: 400 } })
    double.faults.push('stalled')
    expect(await refusal(hasty.get(ann, hash))).toBe('store.blobs-unavailable')
    expect(await hasty.get(ann, hash)).toEqual(bytes)
    hasty.close()
  })

  test('a server that stays busy or silent is given up, for this call', async () => {
    for (const fault of ['busy', 'silent'] as const) {
      double.faults.push(fault, fault, fault)
      expect(await refusal(blobs.put(ann, hash, bytes))).toBe('store.blobs-unavailable')
      double.faults.push(fault, fault, fault)
      expect(await refusal(blobs.get(ann, hash))).toBe('store.blobs-unavailable')
      expect(double.faults).toEqual([])
    }
    await blobs.put(ann, hash, bytes)
    expect(await blobs.get(ann, hash)).toEqual(bytes)
  })
})

describe('C6: a bucket that cannot be used', () => {
  const telltale = /testkey|testsecret|hunter2|127\.0\.0\.1|localhost|Signature=/

  test('is told without keys or host when the keys are wrong', async () => {
    const credentials = { accessKeyId: 'testkey', secretAccessKey: 'hunter2' }
    const other = openS3Blobs({ ...options, credentials })
    const calls = [other.check(), other.get(ann, hash), other.put(ann, hash, bytes)]
    for (const refused of await Promise.all(calls.map(shown))) {
      expect(refused.code).toBe('store.blobs-unavailable')
      expect(refused.text).toContain('the keys are refused')
      expect(refused.text).not.toMatch(telltale)
    }
    other.close()
  })

  test('is told when it is not there, and no file is called absent for it', async () => {
    const other = openS3Blobs({ ...options, bucket: 'nowhere' })
    const calls = [other.check(), other.get(ann, hash), other.put(ann, hash, bytes)]
    for (const refused of await Promise.all(calls.map(shown))) {
      expect(refused.code).toBe('store.blobs-unavailable')
      expect(refused.text).toContain('there is no such bucket')
    }
    other.close()
  })

  test('is told when the server goes away in the middle', async () => {
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
