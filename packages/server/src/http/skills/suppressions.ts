import type { PendingRevisionId, SkillId, SuppressionId } from '@repertoire/core/base'
import { isOfProposal, type Suppression, subjectOfSkill } from '@repertoire/core/domain'
import {
  removeSuppression,
  reviewAudience,
  type SuppressionTarget,
  suppressFindings,
} from '@repertoire/core/ingest'
import type { TenantStore } from '@repertoire/core/ports'
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
    const shown = await visibleOnes(store, caller, await store.reviews.suppressions(subject))
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

/** Those in skills and in arrivals that the caller sees: each shows a piece of their text. */
async function visibleOnes(
  { skills, reviews }: Pick<TenantStore, 'skills' | 'reviews'>,
  { principal }: Caller,
  all: readonly Suppression[],
): Promise<readonly Suppression[]> {
  const ids = all.flatMap((one) => one.skillId ?? [])
  const seen = await skills.getMany(principal.userId, ids)
  const visible = new Set<string>(seen.map(({ id }) => id))
  const audience = reviewAudience(principal)
  for (const { subject, arrivalId } of all) {
    if (!isOfProposal(subject) || arrivalId === null) continue
    if (await reviews.get(arrivalId, audience)) visible.add(arrivalId)
  }
  return all.filter(({ skillId, subject, arrivalId }) =>
    skillId === null
      ? !isOfProposal(subject) || visible.has(arrivalId ?? '')
      : visible.has(skillId),
  )
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
