import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { ProcessCrash, withCrashes } from '../../testing/crash-injection.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import type { SyncDeps } from './sync-deps.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const setUp = (fields?: Parameters<typeof createSyncFixture>[1]) =>
  createSyncFixture(sha256, fields)

describe('A10: a sync that is stopped', () => {
  const many = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`s${at}`, entryFiles(`s${at}`)]),
  )

  it('A10: by a person: what was read is kept, the status says so, and the next goes on from there', async () => {
    const { store, source, offer, sync, held } = await setUp()
    const read: string[] = []
    offer('one', many, {
      beforeRead: async (id) => {
        read.push(id)
        if (read.length === 150) await store.sources.requestCancel(source.id)
      },
    })
    const stopped = await sync()
    expect(stopped?.sync).toMatchObject({
      ...{ status: 'cancelled', version: null, error: { code: 'source.cancelled' } },
    })
    const kept = (await store.reviews.list({ audience: 'imports' }, { limit: 200 })).items.length
    expect([kept >= 100, kept < 250]).toEqual([true, true])
    read.length = 0
    expect((await sync())?.sync).toMatchObject({ status: 'ok', version: 'one' })
    expect(read.length).toBe(250 - kept)
    expect(await held()).toHaveLength(200)
    expect(await store.reviews.countPending('imports')).toBe(250)
  })

  it('A10: by a person while the source answers nothing: the heartbeat notices it', async () => {
    const { store, source, beat, offer, sync } = await setUp()
    offer('one', many, {
      beforeRead: async (id) => {
        if (id !== 's1') return
        await store.sources.requestCancel(source.id)
        beat()
        await new Promise((resolve) => setImmediate(resolve))
      },
    })
    expect((await sync())?.sync).toMatchObject({ status: 'cancelled', version: null })
  })

  it('A10: by a person while a model reads a package: nobody waits for its answer', async () => {
    const { deps, store, source, beat, offer, sync } = await setUp()
    offer('one', { one: entryFiles('one') })
    const judge: SyncDeps['judge'] = {
      ...deps.judge,
      judge: async (_, signal) => {
        await store.sources.requestCancel(source.id)
        beat()
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
    }
    const stopped = await sync({}, { ...deps, judge })
    expect(stopped?.sync).toMatchObject({ status: 'cancelled', version: null })
    expect(await store.reviews.countPending('imports')).toBe(0)
  })

  it('A10: while it waits for its turn: it stays alive, and a person ends it', async () => {
    const { store, source, beat, offer, sync, clock } = await setUp()
    offer('one', many)
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const turn = (signal: AbortSignal) =>
      new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined))
      })
    const waiting = sync({ turn })
    for (let at = 0; at < 10; at += 1) {
      await settled()
      clock.advance(6_000)
      beat()
    }
    await settled()
    expect(await sync()).toBeNull()
    await store.sources.requestCancel(source.id)
    beat()
    expect((await waiting)?.sync).toMatchObject({ status: 'cancelled', version: null })
    expect(await store.reviews.countPending('imports')).toBe(0)
  })

  it('A10: by the end of the server: another one goes on at once, and nothing is lost', async () => {
    const { offer, sync, store, source } = await setUp()
    const stopping = new AbortController()
    offer('one', many, { beforeRead: async (id) => void (id === 's120' && stopping.abort()) })
    await sync({ signal: stopping.signal })
    expect((await store.sources.get(source.id))?.sync.status).toBe('running')
    expect((await sync())?.sync.status).toBe('ok')
    expect(await store.reviews.countPending('imports')).toBe(250)
  })

  it('A10: by a person and by the end of the server at once: it stays stopped', async () => {
    const { offer, sync, store, source } = await setUp()
    const stopping = new AbortController()
    const beforeRead = async (id: string) => {
      if (id !== 's120') return
      await store.sources.requestCancel(source.id)
      stopping.abort()
    }
    offer('one', many, { beforeRead })
    expect((await sync({ signal: stopping.signal }))?.sync.status).toBe('cancelled')
  })
})

describe('A10: a crash in the middle of a sync', () => {
  /** The process ends at the call `at` of the store. */
  function crashing({ deps }: SyncFixture, at: number, when: 'before' | 'after'): SyncDeps {
    const counter = { calls: 0 }
    const port = <Port extends object>(one: Port) => withCrashes(one, { at, when }, counter)
    const { sources, reviews, skills, audit } = deps.store
    const parts = { sources: port(sources), reviews: port(reviews) }
    return {
      ...deps,
      store: { ...deps.store, ...parts, skills: port(skills), audit: port(audit) },
    }
  }

  async function outcome({ items, held, skills }: SyncFixture) {
    const waiting = (await held()).map(({ entryId, digest }) => `${entryId} ${digest}`)
    const here = (await skills()).map(({ slug, head }) => `${slug} ${head.digest}`)
    return { items: await items(), waiting: waiting.toSorted(), here: here.toSorted() }
  }

  /** An update that the policy applies, one that waits, a new one and one that is gone. */
  async function prepared(): Promise<SyncFixture> {
    const fixture = await setUp({ reviewPolicy: 'apply-clean' })
    const { offer, sync, held, approve } = fixture
    offer('one', { a: entryFiles('a'), b: entryFiles('b'), c: entryFiles('c') })
    await sync()
    for (const one of await held()) await approve(one)
    const b = entryFiles('b', 'Ask https://new.example.')
    offer('two', { a: entryFiles('a', 'New.'), b, d: entryFiles('d') })
    return fixture
  }

  it('A10: at any call: the next attempt ends as one without a crash, and nothing comes twice', async () => {
    const whole = await prepared()
    await whole.sync()
    const expected = await outcome(whole)
    let crashes = 0
    for (let at = 1; at < 40; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const fixture = await prepared()
        try {
          await fixture.sync({}, crashing(fixture, at, when))
        } catch (error) {
          if (!(error instanceof ProcessCrash)) throw error
          crashes += 1
        }
        fixture.clock.advance(30_001)
        await fixture.sync()
        expect([at, when, await outcome(fixture)]).toEqual([at, when, expected])
      }
    }
    expect(crashes).toBeGreaterThan(20)
  })
})
