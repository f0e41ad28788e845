import type { SkillId, UserId } from '../../base/ids.ts'
import type { PackageFile, Revision, Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { skillNotFound } from '../../ports/store-problems.ts'

/** The files of the head except SKILL.md. Throws ProblemError `skill.not-found` when the skill was deleted meanwhile. */
export async function filesExceptSkillMd(
  skills: Pick<SkillStore, 'file'>,
  viewer: UserId,
  skill: Skill,
): Promise<readonly PackageFile[]> {
  const entries = skill.head.manifest.filter((entry) => entry.path !== 'SKILL.md')
  return Promise.all(
    entries.map(async ({ path, executable }) => {
      const bytes = await skills.file(viewer, skill.id, skill.head.digest, path)
      if (!bytes) throw skillNotFound(skill.id)
      return { path, bytes, executable }
    }),
  )
}

/** All files of a revision, including SKILL.md. Throws ProblemError `skill.not-found` when the skill was deleted meanwhile. */
export async function filesOfRevision(
  skills: Pick<SkillStore, 'file'>,
  viewer: UserId,
  {
    id,
    revision,
  }: { readonly id: SkillId; readonly revision: Pick<Revision, 'digest' | 'manifest'> },
): Promise<readonly PackageFile[]> {
  return Promise.all(
    revision.manifest.map(async ({ path, executable }) => {
      const bytes = await skills.file(viewer, id, revision.digest, path)
      if (!bytes) throw skillNotFound(id)
      return { path, bytes, executable }
    }),
  )
}

/** The executable bit of SKILL.md; rewriting the text keeps it. */
export function hasExecutableSkillMd(skill: Skill | null): boolean {
  return skill?.head.manifest.find(({ path }) => path === 'SKILL.md')?.executable ?? false
}
