import type { RevisionDigest } from '@repertoire/core/base'
import { fileOfRevision, revisionOfNumber } from '@repertoire/core/keep'
import { skillRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { fileResponse } from '../base/file-response.ts'
import { notFound } from '../base/not-found.ts'
import { type PersonNames, toRevisionBody, toRevisionContentBody } from '../wire/skill.ts'
import { visibleSkill } from './visible-skill.ts'

/** A skill's revisions and their files. */
export function bindSkillRevisions(bind: BindRoute, app: Application): void {
  bind(skillRoutes.revisions, async ({ params, caller }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const { skills } = catalogOf(app, caller).store
    const revisions = await skills.revisions(caller.principal.userId, skill.id)
    const names = await personNames(app, caller)
    return { body: { items: revisions.map((one) => toRevisionBody(one, names)) } }
  })

  bind(skillRoutes.revision, async ({ params, caller }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const { store } = catalogOf(app, caller)
    const viewer = caller.principal.userId
    const revision = await revisionOfNumber(store, { viewer, skill, number: params.number })
    const content = await store.skills.content(viewer, skill.id, revision.digest)
    if (!content) throw notFound('revision.not-found', 'There is no such revision.')
    const names = await personNames(app, caller)
    return { body: toRevisionContentBody(revision, content, names) }
  })

  bind(skillRoutes.file, async ({ params, query, caller }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const viewer = caller.principal.userId
    const digest = query.digest as RevisionDigest | undefined
    const request = { viewer, skill, digest, path: query.path }
    const { entry, bytes } = await fileOfRevision(catalogOf(app, caller).store, request)
    return fileResponse({ ...entry, bytes })
  })
}

/** Names of all members of the caller's organisation. */
export async function personNames(app: Application, caller: Caller): Promise<PersonNames> {
  const members = await catalogOf(app, caller).store.members.list()
  return new Map(members.map(({ id, name }) => [id, name]))
}
