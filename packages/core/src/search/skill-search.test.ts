import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SkillArrival, SkillScope } from '../catalog/skill.ts'
import type { RevisionDigest, SkillId, TenantId, UserId } from '../ids.ts'
import type { SearchQuery } from '../ports/search-index.ts'
import type { Store } from '../ports/store.ts'
import { createFixedClock, createMemoryStore } from '../testing/index.ts'
import { createInProcessSegmentBuilder, type SegmentBuilder } from './segment-builder.ts'
import { createSkillSearch, type SkillSearchService } from './skill-search.ts'

const acme = 'tnt_acme' as TenantId
const other = 'tnt_other' as TenantId
const ann = 'usr_ann' as UserId
const bob = 'usr_bob' as UserId
const org: SkillScope = { kind: 'org' }
const anns: SkillScope = { kind: 'user', userId: ann }

interface Draft {
  readonly slug: string
  readonly description: string
  readonly body?: string
  readonly tags?: readonly string[]
  readonly scope?: SkillScope
  readonly enabled?: boolean
}

function arrival(draft: Draft): SkillArrival {
  const { slug, description, body = '', tags = [], scope = org, enabled = true } = draft
  const digest = `sha256:${JSON.stringify([slug, description, body, tags])}` as RevisionDigest
  return {
    slug,
    scope,
    enabled,
    facts: {
      digest,
      manifest: [],
      name: slug,
      description,
      whenToUse: '',
      version: '',
      author: '',
      license: '',
      tags,
      contentLength: body.length,
      contentHash: digest,
      frontmatter: {},
    },
    content: { source: body, body },
    files: [],
    origin: {
      sourceType: 'manual',
      sourceUrl: null,
      sourceRef: null,
      sourceId: null,
      provenance: 'authored',
    },
    author: ann,
    reason: '',
  }
}

/** A promise and the call that resolves it. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Counts the calls to build. */
function countingBuilder(): { readonly segments: SegmentBuilder; readonly built: () => number } {
  const inner = createInProcessSegmentBuilder()
  let built = 0
  const build: SegmentBuilder['build'] = (groups) => {
    built += 1
    return inner.build(groups)
  }
  return { segments: { ...inner, build }, built: () => built }
}

async function setUp(
  options: { segments?: SegmentBuilder; mostTenants?: number; deaf?: boolean } = {},
): Promise<{ store: Store; search: SkillSearchService }> {
  const store = createMemoryStore({ clock: createFixedClock() })
  for (const id of [acme, other]) await store.directory.createTenant({ id, name: id, createdAt: 0 })
  const { segments = createInProcessSegmentBuilder(), deaf = false, ...rest } = options
  const heard = deaf ? { tenant: store.tenant, watch: () => () => {} } : store
  return { store, search: createSkillSearch({ store: heard, segments, ...rest }) }
}

async function save(store: Store, ...drafts: Draft[]): Promise<readonly SkillId[]> {
  const outcomes = await store.tenant(acme).skills.save(drafts.map(arrival), 'upsert')
  return outcomes.map((outcome) => ('skill' in outcome ? outcome.skill : outcome.existing).id)
}

async function slugs(
  { store, search }: { store: Store; search: SkillSearchService },
  viewer: UserId,
  query: Omit<SearchQuery, 'limit'>,
): Promise<string[]> {
  const hits = await search.search(acme, viewer, { limit: 50, ...query })
  const skills = await store.tenant(acme).skills.getMany(
    viewer,
    hits.map(({ skillId }) => skillId),
  )
  return hits.map(({ skillId }) => skills.find(({ id }) => id === skillId)?.slug ?? 'not visible')
}

