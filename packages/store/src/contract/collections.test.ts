import type { CollectionId, RevisionDigest, SkillId } from '@repertoire/core/base'
import { type Collection, maxRecordedPromotions } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const newCollection = (fixture: StoreFixture, slug: string): Collection => ({
  ...{ id: fixture.id('col') as CollectionId, slug, description: 'é', audience: 'organisation' },
  ...{ selection: { kind: 'tags', tags: ['a"b'] }, tokenMadeAt: null, promotion: null, seen: {} },
  ...{ createdBy: ann, createdAt: 1, updatedAt: 1 },
})

const promotionAt = (promotedAt: number) => ({
  ...{ promotedAt, promotedBy: ann },
  pinned: [
    { skillId: 'skl_1' as SkillId, digest: `sha256:${promotedAt}` as RevisionDigest, name: 'ä' },
  ],
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

  test('keep every promotion, the newest first, past the end of the pinning', async () => {
    const { collections } = await fixture.tenant()
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    expect(await collections.promotions(one.id)).toEqual([])
    await collections.setPromotion(one.id, promotionAt(5))
    await collections.setPromotion(one.id, null)
    await collections.setPromotion(one.id, { ...promotionAt(6), repeats: 1 })
    expect(await collections.promotions(one.id)).toEqual([
      { ...promotionAt(6), repeats: 1, number: 2 },
      { ...promotionAt(5), number: 1 },
    ])
    expect(await collections.promotions('col_none' as CollectionId)).toEqual([])
    await collections.remove(one.id)
    expect(await collections.promotions(one.id)).toEqual([])
  })

  test('keep the newest promotions alone when there are many', async () => {
    const { collections } = await fixture.tenant()
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    const many = maxRecordedPromotions + 2
    for (let at = 1; at <= many; at += 1) await collections.setPromotion(one.id, promotionAt(at))
    const numbers = (await collections.promotions(one.id)).map(({ number }) => number)
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([maxRecordedPromotions, many, 3])
  })

  test('replace the promotion that is expected alone, so one of two at once', async () => {
    const { collections } = await fixture.tenant()
    const one = newCollection(fixture, 'a')
    await collections.create(one)
    await collections.setPromotion(one.id, promotionAt(5))
    const expected = { promotion: promotionAt(5) }
    const changed = { problem: { code: 'collection.changed' } }
    const both = await Promise.allSettled(
      [6, 7].map((at) => collections.setPromotion(one.id, promotionAt(at), expected)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: changed })
    expect(await collections.promotions(one.id)).toHaveLength(2)
    const unpinned = collections.setPromotion(one.id, promotionAt(8), { promotion: null })
    await expect(unpinned).rejects.toMatchObject(changed)
    await collections.setPromotion(one.id, null)
    const pinned = await collections.setPromotion(one.id, promotionAt(9), { promotion: null })
    expect(pinned?.promotion).toEqual(promotionAt(9))
    const none = collections.setPromotion('col_none' as CollectionId, promotionAt(9), expected)
    expect(await none).toBeNull()
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
