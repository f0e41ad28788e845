import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { createSyncFixture, entryFiles } from '../../testing/sync-fixture.ts'
import { decideRevision } from '../review/decide-revision.ts'
import { updateSource } from './change-sources.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const hour = 60 * 60 * 1000
const day = 24 * hour

/** A skill in use, of a source that applies clean updates as the organisation has it. */
async function setUp(days: number | null = null) {
  const fixture = await createSyncFixture(sha256, {
    ...{ reviewPolicy: 'apply-clean', minimumUpdateAgeDays: days },
  })
  const { offer, sync, held, approve, skills } = fixture
  const offered = (body: string) => offer(body, { a: entryFiles('a', body) })
  offered('First.')
  await sync()
  const first = await approve((await held())[0])
  const head = async () => (await skills())[0]?.head
  return { ...fixture, offered, first, head }
}

describe('A10: the minimum age of an update', () => {
  it('A10: a clean update waits three days and is applied by the next sync, where the source has not moved', async () => {
    const { offered, sync, held, head, first, clock, store } = await setUp()
    offered('Second.')
    await sync()
    const [waiting] = await held()
    expect(waiting).toMatchObject({ waitsForAge: true, createdAt: clock.now(), verdict: 'clean' })
    expect((await head())?.digest).toBe(first.head.digest)
    clock.advance(3 * day - 1)
    expect((await sync())?.sync.status).toBe('unchanged')
    expect((await head())?.digest).toBe(first.head.digest)
    clock.advance(1)
    expect((await sync())?.sync).toMatchObject({ status: 'ok', counts: { changed: 1, held: 0 } })
    expect(await head()).toMatchObject({ digest: waiting?.digest, number: 2 })
    expect(await held()).toEqual([])
    expect(waiting && (await store.reviews.get(waiting.id, 'imports'))).toMatchObject({
      ...{ state: 'approved', decidedBy: null, decidedAt: clock.now() },
      createdAt: waiting?.createdAt,
    })
    expect((await sync())?.sync.status).toBe('unchanged')
  })

  it('A10: a newer update waits on its own, and one that was taken back begins anew', async () => {
    const { offered, sync, held, head, first, clock } = await setUp()
    for (const body of ['Second.', 'Third.', 'Second.']) {
      offered(body)
      await sync()
      clock.advance(2 * day)
    }
    await sync()
    expect((await head())?.digest).toBe(first.head.digest)
    expect(await held()).toMatchObject([{ waitsForAge: true, createdAt: clock.now() - 2 * day }])
    clock.advance(day)
    await sync()
    expect(await head()).toMatchObject({ number: 2 })
  })

  it('A10: what somebody decided meanwhile stays decided', async () => {
    const { offered, sync, held, head, first, clock, deps, owner } = await setUp()
    offered('Second.')
    await sync()
    const [waiting] = await held()
    if (!waiting) throw new Error('nothing waits')
    const { id, digest } = waiting
    await decideRevision(deps, owner, { id, digest, decision: 'reject', note: '' })
    clock.advance(4 * day)
    await sync({ isForced: true })
    expect((await head())?.digest).toBe(first.head.digest)
  })

  it('A10: a decision while the due update is read wins', async () => {
    const { offer, offered, sync, held, head, first, clock, deps, owner } = await setUp()
    offered('Second.')
    await sync()
    const [waiting] = await held()
    if (!waiting) throw new Error('nothing waits')
    const { id, digest } = waiting
    clock.advance(3 * day)
    const decided = { id, digest, decision: 'quarantine' as const, note: '' }
    offer(
      'Second.',
      { a: entryFiles('a', 'Second.') },
      {
        beforeRead: async () => void (await decideRevision(deps, owner, decided)),
      },
    )
    await sync()
    expect((await head())?.digest).toBe(first.head.digest)
  })

  it('A10: it is judged again when it is due: an update that the rules hold by then waits for a person', async () => {
    const fixture = await setUp()
    const { offered, sync, held, head, first, clock, deps } = fixture
    offered('Second.')
    await sync()
    clock.advance(3 * day)
    const stricter = {
      ...deps.judge,
      judge: async (item: Parameters<typeof deps.judge.judge>[0]) => {
        const report = await deps.judge.judge(item)
        return { ...report, scan: { ...report.scan, verdict: 'review' as const } }
      },
    }
    await sync({}, { ...deps, judge: stricter })
    expect((await head())?.digest).toBe(first.head.digest)
    expect(await held()).toMatchObject([{ verdict: 'review', waitsForAge: false }])
  })

  it('A10: the organisation says how long, and a source may say otherwise', async () => {
    const { offered, sync, held, head, clock, deps, owner, source, store } = await setUp()
    await store.settings.put({ ...defaultSettings, minimumUpdateAgeDays: 1 })
    offered('Second.')
    await sync()
    clock.advance(day)
    await sync()
    expect(await head()).toMatchObject({ number: 2 })
    await updateSource(deps, owner, { id: source.id, fields: { minimumUpdateAgeDays: 0 } })
    offered('Third.')
    await sync()
    expect(await head()).toMatchObject({ number: 3 })
    await updateSource(deps, owner, { id: source.id, fields: { minimumUpdateAgeDays: 10 } })
    offered('Fourth.')
    await sync()
    clock.advance(9 * day)
    await sync()
    expect(await held()).toHaveLength(1)
  })

  it('A10: whatever the order of syncs, nothing is applied before its age, and everything is with it', async () => {
    const step = fc.oneof(
      fc.record({ offer: fc.constantFrom('First.', 'Second.', 'Third.', null) }),
      fc.record({ hours: fc.integer({ min: 1, max: 50 }) }),
      fc.constant({ sync: false }),
      fc.constant({ sync: true }),
    )
    const digests = new Map<string, string>()
    for (const body of ['First.', 'Second.', 'Third.']) digests.set(body, await digestOf(body))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { offer, offered, sync, head, clock } = await setUp()
        let now: string | null = 'First.'
        let seen: { readonly body: string | null; readonly at: number } = { body: now, at: 0 }
        let applied = 'First.'
        for (const one of steps) {
          if ('hours' in one) clock.advance(one.hours * hour)
          if ('offer' in one) {
            now = one.offer
            if (now === null) offer('none', { b: entryFiles('b') })
            else offered(now)
          }
          if (!('sync' in one)) continue
          await sync({ isForced: one.sync })
          if (now !== seen.body) seen = { body: now, at: clock.now() }
          if (now !== null && clock.now() - seen.at >= 3 * day) applied = now
          expect((await head())?.digest).toBe(digests.get(applied))
        }
      }),
      { numRuns: 60 },
    )
  })
})

async function digestOf(body: string): Promise<string> {
  const { offer, sync, held } = await createSyncFixture(sha256)
  offer('one', { a: entryFiles('a', body) })
  await sync()
  return (await held())[0]?.digest ?? ''
}
