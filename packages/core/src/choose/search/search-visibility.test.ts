import { describe, expect, test } from 'vitest'
import type { SkillId, TenantId, UserId } from '../../base/ids.ts'
import {
  acme,
  ann,
  bob,
  other,
  save,
  setUp,
  slugs,
  userScope,
} from '../../testing/search-fixture.ts'

describe('visibility of search', () => {
  test('A14: a skill with an empty description is not ranked, until it has one', async () => {
    const fixture = await setUp()
    await save(fixture.store, { slug: 'pdf', description: ' ', body: 'pdf pdf pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual([])
    await save(fixture.store, { slug: 'pdf', description: 'Read files', body: 'pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
    await save(fixture.store, { slug: 'pdf', description: '', body: 'pdf' })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual([])
  })

  test('A8: everybody finds organisation skills, and only the owner finds own skills', async () => {
    const fixture = await setUp()
    await save(
      fixture.store,
      { slug: 'org-pdf', description: 'pdf' },
      { slug: 'ann-pdf', description: 'pdf', scope: userScope },
    )
    expect((await slugs(fixture, ann, { text: 'pdf' })).sort()).toEqual(['ann-pdf', 'org-pdf'])
    expect(await slugs(fixture, bob, { text: 'pdf' })).toEqual(['org-pdf'])
  })

  test('A8: skills of another user do not affect scores', async () => {
    const fixture = await setUp()
    await save(
      fixture.store,
      { slug: 'one', description: 'merger plans' },
      { slug: 'two', description: 'x' },
    )
    const ask = (): Promise<unknown> =>
      fixture.search.search(acme, bob, { text: 'merger', limit: 5 })
    const before = await ask()
    await save(fixture.store, { slug: 'secret', description: 'merger merger', scope: userScope })
    expect(await ask()).toEqual(before)
  })

  test('A8: a viewer’s own skill shadows the org skill of the same slug', async () => {
    const fixture = await setUp()
    const [orgSkill, own] = await save(
      fixture.store,
      { slug: 'pdf', description: 'pdf for all' },
      { slug: 'pdf', description: 'pdf for me', scope: userScope },
    )
    const found = async (viewer: UserId, includeDisabled = false): Promise<SkillId[]> =>
      (await fixture.search.search(acme, viewer, { text: 'pdf', limit: 5, includeDisabled })).map(
        ({ skillId }) => skillId,
      )
    expect(await found(ann)).toEqual([own])
    expect(await found(bob)).toEqual([orgSkill])
    await fixture.store.tenant(acme).skills.update(ann, own!, { enabled: false })
    expect(await found(ann)).toEqual([])
    expect(await found(ann, true)).toEqual([own])
    await fixture.store.tenant(acme).skills.remove(ann, own!)
    expect(await found(ann)).toEqual([orgSkill])
  })

  test('A8: tenants are isolated', async () => {
    const fixture = await setUp()
    await save(fixture.store, { slug: 'pdf', description: 'pdf' })
    expect(await fixture.search.search(other, ann, { text: 'pdf', limit: 5 })).toEqual([])
    expect(
      await fixture.search.search('tnt_none' as TenantId, ann, { text: 'pdf', limit: 5 }),
    ).toEqual([])
  })

  test('a disabled skill is left out unless requested', async () => {
    const fixture = await setUp()
    const [id] = await save(fixture.store, { slug: 'pdf', description: 'pdf', enabled: false })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual([])
    expect(await slugs(fixture, ann, { text: 'pdf', includeDisabled: true })).toEqual(['pdf'])
    await fixture.store.tenant(acme).skills.update(ann, id!, { enabled: true })
    expect(await slugs(fixture, ann, { text: 'pdf' })).toEqual(['pdf'])
  })

  test('a hit has every requested tag', async () => {
    const fixture = await setUp()
    await save(
      fixture.store,
      { slug: 'a', description: 'pdf', tags: ['office', 'files'] },
      { slug: 'b', description: 'pdf', tags: ['office'] },
    )
    expect((await slugs(fixture, ann, { text: 'pdf', tags: ['office'] })).sort()).toEqual([
      'a',
      'b',
    ])
    expect(await slugs(fixture, ann, { text: 'pdf', tags: ['office', 'files'] })).toEqual(['a'])
    expect(await slugs(fixture, ann, { text: 'pdf', tags: ['off'] })).toEqual([])
  })
})
