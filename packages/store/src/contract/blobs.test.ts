import type { BlobStore, TenantId } from '@repertoire/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from './backends.ts'
import { type BlobPlace, blobPlaceKinds } from './blob-places.ts'
import { refusal } from './expectations.ts'

const ann = 'ten_a' as TenantId
const bob = 'ten_b' as TenantId
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

for (const kind of blobPlaceKinds) {
  describe.skipIf(kind.skip)(`C6: blobs in ${kind.name}`, () => {
    let place: BlobPlace
    let blobs: BlobStore
    beforeAll(async () => {
      place = await kind.create()
      blobs = place.open()
    })
    afterAll(() => place?.destroy())

    test('any bytes come back exactly, however often and however many at once they are stored', async () => {
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

    test('no bytes are bytes too', async () => {
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

    test('many at once are each what they are', async () => {
      const all = Array.from({ length: 100 }, (_, at) => bytesOf(`file ${at}`))
      await Promise.all(all.map((bytes) => blobs.put(ann, sha256(bytes), bytes)))
      expect(await Promise.all(all.map((bytes) => blobs.get(ann, sha256(bytes))))).toEqual(all)
    })

    test('what one process stored another reads, and nobody’s change of their copy changes it', async () => {
      const bytes = bytesOf('shared')
      const hash = sha256(bytes)
      await blobs.put(ann, hash, bytes)
      bytes.fill(0)
      const found = await place.open().get(ann, hash)
      expect(found).toEqual(bytesOf('shared'))
      found?.fill(0)
      expect(await blobs.get(ann, hash)).toEqual(bytesOf('shared'))
    })

    test('another tenant’s blob is as absent as one that never was', async () => {
      const bytes = bytesOf('confidential')
      await blobs.put(ann, sha256(bytes), bytes)
      expect(await blobs.get(bob, sha256(bytes))).toBeNull()
      expect(await blobs.get(bob, sha256('never'))).toBeNull()
    })

    test('bytes that changed behind the store’s back are refused, and heal when stored again', async () => {
      const bytes = bytesOf('precious')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      for (const other of ['previous', 'cut', '', 'longer than it was']) {
        await place.tamper(blob, bytesOf(other))
        expect(await refusal(blobs.get(ann, blob.hash))).toBe('store.blob-corrupt')
        await blobs.put(ann, blob.hash, bytes)
        expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
      }
    })

    test('bytes that were lost are absent, and come back when stored again', async () => {
      const bytes = bytesOf('lost')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      await place.tamper(blob, null)
      expect(await blobs.get(ann, blob.hash)).toBeNull()
      await blobs.put(ann, blob.hash, bytes)
      expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
    })

    test('all of one tenant’s are listed in order, page by page, with when they were stored', async () => {
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

    test('one that is removed is gone for its tenant, and for nobody else', async () => {
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

    test('what is stored again counts as stored now', async () => {
      const bytes = bytesOf('again')
      const blob = { tenantId: ann, hash: sha256(bytes) }
      await blobs.put(ann, blob.hash, bytes)
      const now = Date.now()
      if (place.age) {
        await place.age(blob)
        expect(await blobs.storedAt(ann, blob.hash)).toBeLessThan(now - 60_000)
      }
      await blobs.put(ann, blob.hash, bytes)
      expect(await blobs.storedAt(ann, blob.hash)).toBeGreaterThan(now - 60_000)
      expect(await blobs.get(ann, blob.hash)).toEqual(bytes)
    })

    test('an address that is no hash, or a tenant that is no name, reaches nothing', async () => {
      for (const hash of ['', '..', '../../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`]) {
        expect(await refusal(blobs.get(ann, hash))).toBe('store.bad-blob-address')
        expect(await refusal(blobs.put(ann, hash, bytesOf('x')))).toBe('store.bad-blob-address')
        expect(await refusal(blobs.remove(ann, hash))).toBe('store.bad-blob-address')
        expect(await refusal(blobs.storedAt(ann, hash))).toBe('store.bad-blob-address')
      }
      const hash = sha256('x')
      for (const tenant of ['', '.', '..', 'a/b', 'a\0b', '../ten_a']) {
        expect(await refusal(blobs.get(tenant as TenantId, hash))).toBe('store.bad-blob-address')
        expect(await refusal(blobs.remove(tenant as TenantId, hash))).toBe('store.bad-blob-address')
        const page = { after: null, limit: 1 }
        expect(await refusal(blobs.list(tenant as TenantId, page))).toBe('store.bad-blob-address')
      }
    })
  })
}
