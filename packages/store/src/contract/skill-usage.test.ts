import type { CheckedContent, Skill } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent, own } from './checked-content.ts'
import { ann, batch, bob, forEveryStore, newConversation } from './store-fixture.ts'

async function saved({ skills }: TenantStore, given: CheckedContent): Promise<Skill> {
  const [outcome] = await skills.save([given], 'create')
  if (outcome?.status !== 'created') throw new Error('not created')
  return outcome.skill
}

function by(
  provenance: CheckedContent['origin']['provenance'],
  given: CheckedContent,
): CheckedContent {
  return { ...given, origin: { ...given.origin, provenance } }
}

forEveryStore('usage and archive of skills', (fixture) => {
  test('D9: a use is counted with its step, with the time, and is no edit', async () => {
    const tenant = await fixture.tenant()
    const [one, two] = [
      await saved(tenant, checkedContent('one')),
      await saved(tenant, checkedContent('two')),
    ]
    const { id } = newConversation(fixture)
    await tenant.conversations.create({ ...newConversation(fixture), id })
    const feed = await tenant.skills.lastChangeSeq()
    await tenant.conversations.append(id, batch(0, ['a'], { skillsUsed: [one.id] }), 50)
    const used = [two.id, one.id, one.id, 'skl_gone' as never]
    await tenant.conversations.append(id, batch(1, ['b'], { skillsUsed: used }), 60)
    expect(await tenant.skills.get(bob, one.id)).toEqual({ ...one, useCount: 2, lastUsedAt: 60 })
    expect(await tenant.skills.get(bob, two.id)).toEqual({ ...two, useCount: 1, lastUsedAt: 60 })
    expect(await tenant.skills.lastChangeSeq()).toBe(feed)
    await tenant.skills.update(ann, one.id, { enabled: false }, one.version)
    expect(await tenant.skills.get(ann, one.id)).toMatchObject({ useCount: 2, lastUsedAt: 60 })
  })

  test('a use in a rejected step is not counted', async () => {
    const tenant = await fixture.tenant()
    const skill = await saved(tenant, checkedContent('one'))
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const late = batch(3, ['late'], { skillsUsed: [skill.id] })
    await expect(tenant.conversations.append(conversation.id, late, 50)).rejects.toThrow()
    expect(await tenant.skills.get(ann, skill.id)).toEqual(skill)
  })

  test('a use does not count for another tenant’s skill', async () => {
    const [tenant, other] = [await fixture.tenant(), await fixture.tenant()]
    const skill = await saved(tenant, checkedContent('one'))
    const conversation = newConversation(fixture)
    await other.conversations.create(conversation)
    const step = batch(0, ['a'], { skillsUsed: [skill.id] })
    await other.conversations.append(conversation.id, step, 50)
    expect(await tenant.skills.get(ann, skill.id)).toEqual(skill)
  })

  test('uses during a write of the skill are all counted', async () => {
    const tenant = await fixture.tenant()
    const skill = await saved(tenant, checkedContent('one'))
    const conversations = [1, 2, 3, 4].map(() => newConversation(fixture))
    for (const conversation of conversations) await tenant.conversations.create(conversation)
    await Promise.all([
      ...conversations.map(({ id }) =>
        tenant.conversations.append(id, batch(0, ['a'], { skillsUsed: [skill.id] }), 50),
      ),
      ...['b', 'c'].map((body) => tenant.skills.save([checkedContent('one', { body })], 'upsert')),
    ])
    expect(await tenant.skills.get(ann, skill.id)).toMatchObject({ useCount: 4, version: 3 })
  })

  test('concurrent uses and writes of several skills do not deadlock', async () => {
    const tenant = await fixture.tenant()
    const [a, b] = [
      await saved(tenant, checkedContent('a')),
      await saved(tenant, checkedContent('b')),
    ]
    const conversations = Array.from({ length: 12 }, () => newConversation(fixture))
    for (const conversation of conversations) await tenant.conversations.create(conversation)
    await Promise.all([
      ...conversations.map(({ id }, index) => {
        const skillsUsed = index % 2 === 0 ? [a.id, b.id] : [b.id, a.id]
        return tenant.conversations.append(id, batch(0, ['x'], { skillsUsed }), 50)
      }),
      ...['1', '2', '3'].map((body) =>
        tenant.skills.save(
          [checkedContent('b', { body }), checkedContent('a', { body })],
          'upsert',
        ),
      ),
    ])
    for (const { id } of [a, b]) {
      expect(await tenant.skills.get(ann, id)).toMatchObject({ useCount: 12, version: 4 })
    }
  })

  test('D9: archiving disables a skill and keeps it complete; unarchiving restores it', async () => {
    const { skills } = await fixture.tenant()
    const given = checkedContent('one', { tags: ['a'], files: { 'x.txt': 'x' } })
    const [outcome] = await skills.save([given], 'create')
    if (outcome?.status !== 'created') throw new Error('not created')
    const { skill } = outcome
    const archived = await skills.update(ann, skill.id, { archived: true }, skill.version)
    const now = fixture.clock.now()
    expect(archived).toMatchObject({ archivedAt: now, enabled: false, version: 2 })
    expect(await skills.get(ann, skill.id)).toEqual(archived)
    expect(await skills.content(ann, skill.id, skill.head.digest)).toEqual(given.content)
    expect(await skills.file(ann, skill.id, skill.head.digest, 'x.txt')).not.toBeNull()
    expect(await skills.update(ann, skill.id, { archived: true })).toEqual(archived)
    const back = await skills.update(ann, skill.id, { archived: false })
    expect(back).toEqual({ ...skill, version: 3 })
  })

  test('enabling or rewriting an archived skill unarchives it', async () => {
    const { skills } = await fixture.tenant()
    const [outcome] = await skills.save([checkedContent('one')], 'create')
    if (outcome?.status !== 'created') throw new Error('not created')
    const { id } = outcome.skill
    const archive = () => skills.update(ann, id, { archived: true })
    const isBack = { archivedAt: null, enabled: true }
    await archive()
    expect(await skills.update(ann, id, { enabled: true })).toMatchObject(isBack)
    await archive()
    const rewritten = await skills.update(ann, id, {
      arrival: checkedContent('one', { body: 'b' }),
    })
    expect(rewritten).toMatchObject({ ...isBack, head: { number: 2 } })
    await archive()
    const [imported] = await skills.save([checkedContent('one', { body: 'c' })], 'upsert')
    expect(imported).toMatchObject({ status: 'updated', skill: { ...isBack, head: { number: 3 } } })
    await archive()
    const [same] = await skills.save([checkedContent('one', { body: 'c' })], 'upsert')
    expect(same).toMatchObject({ status: 'updated', skill: { ...isBack, head: { number: 3 } } })
    expect(await skills.revisions(ann, id)).toHaveLength(3)
  })

  test('D9: an automatic sync leaves an archived skill archived', async () => {
    const { skills } = await fixture.tenant()
    const [outcome] = await skills.save([by('integration', checkedContent('one'))], 'create')
    if (outcome?.status !== 'created') throw new Error('not created')
    await skills.update(ann, outcome.skill.id, { archived: true })
    const newer = by('integration', checkedContent('one', { body: 'newer' }))
    const [followed] = await skills.save([newer], 'upsert')
    expect(followed).toMatchObject({ status: 'updated', skill: { enabled: false } })
    expect((await skills.get(ann, outcome.skill.id))?.archivedAt).not.toBeNull()
  })

  test('lists filter by provenance and archive', async () => {
    const tenant = await fixture.tenant()
    await tenant.skills.save(
      [checkedContent('a'), by('agent', checkedContent('b')), by('agent', checkedContent('c'))],
      'create',
    )
    const c = await tenant.skills.findBySlug(ann, 'c')
    if (!c) throw new Error('no c')
    await tenant.skills.update(ann, c.id, { archived: true })
    const slugsOf = async (filter: Parameters<typeof tenant.skills.list>[1]) =>
      (await tenant.skills.list(ann, filter, { limit: 9 })).items.map((skill) => skill.slug)
    expect(await slugsOf({})).toEqual(['a', 'b', 'c'])
    expect(await slugsOf({ provenances: ['agent'] })).toEqual(['b', 'c'])
    expect(await slugsOf({ archived: false })).toEqual(['a', 'b'])
    expect(await slugsOf({ archived: true })).toEqual(['c'])
    expect(await slugsOf({ archived: false, provenances: ['agent'] })).toEqual(['b'])
  })

  test('madeBy returns everybody’s skills of one provenance once, by id', async () => {
    const tenant = await fixture.tenant()
    const anns = await saved(tenant, by('agent', checkedContent('a', { scope: own(ann) })))
    const bobs = await saved(tenant, by('agent', checkedContent('b', { scope: own(bob) })))
    await saved(tenant, checkedContent('c'))
    const walked: string[] = []
    let after: Skill['id'] | null = null
    for (;;) {
      const [skill]: readonly Skill[] = await tenant.skills.listByProvenance('agent', after, 1)
      if (!skill) break
      walked.push(skill.id)
      after = skill.id
    }
    expect(walked).toEqual([anns.id, bobs.id].sort())
  })
})
