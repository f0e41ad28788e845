import type { RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import {
  dependencyFiles,
  readScriptDependencies,
  type ScriptDependencies,
  type ScriptRuntime,
} from '@repertoire/core/domain'
import type { SkillStore } from '@repertoire/core/ports'

export interface SkillRevision {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
}

/**
 * The packages that scripts of a revision need. A shell script may start either interpreter. Throws
 * ProblemError `layer.requirement-refused`.
 */
export async function readSkillNeeds(
  { skills, viewer }: { readonly skills: SkillStore; readonly viewer: UserId },
  { skillId, digest }: SkillRevision,
  runtime: ScriptRuntime,
): Promise<ScriptDependencies> {
  const read = dependencyFiles.map(async (path) => {
    const bytes = await skills.file(viewer, skillId, digest, path)
    return [path, bytes ? Buffer.from(bytes).toString() : undefined] as const
  })
  const texts = new Map(await Promise.all(read))
  return readScriptDependencies((path) => texts.get(path), runtime)
}
