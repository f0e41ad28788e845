import type { SkillId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import { collectBlobs, tombstoneExpiryCutoff, tombstoneRetention } from '@repertoire/core/keep'
import { expect, test } from 'vitest'
import { checkedContent, own } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import { ann, batch, bob, forEveryStore, newConversation } from './store-fixture.ts'

const page = { limit: 50 }
const day = 24 * 60 * 60_000

forEveryStore('deleted skills', (fixture) => {
  /** Saves a skill with two revisions, a file, tags and a secret, and deletes it. */
  async function deleted(slug = 'gone', scope?: Parameters<typeof checkedContent>[1]) {
    const tenant = await fixture.tenant()
    const given = { tags: ['old'], files: { 'x.txt': '1' }, ...scope }
    const [saved] = await tenant.skills.save(
      [checkedContent(slug, { body: 'one', ...given })],
      'create',
    )
    if (saved?.status !== 'created') throw new Error('not created')
    const second = checkedContent(slug, { body: 'two', ...given })
    const skill = await tenant.skills.update(ann, saved.skill.id, { arrival: second })
    const secret = { name: 'TOKEN', encrypted: 'sealed', updatedAt: 1, updatedBy: ann }
    await tenant.skillSecrets.put(skill.id, secret, skill.scope)
    await tenant.skills.remove(ann, skill.id)
    return { tenant, skill, deletedAt: fixture.clock.now() }
  }

  test('B8: a deleted skill is in no read, list, tag or index, and is in the change feed', async () => {
    const { tenant, skill } = await deleted()
    const { skills, tombstones, skillSecrets } = tenant
    const { id, head, slug } = skill
    const active = {
      ...{ skillId: id, digest: head.digest, slug, name: head.name },
      ...{ contentLength: head.contentLength, sourceType: 'manual' as const },
    }
    expect(await skills.get(ann, id)).toBeNull()
    expect(await skills.getMany(ann, [id])).toEqual([])
    expect(await skills.findBySlug(ann, slug)).toBeNull()
    expect(await skills.list(ann, {}, page)).toEqual({ items: [], nextCursor: null })
    expect(await skills.tags(ann)).toEqual([])
    expect(await skills.revisions(ann, id)).toEqual([])
    expect(await skills.content(ann, id, head.digest)).toBeNull()
    expect(await skills.file(ann, id, head.digest, 'x.txt')).toBeNull()
    expect(await skills.file(ann, id, head.digest, 'SKILL.md')).toBeNull()
    expect(await skills.withdrawn(ann, [active])).toEqual([{ ...active, reason: 'deleted' }])
    expect(await skills.listByProvenance('authored', null, 9)).toEqual([])
    expect(await skills.indexable(null, 9)).toEqual([])
    expect(await skills.indexableById([id])).toEqual([])
    expect((await skills.changesAfter(0, 9)).map((one) => one.skillId)).toEqual([id, id, id])
    const text = await tombstones.file(ann, id, head.digest, 'x.txt')
    expect(Buffer.from(text ?? []).toString()).toBe('1')
    expect(await tombstones.file(ann, id, head.digest, 'SKILL.md')).not.toBeNull()
    expect(await tombstones.file(ann, id, head.digest, 'none')).toBeNull()
    expect(await rejection(skills.update(ann, id, { enabled: false }))).toBe('skill.not-found')
    expect(await rejection(skills.remove(ann, id))).toBe('skill.not-found')
    const secret = { name: 'X', encrypted: 'y', updatedAt: 1, updatedBy: ann }
    expect(await skillSecrets.list(id)).toEqual([])
    expect(await skillSecrets.encrypted(id)).toEqual([])
    expect(await skillSecrets.remove(id, 'TOKEN')).toBe(false)
    expect(await rejection(skillSecrets.put(id, secret, skill.scope))).toBe('skill.not-found')
    expect((await tombstones.list(ann, {}, page)).items).toEqual([
      { skill, deletedAt: fixture.clock.now(), deletedBy: ann },
    ])
  })

  test('B8: a restored skill keeps identity, revisions, files, enabled and secrets', async () => {
    const { tenant, skill } = await deleted()
    const { skills, tombstones, skillSecrets } = tenant
    fixture.clock.advance(5)
    const restored = await tombstones.restore(ann, skill.id)
    expect(restored).toEqual({
      ...skill,
      version: skill.version + 1,
      updatedAt: fixture.clock.now(),
    })
    expect(await skills.get(ann, skill.id)).toEqual(restored)
    expect((await skills.revisions(ann, skill.id)).map((one) => one.number)).toEqual([2, 1])
    const bytes = await skills.file(ann, skill.id, skill.head.digest, 'x.txt')
    expect(bytes && new TextDecoder().decode(bytes)).toBe('1')
    expect(await skills.tags(ann)).toEqual([{ tag: 'old', count: 1 }])
    expect((await skillSecrets.encrypted(skill.id)).map(({ encrypted }) => encrypted)).toEqual([
      'sealed',
    ])
    expect((await skills.indexableById([skill.id])).map(({ body }) => body)).toEqual(['two'])
    expect((await skills.changesAfter(0, 9)).length).toBe(4)
    expect((await tombstones.list(ann, {}, page)).items).toEqual([])
    expect(await rejection(tombstones.restore(ann, skill.id))).toBe('skill.not-deleted')
  })

  test('B8: enabled is restored, false as well as true', async () => {
    const { skills, tombstones } = await fixture.tenant()
    const [off] = await skills.save([checkedContent('off', { enabled: false })], 'create')
    const id = (off as { skill: Skill }).skill.id
    await skills.remove(ann, id)
    expect(await tombstones.restore(ann, id)).toMatchObject({ enabled: false })
  })

  test('B8: its slug is free for another skill, and then it can only be restored under another slug', async () => {
    const { tenant, skill } = await deleted('triage')
    const { skills, tombstones } = tenant
    const [made] = await skills.save([checkedContent('triage', { body: 'new' })], 'upsert')
    expect(made?.status).toBe('created')
    const other = (made as { skill: Skill }).skill
    expect(other.id).not.toBe(skill.id)
    expect(other.head.number).toBe(1)
    expect(await rejection(tombstones.restore(ann, skill.id))).toBe('skill.slug-taken')
    expect((await tombstones.list(ann, {}, page)).items.length).toBe(1)
    expect(await rejection(tombstones.restore(ann, skill.id, 'triage'))).toBe('skill.slug-taken')
    const back = await tombstones.restore(ann, skill.id, 'triage-2')
    expect(back).toMatchObject({ id: skill.id, slug: 'triage-2', head: { number: 2 } })
    expect((await skills.findBySlug(ann, 'triage'))?.id).toBe(other.id)
  })

  test('B8: any number of deleted skills may share a slug', async () => {
    const { skills, tombstones } = await fixture.tenant()
    const ids: SkillId[] = []
    for (const body of ['1', '2', '3']) {
      const [made] = await skills.save([checkedContent('same', { body })], 'create')
      const { id } = (made as { skill: Skill }).skill
      await skills.remove(ann, id)
      ids.push(id)
      fixture.clock.advance(1)
    }
    const kept = await allPages((one) => tombstones.list(ann, {}, one), 2)
    expect(kept.map(({ skill }) => skill.id)).toEqual(ids.toReversed())
  })

  test('B8: a person’s own deleted skill is visible to that person alone', async () => {
    const { tenant, skill } = await deleted('mine', { scope: own(ann) })
    const { tombstones } = tenant
    expect(await tombstones.get(bob, skill.id)).toBeNull()
    expect((await tombstones.list(bob, {}, page)).items).toEqual([])
    expect(await rejection(tombstones.restore(bob, skill.id))).toBe('skill.not-deleted')
    expect(await rejection(tombstones.forget(bob, skill.id))).toBe('skill.not-deleted')
    expect((await tombstones.list(ann, { scope: 'user' }, page)).items.length).toBe(1)
    expect((await tombstones.list(ann, { scope: 'org' }, page)).items).toEqual([])
    expect((await tombstones.get(ann, skill.id))?.skill).toEqual(skill)
  })

  test('B8: it can be restored for 30 days, and is purged afterwards', async () => {
    const { tenant, skill, deletedAt } = await deleted()
    const { tombstones, skillSecrets } = tenant
    const until = deletedAt + tombstoneRetention
    fixture.clock.advance(until - 1 - fixture.clock.now())
    expect(await tombstones.purge(tombstoneExpiryCutoff(fixture.clock.now()), 9)).toEqual([])
    expect((await tombstones.get(ann, skill.id))?.deletedAt).toBe(deletedAt)
    fixture.clock.advance(1)
    expect(await tombstones.get(ann, skill.id)).toBeNull()
    expect((await tombstones.list(ann, {}, page)).items).toEqual([])
    expect(await rejection(tombstones.restore(ann, skill.id))).toBe('skill.not-deleted')
    expect(await rejection(tombstones.forget(ann, skill.id))).toBe('skill.not-deleted')
    const over = tombstoneExpiryCutoff(fixture.clock.now())
    expect(await tombstones.purge(over, 9)).toEqual([{ skill, deletedAt, deletedBy: ann }])
    expect(await tombstones.purge(over, 9)).toEqual([])
    expect(await skillSecrets.encrypted(skill.id)).toEqual([])
  })

  test('a purge takes the oldest first, up to its limit, and keeps skills that are not deleted', async () => {
    const { skills, tombstones } = await fixture.tenant()
    const saved = await skills.save(
      ['a', 'b', 'c', 'd'].map((slug) => checkedContent(slug)),
      'create',
    )
    const ids = saved.map((one) => (one as { skill: Skill }).skill.id)
    for (const id of ids.slice(0, 3)) {
      await skills.remove(ann, id)
      fixture.clock.advance(1)
    }
    fixture.clock.advance(tombstoneRetention)
    const over = tombstoneExpiryCutoff(fixture.clock.now())
    const first = await tombstones.purge(over, 2)
    expect(first.map(({ skill }) => skill.slug)).toEqual(['a', 'b'])
    expect((await tombstones.purge(over, 2)).map(({ skill }) => skill.slug)).toEqual(['c'])
    expect((await skills.list(ann, {}, page)).items.map(({ slug }) => slug)).toEqual(['d'])
  })

  test('a permanent deletion takes effect at once, and the slug stays free', async () => {
    const { tenant, skill } = await deleted('gone')
    const { skills, tombstones } = tenant
    expect((await tombstones.forget(ann, skill.id)).skill).toEqual(skill)
    expect(await tombstones.get(ann, skill.id)).toBeNull()
    expect(await rejection(tombstones.forget(ann, skill.id))).toBe('skill.not-deleted')
    const [made] = await skills.save([checkedContent('gone')], 'create')
    expect(made?.status).toBe('created')
  })

  test('a use recorded after the deletion changes nothing', async () => {
    const { tenant, skill } = await deleted()
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const use = batch(0, ['x'], { skillsUsed: [skill.id] })
    await tenant.conversations.append(conversation.id, use, fixture.clock.now())
    expect((await tenant.tombstones.get(ann, skill.id))?.skill).toEqual(skill)
  })

  test('a deletion is found by its idempotency key until the skill is purged', async () => {
    const { skills, tombstones } = await fixture.tenant()
    const [made] = await skills.save([checkedContent('a')], 'create')
    const { skill } = made as { skill: Skill }
    await skills.remove(ann, skill.id, skill.version, 'cnv:run:call')
    const known = { key: 'cnv:run:call', skillId: skill.id }
    expect(await skills.changesUnder('cnv:run')).toMatchObject([known])
    await tombstones.restore(ann, skill.id)
    expect(await skills.changesUnder('cnv:run')).toMatchObject([known])
    await skills.remove(ann, skill.id)
    await tombstones.forget(ann, skill.id)
    expect(await skills.changesUnder('cnv:run')).toEqual([])
  })

  test('C6: its blobs survive garbage collection until it is purged', async () => {
    const { tenant, skill } = await deleted()
    const { blobs, skills, tombstones } = tenant
    const file = skill.head.manifest.find(({ path }) => path === 'x.txt')
    const collect = async () => {
      for (let look = 0; look < 2; look += 1) {
        await collectBlobs(blobs, { clock: fixture.clock, graceMs: day })
        fixture.clock.advance(2 * day)
      }
    }
    fixture.clock.advance(2 * day)
    await collect()
    await tombstones.restore(ann, skill.id)
    const bytes = await skills.file(ann, skill.id, skill.head.digest, 'x.txt')
    expect(bytes && new TextDecoder().decode(bytes)).toBe('1')
    await skills.remove(ann, skill.id)
    await tombstones.forget(ann, skill.id)
    await collect()
    expect(await blobs.storedAt(file?.sha256 ?? '')).toBeNull()
  })

  test('of two concurrent restores under one slug one succeeds and the other gets a conflict', async () => {
    const { skills, tombstones } = await fixture.tenant()
    const ids: SkillId[] = []
    for (const body of ['1', '2']) {
      const [made] = await skills.save([checkedContent('same', { body })], 'create')
      ids.push((made as { skill: Skill }).skill.id)
      await skills.remove(ann, ids.at(-1) as SkillId)
    }
    const outcomes = await Promise.allSettled(ids.map((id) => tombstones.restore(ann, id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await skills.list(ann, {}, page)).items.length).toBe(1)
  })
})
