import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../platform/system/system-ports.ts'
import { LayerCache } from './layer-cache.ts'
import { removeLayer } from './layer-files.ts'

let folder = ''
const damaged: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-shared-layers-'))
  damaged.length = 0
})
afterEach(async () => {
  await removeLayer(folder)
  await rm(folder, { recursive: true, force: true })
})

/** The cache as one of several processes on this machine opens it. */
function openCache(): LayerCache {
  const limits = { maxBytes: 1024 * 1024, idleMs: 60_000, clock: systemClock }
  return new LayerCache({ folder, ...limits, onDamage: (key) => damaged.push(key) })
}

const fileOf = (text: string) => [
  { path: 'lib/module.py', bytes: new TextEncoder().encode(text), executable: false },
]

it('two processes that build the same layer at once both get a whole one, and later ones find it', async () => {
  const caches = [openCache(), openCache()]
  const leases = await Promise.all(caches.map((cache) => cache.add('key', fileOf('x = 1\n'))))
  for (const lease of leases)
    expect(await readFile(join(lease.folder, 'lib/module.py'), 'utf8')).toBe('x = 1\n')
  const found = await openCache().acquire('key')
  expect(await readFile(join(found?.folder ?? '', 'lib/module.py'), 'utf8')).toBe('x = 1\n')
  expect(damaged).toEqual([])
  expect(await readdir(join(folder, 'making'))).toEqual([])
})

it('a layer that one process has used just now is not evicted by another that needs room', async () => {
  const [one, other] = [openCache(), openCache()]
  const large = (letter: string) => fileOf(letter.repeat(700 * 1024))
  const lease = await one.add('first', large('a'))
  await expect(other.add('second', large('b'))).rejects.toMatchObject({
    problem: { code: 'layer.cache-full' },
  })
  expect(await readdir(lease.folder)).toEqual(['lib'])
})
