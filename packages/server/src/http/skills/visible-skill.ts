import type { SkillId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { SkillBody } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import { EncodedJson } from '../base/encoded-json.ts'
import { notFound } from '../base/not-found.ts'
import { etagOf } from '../wire/etag.ts'
import { toSkillBody } from '../wire/skill.ts'
import type { SkillDiagnostics } from './skill-diagnostics.ts'

/** Answers with a skill, its content and its ETag. */
export type ReplyWithSkill = (caller: Caller, skill: Skill) => ReturnType<typeof describeSkill>

/** Throws ProblemError `skill.not-found`, also for skills of others. */
export async function visibleSkill(app: Application, caller: Caller, id: string): Promise<Skill> {
  const { skills } = catalogOf(app, caller).store
  const skill = await skills.get(caller.principal.userId, id as SkillId)
  if (skill) return skill
  throw notFound('skill.not-found', 'There is no such skill, or you cannot see it.')
}

export interface DescribeSkillDeps {
  readonly app: Application
  readonly diagnosticsOf: SkillDiagnostics
  /** By the skill as the store gave it: a store that gives it again says that nothing about it has changed. */
  readonly bodies: WeakMap<Skill, EncodedJson<SkillBody>>
}

export async function describeSkill(
  deps: DescribeSkillDeps,
  caller: Caller,
  skill: Skill,
): Promise<{ body: EncodedJson<SkillBody>; headers: Record<string, string> }> {
  const headers = { etag: etagOf(skill.version) }
  const known = deps.bodies.get(skill)
  if (known) return { body: known, headers }
  const body = await encodeSkill(deps, caller, skill)
  deps.bodies.set(skill, body)
  return { body, headers }
}

async function encodeSkill(
  { app, diagnosticsOf }: DescribeSkillDeps,
  caller: Caller,
  skill: Skill,
): Promise<EncodedJson<SkillBody>> {
  const { skills } = catalogOf(app, caller).store
  const content = await skills.content(caller.principal.userId, skill.id, skill.head.digest)
  if (!content) throw new Error(`content of ${skill.id} is missing`)
  const diagnostics = diagnosticsOf(skill.head.digest, content)
  return new EncodedJson(
    toSkillBody(skill, { content, diagnostics, tenantId: caller.principal.tenantId }),
  )
}
