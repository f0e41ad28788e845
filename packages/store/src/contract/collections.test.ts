import type { CollectionId, RevisionDigest, SkillId } from '@repertoire/core/base'
import type { Collection } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const newCollection = (fixture: StoreFixture, slug: string): Collection => ({
  ...{ id: fixture.id('col') as CollectionId, slug, description: 'é', audience: 'organisation' },
  ...{ selection: { kind: 'tags', tags: ['a"b'] }, tokenMadeAt: null, promotion: null, seen: {} },
  ...{ createdBy: ann, createdAt: 1, updatedAt: 1 },
})

forEveryStore('collections', (fixture) => {
  test('are kept as they are, by slug, and a slug is there once', async () => {
    const { collections } = await fixture.tenant()
    const [one, other] = [newCollection(fixture, 'b'), newCollection(fixture, 'a')]
    await collections.create(one)
    await collections.create(other)
    expect(await collections.list()).toEqual([other, one])
    const taken = { problem: { code: 'collection.slug-taken' } }
    await expect(collections.create(newCollection(fixture, 'a'))).rejects.toMatchObject(taken)
    const renamed = collections.update(one.id, { slug: 'a', updatedAt: 2 })
    await expect(renamed).rejects.toMatchObject(taken)
    const change = { selection: { kind: 'all' }, audience: 'token', updatedAt: 3 } as const
    expect(await collections.update(one.id, change)).toEqual({ ...one, ...change })
    expect(await collections.remove(one.id)).toBe(true)
    expect(await collections.remove(one.id)).toBe(false)
    expect(await collections.get(one.id)).toBeNull()
    expect(await collections.update(one.id, { updatedAt: 4 })).toBeNull()
    expect(await (await fixture.tenant()).collections.list()).toEqual([])
  })

  test('are found by the newest token alone, until it is taken away', async () => {
    const { tenantId, collections } = await fixture.tenant()
    const { findCollection } = fixture.store.directory
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    const [first, second] = [fixture.id('hash'), fixture.id('hash')]
    await collections.setToken(one.id, { hash: first, madeAt: 5 })
    await collections.setToken(one.id, { hash: second, madeAt: 6 })
    expect(await findCollection(first)).toBeNull()
    const collection = { ...one, tokenMadeAt: 6 }
    expect(await findCollection(second)).toEqual({ tenantId, collection })
    expect(await collections.setToken(one.id, null)).toEqual(one)
    expect(await findCollection(second)).toBeNull()
  })

  test('have the revisions of production, until they are taken away', async () => {
    const { collections } = await fixture.tenant()
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    const pinned = [{ skillId: 'skl_1' as SkillId, digest: 'sha256:1' as RevisionDigest }]
    const promotion = { promotedAt: 5, promotedBy: ann, pinned }
    expect(await collections.setPromotion(one.id, promotion)).toEqual({ ...one, promotion })
    expect((await collections.list())[0]).toEqual({ ...one, promotion })
    expect(await collections.setPromotion(one.id, null)).toEqual(one)
    expect(await collections.setPromotion('col_none' as CollectionId, promotion)).toBeNull()
  })

  test('note when each kind of client took them', async () => {
    const { collections } = await fixture.tenant()
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    await collections.recordSeen(one.id, 'git', 5)
    await collections.recordSeen(one.id, 'skills', 6)
    await collections.recordSeen(one.id, 'git', 7)
    expect((await collections.get(one.id))?.seen).toEqual({ git: 7, skills: 6 })
  })
})
