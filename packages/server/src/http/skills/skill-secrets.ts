import { ProblemError, type SkillId } from '@repertoire/core/base'
import { type Skill, skillWriteProblem } from '@repertoire/core/domain'
import { skillNotFound } from '@repertoire/core/ports'
import { skillSecretRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toSecretBody } from '../wire/execution.ts'

/**
 * Secrets of a skill, for whoever may write the skill. No response, log line or audit entry contains a
 * value.
 */
export function bindSkillSecrets(bind: BindRoute, app: Application): void {
  bind(skillSecretRoutes.list, async ({ params, caller }) => {
    const { skill, store } = await writableSkill(app, caller, params.id)
    return { body: { items: (await store.skillSecrets.list(skill.id)).map(toSecretBody) } }
  })

  bind(skillSecretRoutes.put, async (call) => {
    const { params, body, caller } = call
    const { skill } = await writableSkill(app, caller, params.id)
    const { name } = params
    const now = app.clock.now()
    await app.secrets.put(caller.principal, skill, { name, value: body.value, now })
    const fact = { action: 'skill-secret-set', target: skill.id, details: { name } }
    await recordAudit(app, call, fact)
    return { body: toSecretBody({ name, updatedAt: now, updatedBy: caller.principal.userId }) }
  })

  bind(skillSecretRoutes.remove, async (call) => {
    const { params, caller } = call
    const { skill, store } = await writableSkill(app, caller, params.id)
    const { name } = params
    if (!(await store.skillSecrets.remove(skill.id, name))) throw secretNotFound(name)
    const fact = { action: 'skill-secret-removed', target: skill.id, details: { name } }
    await recordAudit(app, call, fact)
    return { body: null }
  })
}

/** Throws when the caller may not write the skill. */
async function writableSkill(app: Application, caller: Caller, id: string) {
  const { store } = catalogOf(app, caller)
  const skill: Skill | null = await store.skills.get(caller.principal.userId, id as SkillId)
  if (!skill) throw skillNotFound(id)
  const problem = skillWriteProblem(caller.principal, skill.scope, skill)
  if (problem) throw new ProblemError(problem)
  return { skill, store }
}

function secretNotFound(name: string): ProblemError {
  return new ProblemError({
    code: 'secret.not-found',
    kind: 'not-found',
    message: 'The skill has no secret of that name.',
    details: { name },
  })
}
