import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outputOf, startChild } from './child-process.ts'

/** A file system of three megabytes that only the child sees. */
const isolated = ['unshare', '--user', '--map-root-user', '--mount']
const mount = 'mount -t tmpfs -o size=3m tmpfs "$0" && exec "$@"'
const mountable =
  spawnSync('unshare', [...isolated.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status ===
  0

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'repertoire-full-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe.skipIf(!mountable)('a full disk (needs unshare with user namespaces)', () => {
  test.each([
    ['the database', 0],
    ['the files of skills', 60_000],
  ])(
    'that %s filled: the write is refused, nothing is half-written, reading goes on, and so does writing with room',
    async (_, fileSize) => {
      const wrapper = [...isolated, 'sh', '-c', mount, dataDir]
      const child = startChild('./fill-disk-child.ts', { dataDir, fileSize }, { wrapper })
      expect(await outputOf(child)).toEqual([
        'store.full',
        'exactly the saved ones are whole',
        'with room it goes on',
      ])
    },
  )
})
