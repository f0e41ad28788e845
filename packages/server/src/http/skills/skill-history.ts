import { setImmediate } from 'node:timers/promises'
import type { SkillId } from '@repertoire/core/base'
import { changeTag, restoreRevision, restoreSkill } from '@repertoire/core/ingest'
import { listDeletedSkills, purgeSkill } from '@repertoire/core/keep'
import { skillHistoryRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { toDeletedSkill, toTagChange } from '../wire/skill-history.ts'
import { acknowledgedOf } from './acknowledged-findings.ts'
import { personNames } from './skill-revisions.ts'
import type { ReplyWithSkill } from './visible-skill.ts'

/** Deleted skills, earlier revisions, and changes of a tag on many skills. */
export function bindSkillHistory(
  bind: BindRoute,
  app: Application,
  replyWithSkill: ReplyWithSkill,
): void {
  bind(skillHistoryRoutes.deleted, async ({ query, caller }) => {
    const { store } = catalogOf(app, caller)
    const page = await listDeletedSkills(store, caller.principal, query)
    const names = await personNames(app, caller)
    const items = page.items.map((deleted) => toDeletedSkill(deleted, names))
    return { body: { items, next_cursor: page.nextCursor } }
  })

  bind(skillHistoryRoutes.forget, async (call) => {
    const id = call.params.id as SkillId
    await purgeSkill(catalogOf(app, call.caller), actorOf(call), id)
    return { body: null }
  })

  bind(skillHistoryRoutes.restore, async (call) => {
    const skill = await restoreSkill(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id as SkillId,
      slug: call.body.slug,
      acknowledged: acknowledgedOf(call.body.acknowledged_findings),
    })
    return replyWithSkill(call.caller, skill)
  })

  bind(skillHistoryRoutes.restoreRevision, async (call) => {
    const { params, body, request } = call
    const skill = await restoreRevision(catalogOf(app, call.caller), actorOf(call), {
      id: params.id as SkillId,
      number: params.number,
      reason: body.reason,
      acknowledged: acknowledgedOf(body.acknowledged_findings),
      expectedVersion: expectedVersion(request.headers),
    })
    return replyWithSkill(call.caller, skill)
  })

  bind(skillHistoryRoutes.renameTag, (call) => tagChange(app, call, call.body.name))
  bind(skillHistoryRoutes.removeTag, (call) => tagChange(app, call, null))
}

async function tagChange(
  app: Application,
  call: Pick<Call<typeof skillHistoryRoutes.removeTag>, 'params' | 'caller' | 'traceId'>,
  to: string | null,
) {
  const { tag } = call.params
  const request = { tag, to, yieldToEventLoop: () => setImmediate() }
  return { body: toTagChange(await changeTag(catalogOf(app, call.caller), actorOf(call), request)) }
}
