import type { RevisionDigest, SkillId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { SaveOutcome } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent, own } from './checked-content.ts'
import { ann, bob, forEveryStore } from './store-fixture.ts'

function skillOf(outcome: SaveOutcome | undefined): Skill {
  if (!outcome || outcome.status === 'conflict') throw new Error('not saved')
  return outcome.skill
}

forEveryStore('reads of the index', (fixture) => {
  test('indexable returns every skill of the tenant once, by id, with its body', async () => {
    const { skills } = await fixture.tenant()
    const given = [
      checkedContent('b', { body: 'B' }),
      checkedContent('a', { scope: own(bob), body: 'A' }),
    ]
    await skills.save(given, 'create')
    await skills.save([checkedContent('c', { enabled: false, body: 'C' })], 'create')
    const walked: string[] = []
    let after: SkillId | null = null
    for (;;) {
      const [entry] = await skills.indexable(after, 1)
      if (!entry) break
      expect(after === null || entry.skill.id > after).toBe(true)
      walked.push(`${entry.skill.slug}:${entry.body}`)
      after = entry.skill.id
    }
    expect(walked.sort()).toEqual(['a:A', 'b:B', 'c:C'])
  })

  test('indexableById returns existing skills with their current body', async () => {
    const { skills } = await fixture.tenant()
    const [kept, gone] = await skills.save([checkedContent('a'), checkedContent('b')], 'create')
    await skills.update(ann, skillOf(kept).id, { arrival: checkedContent('a', { body: 'now' }) })
    await skills.remove(ann, skillOf(gone).id)
    const found = await skills.indexableById([skillOf(gone).id, skillOf(kept).id])
    expect(found.map((entry) => [entry.skill.slug, entry.body])).toEqual([['a', 'now']])
    expect(await skills.indexableById([])).toEqual([])
  })

  test('the change feed has every write and removal once, in order, without gaps', async () => {
    const { skills } = await fixture.tenant()
    const saved = await skills.save([checkedContent('a'), checkedContent('b')], 'create')
    const [a, b] = saved.map((outcome) => skillOf(outcome).id) as [SkillId, SkillId]
    await skills.update(ann, b, { enabled: false })
    await skills.remove(ann, a)
    const feed = [
      { seq: 1, skillId: a },
      { seq: 2, skillId: b },
      { seq: 3, skillId: b },
      { seq: 4, skillId: a },
    ]
    expect(await skills.changesAfter(0, 100)).toEqual(feed)
    expect(await skills.changesAfter(1, 2)).toEqual(feed.slice(1, 3))
    expect(await skills.changesAfter(4, 100)).toEqual([])
    expect(await skills.lastChangeSeq()).toBe(4)
  })

  test('a digest of another skill returns nothing', async () => {
    const { skills } = await fixture.tenant()
    const saved = await skills.save([checkedContent('a'), checkedContent('b')], 'create')
    const [a, b] = saved.map(skillOf) as [Skill, Skill]
    expect(await skills.content(ann, a.id, b.head.digest)).toBeNull()
    expect(await skills.file(ann, a.id, b.head.digest, 'SKILL.md')).toBeNull()
    expect(await skills.content(ann, a.id, 'sha256:x' as RevisionDigest)).toBeNull()
  })
})
