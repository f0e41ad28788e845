import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sha256 } from '../../../base/sha256.ts'
import { createFixedClock } from '../../../testing/index.ts'
import {
  answers,
  createIndexStorage,
  freshAnswers,
  killedAfter,
  start,
} from '../../../testing/kept-index-fixture.ts'
import {
  acme,
  ann,
  bob,
  other,
  save,
  setUp,
  slugs,
  userScope,
} from '../../../testing/search-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** A store with skills of the organisation and of ann, and the index that one process kept of it. */
async function keptIndex() {
  const { store } = await setUp()
  const opened = createIndexStorage(sha256)
  const kept = { storage: opened.storage, sha256 }
  await save(
    store,
    { slug: 'pdf', description: 'fills pdf forms', body: 'tables and charts', tags: ['office'] },
    { slug: 'git', description: 'git review', body: 'deploy the branch' },
    { slug: 'mine', description: 'pdf of mine', scope: userScope },
  )
  const first = start(store, kept)
  await answers(first.search)
  await first.search.save(acme)
  return { store, kept, first, ...opened }
}

describe('an index that is kept', () => {
  test('is used after a start: nothing is built, and all results are the same', async () => {
    const { store, kept, first } = await keptIndex()
    const next = start(store, kept)
    expect(await answers(next.search)).toBe(await answers(first.search))
    expect(await answers(next.search)).toBe(await freshAnswers(store))
    expect(next.built()).toBe(0)
  })

  test('routes the same turns after a start', async () => {
    const { store, kept } = await keptIndex()
    const { search } = start(store, kept)
    await answers(search)
    const routing = await search.routing(acme, ann)
    expect([routing.shared.size, routing.own.size]).toEqual([2, 1])
    expect([...routing.ownSlugs]).toEqual(['mine'])
  })

  test('is brought up to date with what happened while no process ran, and builds only that', async () => {
    const { store, kept } = await keptIndex()
    const { skills } = store.tenant(acme)
    const idOf = async (slug: string) => (await skills.findBySlug(ann, slug))!.id
    await save(store, { slug: 'new', description: 'pdf too' })
    await skills.remove(ann, await idOf('git'))
    await skills.update(ann, await idOf('pdf'), { enabled: false })
    const next = start(store, kept)
    expect((await slugs({ store, ...next }, ann, { text: 'pdf' })).sort()).toEqual(['mine', 'new'])
    expect(await answers(next.search)).toBe(await freshAnswers(store))
    expect(next.built()).toBe(1)
  })

  test('equals a freshly built one after any changes and restarts', async () => {
    const words = fc
      .array(fc.constantFrom('pdf', 'git', 'review', 'table', 'chart', 'deploy'), { maxLength: 5 })
      .map((list) => list.join(' '))
    const step = fc.record({
      what: fc.constantFrom('save', 'save', 'save', 'remove', 'rename', 'switch', 'keep', 'start'),
      slug: fc.nat(9).map((number) => `s${number}`),
      own: fc.boolean(),
      description: words,
      body: words,
      keywords: words,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { store } = await setUp()
        const kept = { storage: createIndexStorage(sha256).storage, sha256 }
        const { skills } = store.tenant(acme)
        let { search } = start(store, kept)
        for (const { what, slug, own, description, body, keywords } of steps) {
          const skill = await skills.findBySlug(own ? ann : bob, slug)
          const scope = own ? userScope : ({ kind: 'org' } as const)
          if (what === 'start') search = start(store, kept).search
          else if (what === 'keep') {
            await search.warm(acme)
            await search.save(acme)
          } else if (what === 'save')
            await save(store, { slug, description, body, keywords: keywords.split(' '), scope })
          else if (skill === null) continue
          else if (what === 'remove') await skills.remove(ann, skill.id)
          else if (what === 'switch')
            await skills.update(ann, skill.id, { enabled: !skill.enabled })
          else await skills.update(ann, skill.id, { slug: `${slug}-renamed` }).catch(() => {})
        }
        expect(await answers(search)).toBe(await freshAnswers(store))
        await search.save(acme)
        expect(await answers(start(store, kept).search)).toBe(await freshAnswers(store))
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})

describe('an index that cannot be trusted', () => {
  test('is harmless, wherever the process that wrote it was killed', async () => {
    const { store, kept, storage } = await keptIndex()
    for (let calls = 0, isKilled = true; isKilled; calls += 1) {
      await save(store, { slug: `s${calls}`, description: 'pdf', body: `word${calls}` })
      const writer = start(store, { ...kept, storage: killedAfter(storage, calls) })
      await answers(writer.search)
      isKilled = await writer.search.save(acme).then(
        () => false,
        () => true,
      )
      expect(await answers(start(store, kept).search)).toBe(await freshAnswers(store))
      expect(calls).toBeLessThan(100)
    }
  })

  test('is built anew where bytes are changed, cut off or gone', async () => {
    const damage = fc.record({ blob: fc.nat(), at: fc.nat(), to: fc.integer({ min: 1, max: 255 }) })
    const what = fc.constantFrom('change', 'cut', 'remove')
    await fc.assert(
      fc.asyncProperty(damage, what, async ({ blob, at, to }, kind) => {
        const { store, kept, segments, manifests } = await keptIndex()
        const all = [...segments, ...manifests].map(([key]) => key)
        const key = all[blob % all.length]!
        const map = segments.has(key) ? segments : manifests
        const { bytes, storedAt } = map.get(key)!
        const changed = bytes.slice(0, kind === 'cut' ? at % bytes.length : undefined)
        if (kind === 'change') changed[at % bytes.length]! ^= to
        if (kind === 'remove') map.delete(key)
        else map.set(key, { bytes: changed, storedAt })
        const next = start(store, kept)
        expect(await answers(next.search)).toBe(await freshAnswers(store))
        expect(next.built()).toBeGreaterThan(0)
        // It is kept again, whole.
        await next.search.save(acme)
        const third = start(store, kept)
        expect(await answers(third.search)).toBe(await freshAnswers(store))
      }),
      { numRuns: 60 },
    )
  })

  test('of another organisation, copied into this one, is not used', async () => {
    const { store, kept, segments, manifests } = await keptIndex()
    for (const map of [segments, manifests])
      for (const [key, blob] of [...map]) map.set(key.replace(acme, other), blob)
    const next = start(store, kept)
    expect(JSON.parse(await answers(next.search, other)).flat()).toEqual([])
    expect(await answers(next.search)).toBe(await freshAnswers(store))
  })

  test('of another version of the program is built anew', async () => {
    const { store, kept } = await keptIndex()
    const next = start(store, { ...kept, version: '2' })
    expect(await answers(next.search)).toBe(await freshAnswers(store))
    expect(next.built()).toBe(1)
  })

  test('that names a private skill as one of the organisation shows it to nobody else', async () => {
    const { store, kept, storage, manifests } = await keptIndex()
    const [key] = [...manifests.keys()]
    const text = new TextDecoder().decode(manifests.get(key!)!.bytes)
    const forged = new TextEncoder().encode(text.replace(`"owner":"${ann}"`, '"owner":null'))
    expect(forged).not.toEqual(manifests.get(key!)!.bytes)
    manifests.clear()
    await storage.manifests.put(acme, sha256(forged), forged)
    const next = start(store, kept)
    expect(await slugs({ store, ...next }, bob, { text: 'mine' })).toEqual([])
    expect(await answers(next.search)).toBe(await freshAnswers(store))
  })
})

describe('what is stored', () => {
  test('is only what the manifest names, however often the index changed', async () => {
    const { store, kept, segments, manifests } = await keptIndex()
    const { search } = start(store, kept)
    for (let round = 0; round < 12; round += 1) {
      await save(store, { slug: `s${round}`, description: `pdf ${round}` })
      await answers(search)
      await search.mergesDone(acme)
      await search.save(acme)
      const [manifest, ...more] = [...manifests.values()]
      expect(more).toEqual([])
      const named = new TextDecoder().decode(manifest!.bytes).match(/[0-9a-f]{64}/g)
      const hashes = [...segments.keys()].map((key) => key.split('/')[1])
      expect(hashes.filter((hash) => !named?.includes(hash ?? ''))).toEqual([])
    }
  })

  test('parts of another process stay until they are old enough that no manifest to them is coming', async () => {
    const { store, kept, storage, segments } = await keptIndex()
    const foreign = new TextEncoder().encode('a part')
    await storage.segments.put(acme, sha256(foreign), foreign)
    const clock = createFixedClock(Date.now())
    const { search } = start(store, { ...kept, clock })
    const isThere = () => segments.has(`${acme}/${sha256(foreign)}`)
    const change = async (slug: string) => {
      await save(store, { slug, description: 'pdf' })
      await answers(search)
      await search.save(acme)
    }
    await change('one')
    expect(isThere()).toBe(true)
    clock.advance(2 * 60 * 60_000)
    await change('two')
    expect(isThere()).toBe(false)
  })

  test('is written only when the index changed', async () => {
    const { store, kept, storage } = await keptIndex()
    const changed: string[] = []
    const onChanged = (id: string) => changed.push(id)
    const unused = { ...kept, onChanged, storage: killedAfter(storage, 0) }
    const { search } = start(store, unused)
    await answers(search)
    await search.save(acme)
    expect(changed).toEqual([])
    await save(store, { slug: 'more', description: 'pdf' })
    await answers(search)
    expect(changed).toContain(acme)
    await expect(search.save(acme)).rejects.toThrow('killed')
  })

  test('is gone after the index is discarded, and the next search builds it anew', async () => {
    const { store, kept, segments, manifests } = await keptIndex()
    const { search, built } = start(store, kept)
    await answers(search)
    await search.discard(acme)
    expect([segments.size, manifests.size]).toEqual([0, 0])
    expect(await answers(search)).toBe(await freshAnswers(store))
    expect(built()).toBe(1)
  })
})

describe('indexes that are unloaded', () => {
  test.each([
    ['too many', { maxTenants: 1 }],
    ['too large', { maxBytes: 1 }],
  ])(
    'because they are %s come back with the same results, without being built',
    async (_, bounds) => {
      const { store, kept, storage } = await keptIndex()
      let loads = 0
      const get: typeof storage.manifests.get = (...address) => {
        loads += 1
        return storage.manifests.get(...address)
      }
      const counted = { ...storage, manifests: { ...storage.manifests, get } }
      const { search, built } = start(store, { ...kept, storage: counted }, bounds)
      const before = await answers(search)
      await save(store, { slug: 'unsaved', description: 'pdf' })
      const changed = await answers(search)
      const after = built()
      await search.search(other, ann, { text: 'pdf', limit: 5 })
      await search.search(other, ann, { text: 'pdf', limit: 5 })
      expect(await answers(search)).toBe(changed)
      expect(loads).toBe(2)
      expect(changed).not.toBe(before)
      // At most the skill that was not kept yet.
      expect(built() - after).toBeLessThanOrEqual(1)
    },
  )
})
