import type { SkillId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { SaveOutcome } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { ann, forEveryStore } from './store-fixture.ts'

function skillOf(outcome: SaveOutcome | undefined): Skill {
  if (!outcome || outcome.status === 'conflict') throw new Error('not saved')
  return outcome.skill
}

forEveryStore('concurrent writers of skills', (fixture) => {
  test('A14: of twenty concurrent creates of one slug one is created and nineteen are conflicts', async () => {
    const { skills } = await fixture.tenant()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        skills.save([checkedContent('same', { body: `${index}` })], 'create'),
      ),
    )
    const statuses = outcomes.flat().map((outcome) => outcome.status)
    expect(statuses.filter((status) => status === 'created')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'conflict')).toHaveLength(19)
  })

  test('concurrent upserts of one slug make one chain without gaps, and the feed has each', async () => {
    const { skills } = await fixture.tenant()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        skills.save([checkedContent('same', { body: `${index}` })], 'upsert'),
      ),
    )
    const skill = await skills.findBySlug(ann, 'same')
    const revisions = await skills.revisions(ann, skill?.id as SkillId)
    const counted = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(revisions.map((revision) => revision.number).reverse()).toEqual(counted)
    expect((await skills.changesAfter(0, 100)).map((change) => change.seq)).toEqual(counted)
  })

  test('of twenty concurrent updates of one version one succeeds', async () => {
    const { skills } = await fixture.tenant()
    const [saved] = await skills.save([checkedContent('a')], 'create')
    const { id } = skillOf(saved)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => skills.update(ann, id, { slug: `s${index}` }, 1)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await skills.get(ann, id))?.version).toBe(2)
  })

  test('A14: of twenty skills renamed to one slug at once one succeeds', async () => {
    const { skills } = await fixture.tenant()
    const slugs = Array.from({ length: 20 }, (_, index) => `s${index}`)
    const saved = await skills.save(
      slugs.map((slug) => checkedContent(slug)),
      'create',
    )
    const results = await Promise.allSettled(
      saved.map((outcome) => skills.update(ann, skillOf(outcome).id, { slug: 'wanted' })),
    )
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? result.reason.problem.code : [],
    )
    expect(refused).toEqual(Array(19).fill('skill.slug-taken'))
  })
})
