import type { SkillId, UserId } from '../../base/ids.ts'
import type { PackageFile, Revision, Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { skillNotFound } from '../../ports/store-problems.ts'

/** The files of a skill's head but SKILL.md. Throws ProblemError `skill.not-found` when it went meanwhile. */
export async function filesExceptSkillMd(
  skills: SkillStore,
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

/** Every file of one revision, SKILL.md among them. Throws ProblemError `skill.not-found` when it went meanwhile. */
export async function filesOfRevision(
  skills: SkillStore,
  viewer: UserId,
  { id, revision }: { readonly id: SkillId; readonly revision: Revision },
): Promise<readonly PackageFile[]> {
  return Promise.all(
    revision.manifest.map(async ({ path, executable }) => {
      const bytes = await skills.file(viewer, id, revision.digest, path)
      if (!bytes) throw skillNotFound(id)
      return { path, bytes, executable }
    }),
  )
}

/** Writing a skill's text anew does not change what the file is. */
export function hasExecutableSkillMd(skill: Skill | null): boolean {
  return skill?.head.manifest.find(({ path }) => path === 'SKILL.md')?.executable ?? false
}
