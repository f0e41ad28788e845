import type { TenantId } from '@repertoire/core/base'
import type { BlobStore } from '@repertoire/core/ports'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from './backends.ts'
import { type BlobBackend, blobBackendKinds } from './blob-backends.ts'
import { rejection } from './expectations.ts'

const ann = 'ten_a' as TenantId
const bob = 'ten_b' as TenantId
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

for (const kind of blobBackendKinds) {
  describe.skipIf(kind.skip)(`C6: blobs in ${kind.name}`, () => {
    let backend: BlobBackend
    let blobs: BlobStore
    beforeAll(async () => {
      backend = await kind.create()
      blobs = backend.open()
    })
    afterAll(() => backend?.destroy())

    test('any bytes come back exactly, however often and concurrently they are stored', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
          const hash = sha256(bytes)
          await Promise.all(Array.from({ length: 4 }, () => blobs.put(ann, hash, bytes)))
          await blobs.put(ann, hash, bytes)
          expect(await blobs.get(ann, hash)).toEqual(bytes)
        }),
        { numRuns: 25 },
      )
    })

    test('many are stored at once, with what is there already, and damage is mended', async () => {
      const all = Array.from({ length: 60 }, (_, at) => bytesOf(`one of many ${at}`))
      const added = all.map((bytes) => ({ sha256: sha256(bytes), bytes }))
      await blobs.putAll(ann, added.slice(0, 9))
      await backend.tamper({ tenantId: ann, hash: sha256(bytesOf('one of many 3')) }, bytesOf('x'))
      await Promise.all([blobs.putAll(ann, added), blobs.putAll(ann, added.slice(30))])
      expect(await Promise.all(all.map((bytes) => blobs.get(ann, sha256(bytes))))).toEqual(all)
      await blobs.putAll(ann, [])
    })

    test('of many one that cannot be stored is told', async () => {
      const bad = { sha256: '../escape', bytes: bytesOf('x') }
      const good = { sha256: sha256(bytesOf('y')), bytes: bytesOf('y') }
      expect(await rejection(blobs.putAll(ann, [bad, good]))).toBe('store.bad-blob-address')
    })

    test('an empty blob is stored', async () => {
      const nothing = new Uint8Array()
      await blobs.put(ann, sha256(nothing), nothing)
      expect(await blobs.get(ann, sha256(nothing))).toEqual(nothing)
    })

    test('10 MiB come back exactly', async () => {
      const large = new Uint8Array(10 * 1024 * 1024).map((_, at) => (at * 31) >> 3)
      await blobs.put(ann, sha256(large), large)
      const found = await blobs.get(ann, sha256(large))
      expect(found && sha256(found)).toBe(sha256(large))
    })

    test('many concurrent blobs are each stored correctly', async () => {
      const all = Array.from({ length: 100 }, (_, at) => bytesOf(`file ${at}`))
      await Promise.all(all.map((bytes) => blobs.put(ann, sha256(bytes), bytes)))
      expect(await Promise.all(all.map((bytes) => blobs.get(ann, sha256(bytes))))).toEqual(all)
    })

    test('another process reads a stored blob, and changing a returned buffer changes nothing', async () => {
      const bytes = bytesOf('shared')
      const hash = sha256(bytes)
      await blobs.put(ann, hash, bytes)
      bytes.fill(0)
      const found = await backend.open().get(ann, hash)
      expect(found).toEqual(bytesOf('shared'))
      found?.fill(0)
      expect(await blobs.get(ann, hash)).toEqual(bytesOf('shared'))
    })

    test('another tenant’s blob is as absent as one that never existed', async () => {
      const bytes = bytesOf('confidential')
      await blobs.put(ann, sha256(bytes), bytes)
      expect(await blobs.get(bob, sha256(bytes))).toBeNull()
      expect(await blobs.get(bob, sha256('never'))).toBeNull()
    })

    test('bytes changed behind the store’s back are rejected, and repaired when stored again', async () => {
      const bytes = bytesOf('precious')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      for (const other of ['previous', 'cut', '', 'longer than it was']) {
        await backend.tamper(blob, bytesOf(other))
        expect(await rejection(blobs.get(ann, blob.hash))).toBe('store.blob-corrupt')
        await blobs.put(ann, blob.hash, bytes)
        expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
      }
    })

    test('lost bytes are absent, and come back when stored again', async () => {
      const bytes = bytesOf('lost')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      await backend.tamper(blob, null)
      expect(await blobs.get(ann, blob.hash)).toBeNull()
      await blobs.put(ann, blob.hash, bytes)
      expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
    })

    test('one tenant’s blobs are listed in order, in pages, with their time', async () => {
      const carl = 'ten_c' as TenantId
      const before = Date.now() - 5_000
      const hashes = Array.from({ length: 7 }, (_, at) => sha256(`listed ${at}`)).toSorted()
      for (const at of hashes.keys()) {
        const bytes = bytesOf(`listed ${at}`)
        await blobs.put(carl, sha256(bytes), bytes)
      }
      expect(await blobs.list('ten_none' as TenantId, { after: null, limit: 5 })).toEqual([])
      const first = await blobs.list(carl, { after: null, limit: 5 })
      const after = first.at(-1)?.sha256 ?? null
      const rest = await blobs.list(carl, { after, limit: 5 })
      expect([...first, ...rest].map((blob) => blob.sha256)).toEqual(hashes)
      for (const blob of [...first, ...rest]) {
        expect(blob.storedAt).toBeGreaterThan(before)
        expect(await blobs.storedAt(carl, blob.sha256)).toBeGreaterThan(before)
      }
      expect(await blobs.storedAt(carl, sha256('never'))).toBeNull()
    })

    test('a removed blob is absent for its tenant and for nobody else', async () => {
      const bytes = bytesOf('removed')
      const hash = sha256(bytes)
      await blobs.put(ann, hash, bytes)
      await blobs.put(bob, hash, bytes)
      await blobs.remove(ann, hash)
      await blobs.remove(ann, hash)
      expect([await blobs.get(ann, hash), await blobs.storedAt(ann, hash)]).toEqual([null, null])
      expect(await blobs.get(bob, hash)).toEqual(bytes)
      await blobs.put(ann, hash, bytes)
      expect(await blobs.get(ann, hash)).toEqual(bytes)
    })

    test('storing a blob again updates its time', async () => {
      const bytes = bytesOf('again')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      const now = Date.now()
      if (backend.age) {
        await backend.age(blob)
        expect(await blobs.storedAt(ann, blob.hash)).toBeLessThan(now - 60_000)
      }
      await blobs.put(ann, blob.hash, bytes)
      expect(await blobs.storedAt(ann, blob.hash)).toBeGreaterThan(now - 60_000)
      expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
    })

    test('an invalid hash or tenant id reaches nothing', async () => {
      for (const hash of ['', '..', '../../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`]) {
        expect(await rejection(blobs.get(ann, hash))).toBe('store.bad-blob-address')
        expect(await rejection(blobs.put(ann, hash, bytesOf('x')))).toBe('store.bad-blob-address')
        expect(await rejection(blobs.remove(ann, hash))).toBe('store.bad-blob-address')
        expect(await rejection(blobs.storedAt(ann, hash))).toBe('store.bad-blob-address')
      }
      const hash = sha256('x')
      for (const tenant of ['', '.', '..', 'a/b', 'a\0b', '../ten_a']) {
        expect(await rejection(blobs.get(tenant as TenantId, hash))).toBe('store.bad-blob-address')
        expect(await rejection(blobs.remove(tenant as TenantId, hash))).toBe(
          'store.bad-blob-address',
        )
        const page = { after: null, limit: 1 }
        expect(await rejection(blobs.list(tenant as TenantId, page))).toBe('store.bad-blob-address')
      }
    })
  })
}
