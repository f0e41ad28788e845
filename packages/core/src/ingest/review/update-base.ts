import type { UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { UpdateBase } from './new-pending-import.ts'
import { skillAsks } from './skill-asks.ts'

type Deps = Pick<TenantStore, 'skills' | 'reviews'>

/** What an update of a skill is compared with. */
export async function findUpdateBase(
  { skills, reviews }: Deps,
  viewer: UserId,
  skill: Skill,
): Promise<UpdateBase> {
  const [files, licence] = await Promise.all([
    filesOfRevision(skills, viewer, { id: skill.id, revision: skill.head }),
    licenceOf(reviews, skill),
  ])
  return { skill, files, asks: skillAsks(files), licence }
}

/** As it was read where the last approved content came from: files above its folder may have named it. */
async function licenceOf(
  reviews: Deps['reviews'],
  { id, head }: Skill,
): Promise<UpdateBase['licence']> {
  const { items } = await reviews.list({ skillId: id, states: ['approved'] }, { limit: 1 })
  if (items[0]) return items[0].licence
  return (await reviews.trustOf([head.digest])).get(head.digest)?.licence.expression
}