describe('what a search sees', () => {
  test('A14: a skill with an empty description is not ranked, until it has one', async () => {
    const world = await setUp()
    await save(world.store, { slug: 'pdf', description: ' ', body: 'pdf pdf pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual([])
    await save(world.store, { slug: 'pdf', description: 'Read files', body: 'pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    await save(world.store, { slug: 'pdf', description: '', body: 'pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual([])
  })

  test('A8: org skills are everybody’s, a user’s own skills nobody else’s', async () => {
    const world = await setUp()
    await save(
      world.store,
      { slug: 'org-pdf', description: 'pdf' },
      { slug: 'ann-pdf', description: 'pdf', scope: anns },
    )
    expect((await slugs(world, ann, { text: 'pdf' })).sort()).toEqual(['ann-pdf', 'org-pdf'])
    expect(await slugs(world, bob, { text: 'pdf' })).toEqual(['org-pdf'])
  })

  test('A8: another user’s skills leave no trace in a score', async () => {
    const world = await setUp()
    await save(
      world.store,
      { slug: 'one', description: 'merger plans' },
      { slug: 'two', description: 'x' },
    )
    const ask = (): Promise<unknown> => world.search.search(acme, bob, { text: 'merger', limit: 5 })
    const before = await ask()
    await save(world.store, { slug: 'secret', description: 'merger merger', scope: anns })
    expect(await ask()).toEqual(before)
  })

  test('A8: a viewer’s own skill shadows the org skill of the same slug', async () => {
    const world = await setUp()
    const [orgSkill, own] = await save(
      world.store,
      { slug: 'pdf', description: 'pdf for all' },
      { slug: 'pdf', description: 'pdf for me', scope: anns },
    )
    const found = async (viewer: UserId, includeDisabled = false): Promise<SkillId[]> =>
      (await world.search.search(acme, viewer, { text: 'pdf', limit: 5, includeDisabled })).map(
        ({ skillId }) => skillId,
      )
    expect(await found(ann)).toEqual([own])
    expect(await found(bob)).toEqual([orgSkill])
    await world.store.tenant(acme).skills.update(ann, own!, { enabled: false })
    expect(await found(ann)).toEqual([])
    expect(await found(ann, true)).toEqual([own])
    await world.store.tenant(acme).skills.remove(ann, own!)
    expect(await found(ann)).toEqual([orgSkill])
  })

  test('A8: tenants are apart', async () => {
    const world = await setUp()
    await save(world.store, { slug: 'pdf', description: 'pdf' })
    expect(await world.search.search(other, ann, { text: 'pdf', limit: 5 })).toEqual([])
    expect(
      await world.search.search('tnt_none' as TenantId, ann, { text: 'pdf', limit: 5 }),
    ).toEqual([])
  })

  test('a disabled skill is left out unless asked for', async () => {
    const world = await setUp()
    const [id] = await save(world.store, { slug: 'pdf', description: 'pdf', enabled: false })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual([])
    expect(await slugs(world, ann, { text: 'pdf', includeDisabled: true })).toEqual(['pdf'])
    await world.store.tenant(acme).skills.update(ann, id!, { enabled: true })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
  })

  test('every tag asked for must be there', async () => {
    const world = await setUp()
    await save(
      world.store,
      { slug: 'a', description: 'pdf', tags: ['office', 'files'] },
      { slug: 'b', description: 'pdf', tags: ['office'] },
    )
    expect((await slugs(world, ann, { text: 'pdf', tags: ['office'] })).sort()).toEqual(['a', 'b'])
    expect(await slugs(world, ann, { text: 'pdf', tags: ['office', 'files'] })).toEqual(['a'])
    expect(await slugs(world, ann, { text: 'pdf', tags: ['off'] })).toEqual([])
  })
})

describe('keeping current', () => {
  test('a search after an acknowledged write sees it, also when every notice is lost', async () => {
    const world = await setUp({ deaf: true })
    const [id] = await save(world.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    await save(
      world.store,
      { slug: 'pdf', description: 'spreadsheets' },
      { slug: 'b', description: 'pdf' },
    )
    expect((await slugs(world, ann, { text: 'pdf' })).sort()).toEqual(['b', 'pdf'])
    await world.store.tenant(acme).skills.update(ann, id!, { slug: 'sheets' })
    expect((await slugs(world, ann, { text: 'pdf' })).sort()).toEqual(['b', 'sheets'])
    await world.store.tenant(acme).skills.remove(ann, id!)
    expect(await slugs(world, ann, { text: 'spreadsheets' })).toEqual([])
  })

  test('a notice brings the index up to date before anybody asks', async () => {
    const inner = createInProcessSegmentBuilder()
    const built: number[] = []
    const next = gate()
    const world = await setUp({
      segments: {
        ...inner,
        build: async (groups) => {
          built.push(groups.flat().length)
          next.resolve()
          return inner.build(groups)
        },
      },
    })
    await world.search.warm(acme)
    await save(world.store, { slug: 'pdf', description: 'pdf' })
    await next.promise
    expect(built).toEqual([1])
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    expect(built).toEqual([1])
  })

  test('switching a skill off and on does not index its words again', async () => {
    const { segments, built } = countingBuilder()
    const world = await setUp({
      deaf: true,
      segments,
    })
    const [id] = await save(world.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    await world.store.tenant(acme).skills.update(ann, id!, { enabled: false })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual([])
    expect(built()).toBe(1)
  })

  test('a renamed skill is found by its new slug and no longer by its old one', async () => {
    const world = await setUp()
    const [id] = await save(world.store, { slug: 'alpha', description: 'pdf' })
    const found = async (text: string): Promise<number> =>
      (await world.search.search(acme, ann, { text, limit: 5 }))
        .flatMap(({ reasons }) => reasons)
        .filter(({ field }) => field === 'slug').length
    expect([await found('alpha'), await found('omega')]).toEqual([1, 0])
    await world.store.tenant(acme).skills.update(ann, id!, { slug: 'omega' })
    expect([await found('alpha'), await found('omega')]).toEqual([0, 1])
  })

  test('many searches at once build the index once, and all are answered', async () => {
    const { segments, built } = countingBuilder()
    const world = await setUp({
      segments,
    })
    await save(world.store, { slug: 'pdf', description: 'pdf' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => slugs(world, ann, { text: 'pdf' })),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => ['pdf']))
    expect(built()).toBe(1)
  })

  test('a build that fails fails the search that needed it, and the next one tries again', async () => {
    const inner = createInProcessSegmentBuilder()
    let failures = 2
    const world = await setUp({
      deaf: true,
      segments: {
        ...inner,
        build: async (groups) => {
          if (failures-- > 0) throw new Error('thread lost')
          return inner.build(groups)
        },
      },
    })
    await save(world.store, { slug: 'pdf', description: 'pdf' })
    await expect(slugs(world, ann, { text: 'pdf' })).rejects.toThrow('thread lost')
    await expect(slugs(world, ann, { text: 'pdf' })).rejects.toThrow('thread lost')
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
  })

  test('what changes while segments are merged is not lost', async () => {
    const inner = createInProcessSegmentBuilder()
    const started = gate()
    const release = gate()
    const world = await setUp({
      deaf: true,
      segments: {
        ...inner,
        merge: async (parts) => {
          started.resolve()
          await release.promise
          return inner.merge(parts)
        },
      },
    })
    await world.search.warm(acme)
    const ids: SkillId[] = []
    for (let index = 0; index < 8; index += 1) {
      ids.push(...(await save(world.store, { slug: `s${index}`, description: 'pdf' })))
      await slugs(world, ann, { text: 'pdf' })
    }
    await started.promise
    const { skills } = world.store.tenant(acme)
    await skills.remove(ann, ids[0]!)
    await skills.update(ann, ids[1]!, { enabled: false })
    await skills.update(ann, ids[2]!, { slug: 'renamed' })
    const expected = ['renamed', 's3', 's4', 's5', 's6', 's7']
    expect((await slugs(world, ann, { text: 'pdf' })).sort()).toEqual(expected)
    release.resolve()
    await world.search.settled(acme)
    expect((await slugs(world, ann, { text: 'pdf' })).sort()).toEqual(expected)
  })

  test('the tenant not searched for longest gives up its memory, and is rebuilt when asked again', async () => {
    const { segments, built } = countingBuilder()
    const world = await setUp({
      deaf: true,
      mostTenants: 1,
      segments,
    })
    await save(world.store, { slug: 'pdf', description: 'pdf' })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    await world.search.search(other, ann, { text: 'pdf', limit: 5 })
    expect(await slugs(world, ann, { text: 'pdf' })).toEqual(['pdf'])
    expect(built()).toBe(2)
  })

  test('a store that was replaced by an older one is read anew', async () => {
    const first = createMemoryStore({ clock: createFixedClock() })
    const second = createMemoryStore({ clock: createFixedClock() })
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

  test('after any history the index answers exactly as one built from nothing', async () => {
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
        const world = await setUp()
        const { skills, tombstones } = world.store.tenant(acme)
        for (const { what, slug, own, description, body } of steps) {
          const skill = await skills.findBySlug(own ? ann : bob, slug)
          if (what === 'search') await world.search.search(acme, ann, { text: body, limit: 5 })
          else if (what === 'save') {
            await save(world.store, { slug, description, body, scope: own ? anns : org })
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
          store: world.store,
          segments: createInProcessSegmentBuilder(),
        })
        for (const viewer of [ann, bob]) {
          for (const text of ['pdf', 'git review deploy', 's3 renamed table char']) {
            const query = { text, limit: 50, prefixLastWord: true }
            expect(await world.search.search(acme, viewer, query)).toEqual(
              await fresh.search(acme, viewer, query),
            )
          }
        }
      }),
    )
  })
})
