import type { UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { UpdateBase } from './new-pending-revision.ts'
import { readRequestedPermissions } from './requested-permissions.ts'

interface Deps {
  readonly skills: Pick<SkillStore, 'file'>
  readonly reviews: Pick<ReviewStore, 'list' | 'trustOf'>
}

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
  const permissions = readRequestedPermissions(skill.head.frontmatter, files)
  return { skill, files, permissions, licence }
}

/** As it was read where the last approved content came from: files above its folder may have named it. */
async function licenceOf(
  reviews: Deps['reviews'],
  { id, head }: Skill,
): Promise<UpdateBase['licence']> {
  const approved = { audience: 'imports', skillId: id, states: ['approved'] } as const
  const { items } = await reviews.list(approved, { limit: 1 })
  if (items[0]) return items[0].licence
  return (await reviews.trustOf([head.digest])).get(head.digest)?.licence.expression
}
