import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@repertoire/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { refusal } from '../contract/expectations.ts'
import { createFolderBlobs } from './folder-blobs.ts'

const ann = 'ten_a' as TenantId
const bob = 'ten_b' as TenantId
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-blobs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('any bytes come back exactly, however often they are stored', async () => {
  const blobs = createFolderBlobs(folder, sha256)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
      const hash = sha256(bytes)
      await Promise.all([blobs.put(ann, hash, bytes), blobs.put(ann, hash, bytes)])
      expect(await blobs.get(ann, hash)).toEqual(bytes)
    }),
    { numRuns: 25 },
  )
})

test('another tenant’s blob is as absent as one that never was', async () => {
  const blobs = createFolderBlobs(folder, sha256)
  const bytes = bytesOf('confidential')
  await blobs.put(ann, sha256(bytes), bytes)
  expect(await blobs.get(bob, sha256(bytes))).toBeNull()
  expect(await blobs.get(bob, sha256('never'))).toBeNull()
})

test('bytes that changed on the disk are refused, and heal when stored again', async () => {
  const blobs = createFolderBlobs(folder, sha256)
  const bytes = bytesOf('precious')
  const hash = sha256(bytes)
  await blobs.put(ann, hash, bytes)
  await writeFile(join(folder, ann, hash.slice(0, 2), hash), 'tampered')
  expect(await refusal(blobs.get(ann, hash))).toBe('store.blob-corrupt')
  await blobs.put(ann, hash, bytes)
  expect(await blobs.get(ann, hash)).toEqual(bytes)
})

test('an address that is no hash, or a tenant that is no name, reaches no file', async () => {
  const blobs = createFolderBlobs(folder, sha256)
  for (const hash of ['', '..', '../../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`]) {
    expect(await refusal(blobs.get(ann, hash))).toBe('store.bad-blob-address')
    expect(await refusal(blobs.put(ann, hash, bytesOf('x')))).toBe('store.bad-blob-address')
  }
  const hash = sha256('x')
  for (const tenant of ['', '.', '..', 'a/b', 'a\0b', '../ten_a']) {
    expect(await refusal(blobs.get(tenant as TenantId, hash))).toBe('store.bad-blob-address')
  }
})

test('a write that fails leaves no part behind', async () => {
  const place = join(folder, 'blocked')
  const blobs = createFolderBlobs(place, sha256)
  const bytes = bytesOf('never there')
  const hash = sha256(bytes)
  await blobs.put(ann, sha256('neighbour'), bytesOf('neighbour'))
  await writeFile(join(place, ann, hash.slice(0, 2)), 'a file where the folder should be')
  expect(await refusal(blobs.put(ann, hash, bytes))).toBe('store.folder-unusable')
  const left = await readdir(place, { recursive: true })
  expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([])
})
