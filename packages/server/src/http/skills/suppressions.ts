import type { PendingRevisionId, SkillId, SuppressionId } from '@repertoire/core/base'
import { type Suppression, subjectOfSkill } from '@repertoire/core/domain'
import {
  removeSuppression,
  type SuppressionTarget,
  suppressFindings,
} from '@repertoire/core/ingest'
import { reviewRoutes, type SuppressionCreate } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toSuppressionBody } from '../wire/pending-revision.ts'
import { personNames } from './skill-revisions.ts'
import { visibleSkill } from './visible-skill.ts'

/** Findings that do not count, because somebody said so. */
export function bindSuppressions(bind: BindRoute, app: Application): void {
  bind(reviewRoutes.suppressions, async ({ query, caller }) => {
    const { store } = catalogOf(app, caller)
    const { skill_id: skillId } = query
    if (skillId !== undefined) await visibleSkill(app, caller, skillId)
    const subject = skillId === undefined ? undefined : subjectOfSkill(skillId as SkillId)
    const all = await store.reviews.suppressions(subject)
    const ids = all.flatMap((one) => one.skillId ?? [])
    const seen = await store.skills.getMany(caller.principal.userId, ids)
    const visible = new Set(seen.map(({ id }) => id))
    const shown = all.filter((one) => one.skillId === null || visible.has(one.skillId))
    return { body: await listOf(app, caller, shown) }
  })

  bind(reviewRoutes.suppress, async (call) => {
    const { rule, match, reason } = call.body
    const target = targetOf(call.body)
    const request = { target, rule, match, reason }
    const made = await suppressFindings(catalogOf(app, call.caller), actorOf(call), request)
    return { status: 201, body: await listOf(app, call.caller, made) }
  })

  bind(reviewRoutes.removeSuppression, async (call) => {
    const id = call.params.id as SuppressionId
    await removeSuppression(catalogOf(app, call.caller), actorOf(call), id)
    return { body: null }
  })
}

async function listOf(app: Application, caller: Caller, suppressions: readonly Suppression[]) {
  const people = await personNames(app, caller)
  return { items: suppressions.map((one) => toSuppressionBody(one, people)) }
}

/** The description of the route takes exactly one of both. */
function targetOf(body: SuppressionCreate): SuppressionTarget {
  const { skill_id: skillId, arrival_id: arrivalId } = body
  return skillId === undefined
    ? { arrivalId: arrivalId as PendingRevisionId }
    : { skillId: skillId as SkillId }
}
