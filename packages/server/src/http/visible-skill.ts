import { ProblemError, type Skill, type SkillId } from '@repertoire/core'
import type { SkillBody } from '@repertoire/protocol'
import type { Caller } from '../auth/authenticate.ts'
import { etagOf } from '../wire/etag.ts'
import { toSkillBody } from '../wire/skill.ts'
import { type Application, catalogOf } from './application.ts'
import type { SkillDiagnostics } from './skill-diagnostics.ts'

/** Answers with a skill, its content and its ETag. */
export type ReplyWithSkill = (caller: Caller, skill: Skill) => ReturnType<typeof describeSkill>

/** Throws ProblemError `skill.not-found`, also for skills of others. */
export async function visibleSkill(app: Application, caller: Caller, id: string): Promise<Skill> {
  const { skills } = catalogOf(app, caller).store
  const skill = await skills.get(caller.principal.userId, id as SkillId)
  if (skill) return skill
  throw new ProblemError({
    code: 'skill.not-found',
    kind: 'not-found',
    message: 'There is no such skill, or you cannot see it.',
  })
}

export async function describeSkill(
  { app, diagnosticsOf }: { app: Application; diagnosticsOf: SkillDiagnostics },
  caller: Caller,
  skill: Skill,
): Promise<{ body: SkillBody; headers: Record<string, string> }> {
  const { skills } = catalogOf(app, caller).store
  const content = await skills.content(caller.principal.userId, skill.id, skill.head.digest)
  if (!content) throw new Error(`content of ${skill.id} is missing`)
  const diagnostics = diagnosticsOf(skill.head.digest, content)
  return {
    body: toSkillBody(skill, content, diagnostics),
    headers: { etag: etagOf(skill.version) },
  }
}
