import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../contract/backends.ts'
import { rejection } from '../contract/expectations.ts'
import { createFolderBlobs } from './folder-blobs.ts'

const ann = 'ten_a' as TenantId
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-blobs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a failed write leaves no partial file', async () => {
  const place = join(folder, 'blocked')
  const blobs = createFolderBlobs(place, { sha256 })
  const bytes = bytesOf('never there')
  const hash = sha256(bytes)
  await blobs.put(ann, sha256('neighbour'), bytesOf('neighbour'))
  await writeFile(join(place, ann, hash.slice(0, 2)), 'a file where the folder should be')
  expect(await rejection(blobs.put(ann, hash, bytes))).toBe('store.folder-unusable')
  const left = await readdir(place, { recursive: true })
  expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('no other account can read a blob, or which there are', async () => {
  const place = join(folder, 'private')
  await createFolderBlobs(place, { sha256 }).put(ann, sha256('secret'), bytesOf('secret'))
  const names = await readdir(place, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => (await stat(join(place, name))).mode))
  expect(modes.length).toBe(3)
  for (const mode of modes) expect(mode & 0o077).toBe(0)
})
