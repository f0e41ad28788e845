import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SkillId } from '../../base/ids.ts'
import { createFixedClock, createInMemoryStore } from '../../testing/index.ts'
import {
  acme,
  ann,
  bob,
  countingBuilder,
  deferred,
  org,
  other,
  save,
  setUp,
  slugs,
  userScope,
} from '../../testing/search-fixture.ts'
import { createInProcessSegmentBuilder } from './segment-builder.ts'
import { createSkillSearch } from './skill-search.ts'

describe('index freshness', () => {
  test('a search sees every acknowledged write, even when every notification is lost', async () => {
    const fixture = await setUp({ withoutNotifications: true })
    const [id] = await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    await save(
      fixture.store,
      { slug: 'pdf', description: 'spreadsheets' },
      { slug: 'b', description: 'pdf' },
    )
    expect((await slugs(fixture, ann, { text: 'pdf' })).sort()).toEqual(['b', 'pdf'])
    await fixture.store.tenant(acme).skills.update(ann, id!, { slug: 'sheets' })
    expect((await slugs(fixture, ann, { text: 'pdf' })).sort()).toEqual(['b', 'sheets'])
    await fixture.store.tenant(acme).skills.remove(ann, id!)
    expect(await slugs(fixture, ann, { text: 'spreadsheets' })).toEqual([])
  })

  test('a notification updates the index before the next search', async () => {
    const inner = createInProcessSegmentBuilder()
    const built: number[] = []
    const next = deferred()
    const fixture = await setUp({
      segments: {
        ...inner,
        build: async (groups) => {
          built.push(groups.flat().length)
          next.resolve()
          return inner.build(groups)
        },
      },
    })
    await fixture.search.warm(acme)
    await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    await next.promise
    expect(built).toEqual([1])
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    expect(built).toEqual([1])
  })

  test('disabling and enabling a skill does not reindex its text', async () => {
    const { segments, built } = countingBuilder()
    const fixture = await setUp({
      withoutNotifications: true,
      segments,
    })
    const [id] = await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    await fixture.store.tenant(acme).skills.update(ann, id!, { enabled: false })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual([])
    expect(built()).toBe(1)
  })

  test('a renamed skill is found by its new slug and no longer by its old one', async () => {
    const fixture = await setUp()
    const [id] = await save(fixture.store, { slug: 'alpha', description: 'pdf' })
    const found = async (text: string): Promise<number> =>
      (await fixture.search.search(acme, ann, { text, limit: 5 }))
        .flatMap(({ reasons }) => reasons)
        .filter(({ field }) => field === 'slug').length
    expect([await found('alpha'), await found('omega')]).toEqual([1, 0])
    await fixture.store.tenant(acme).skills.update(ann, id!, { slug: 'omega' })
    expect([await found('alpha'), await found('omega')]).toEqual([0, 1])
  })

  test('concurrent searches build the index once, and all get results', async () => {
    const { segments, built } = countingBuilder()
    const fixture = await setUp({
      segments,
    })
    await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => slugs(fixture, ann, { text: 'pdf' })),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => ['pdf']))
    expect(built()).toBe(1)
  })

  test('a failed build fails its search, and the next search retries', async () => {
    const inner = createInProcessSegmentBuilder()
    let failures = 2
    const fixture = await setUp({
      withoutNotifications: true,
      segments: {
        ...inner,
        build: async (groups) => {
          if (failures-- > 0) throw new Error('thread lost')
          return inner.build(groups)
        },
      },
    })
    await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    await expect(slugs(fixture, ann, { text: 'pdf' })).rejects.toThrow('thread lost')
    await expect(slugs(fixture, ann, { text: 'pdf' })).rejects.toThrow('thread lost')
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
  })

  test('changes during a merge are not lost', async () => {
    const inner = createInProcessSegmentBuilder()
    const started = deferred()
    const release = deferred()
    const fixture = await setUp({
      withoutNotifications: true,
      segments: {
        ...inner,
        merge: async (parts) => {
          started.resolve()
          await release.promise
          return inner.merge(parts)
        },
      },
    })
    await fixture.search.warm(acme)
    const ids: SkillId[] = []
    for (let index = 0; index < 8; index += 1) {
      ids.push(...(await save(fixture.store, { slug: `s${index}`, description: 'pdf' })))
      await slugs(fixture, ann, { text: 'pdf' })
    }
    await started.promise
    const { skills } = fixture.store.tenant(acme)
    await skills.remove(ann, ids[0]!)
    await skills.update(ann, ids[1]!, { enabled: false })
    await skills.update(ann, ids[2]!, { slug: 'renamed' })
    const expected = ['renamed', 's3', 's4', 's5', 's6', 's7']
    expect((await slugs(fixture, ann, { text: 'pdf' })).sort()).toEqual(expected)
    release.resolve()
    await fixture.search.mergesDone(acme)
    expect((await slugs(fixture, ann, { text: 'pdf' })).sort()).toEqual(expected)
  })

  test('the least recently used index is evicted, and rebuilt by the next search', async () => {
    const { segments, built } = countingBuilder()
    const fixture = await setUp({
      withoutNotifications: true,
      maxTenants: 1,
      segments,
    })
    await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    await fixture.search.search(other, ann, { text: 'pdf', limit: 5 })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    expect(built()).toBe(2)
  })

  test('a store replaced by an older one is reindexed', async () => {
    const first = createInMemoryStore({ clock: createFixedClock() })
    const second = createInMemoryStore({ clock: createFixedClock() })
    for (const store of [first, second]) {
      await store.directory.createTenant({ id: acme, name: '', createdAt: 0 })
    }
    let current = first
    const search = createSkillSearch({
      store: { tenant: (id) => current.tenant(id), watch: () => () => {} },
      segments: createInProcessSegmentBuilder(),
    })
    await save(first, { slug: 'a', description: 'pdf' }, { slug: 'b', description: 'pdf' })
    await save(second, { slug: 'c', description: 'pdf' })
    expect(await search.search(acme, ann, { text: 'pdf', limit: 5 })).toHaveLength(2)
    current = second
    expect(await slugs({ store: second, search }, ann, { text: 'pdf' })).toEqual(['c'])
  })

  test('after any history the index equals a freshly built one', async () => {
    const words = fc
      .array(fc.constantFrom('pdf', 'git', 'review', 'table', 'chart', 'deploy'), { maxLength: 6 })
      .map((list) => list.join(' '))
    const step = fc.record({
      what: fc.constantFrom(
        ...(['save', 'save', 'save', 'remove', 'restore', 'rename', 'switch', 'search'] as const),
      ),
      slug: fc.nat(11).map((number) => `s${number}`),
      own: fc.boolean(),
      description: words,
      body: words,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const fixture = await setUp()
        const { skills, tombstones } = fixture.store.tenant(acme)
        for (const { what, slug, own, description, body } of steps) {
          const skill = await skills.findBySlug(own ? ann : bob, slug)
          if (what === 'search') await fixture.search.search(acme, ann, { text: body, limit: 5 })
          else if (what === 'save') {
            await save(fixture.store, { slug, description, body, scope: own ? userScope : org })
          } else if (what === 'restore') {
            const [newest] = (await tombstones.list(ann, {}, { limit: 1 })).items
            if (newest) await tombstones.restore(ann, newest.skill.id, slug).catch(() => {})
          } else if (skill === null) continue
          else if (what === 'remove') await skills.remove(ann, skill.id)
          else if (what === 'switch')
            await skills.update(ann, skill.id, { enabled: !skill.enabled })
          else await skills.update(ann, skill.id, { slug: `${slug}-renamed` }).catch(() => {})
        }
        const fresh = createSkillSearch({
          store: fixture.store,
          segments: createInProcessSegmentBuilder(),
        })
        for (const viewer of [ann, bob]) {
          for (const text of ['pdf', 'git review deploy', 's3 renamed table char']) {
            const query = { text, limit: 50, prefixLastWord: true }
            expect(await fixture.search.search(acme, viewer, query)).toEqual(
              await fresh.search(acme, viewer, query),
            )
          }
        }
      }),
    )
  })
})
