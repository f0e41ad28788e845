import { type AuthoredToolId, ProblemError, type UserId } from '@repertoire/core/base'
import type { AuthoredHead, AuthoredTool } from '@repertoire/core/domain'
import type { CatalogDeps } from '@repertoire/core/keep'
import {
  type AuthoredToolRegistry,
  approveAuthored,
  deleteAuthored,
  getVisibleAuthored,
  listAuthored,
  loadAuthoredToolRegistry,
  restoreAuthored,
  restoreAuthoredVersion,
  setAuthoredEnabled,
} from '@repertoire/core/use'
import { authoredToolRoutes, authoredToolUpdateSchema } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { personNames } from '../skills/skill-revisions.ts'
import { toAuthoredTool, toSummary, toVersion } from '../wire/authored-tool.ts'

/** Tools and libraries that agents wrote. Core decides who may see and change which. */
export function bindAuthoredTools(bind: BindRoute, app: Application): void {
  const reply = async (caller: Caller, tool: AuthoredTool) => {
    const deps = catalogOf(app, caller)
    const registry = await loadAuthoredToolRegistry(deps, tool.owner)
    const versions = await deps.store.authored.versions(tool.id)
    const closure = registry.closureOf(tool)
    const described = { tool, versions, closure, usedBy: registry.dependentsOf(tool) }
    return { body: toAuthoredTool(described, await personNames(app, caller)) }
  }

  bind(authoredToolRoutes.list, async ({ query, caller }) => {
    const deps = catalogOf(app, caller)
    const { kind, cursor, limit } = query
    const page = await listAuthored(deps, caller.principal, {
      kind,
      everyone: query.everyone === 'true',
      deleted: query.deleted === 'true',
      page: { cursor, limit },
    })
    const names = await personNames(app, caller)
    const registries = await registriesOf(deps, page.items)
    const items = page.items.map((tool) => toSummary(tool, registries(tool).closureOf(tool), names))
    return { body: { items, next_cursor: page.nextCursor } }
  })

  bind(authoredToolRoutes.get, async ({ params, caller }) =>
    reply(caller, await getVisibleAuthored(catalogOf(app, caller), caller.principal, idOf(params))),
  )

  bind(authoredToolRoutes.version, async ({ params, caller }) => {
    const deps = catalogOf(app, caller)
    const { id } = await getVisibleAuthored(deps, caller.principal, idOf(params))
    const version = await deps.store.authored.version(id, params.number)
    if (!version) throw versionNotFound(params.number)
    return { body: toVersion(version) }
  })

  bind(authoredToolRoutes.update, async (call) => {
    const change = { id: idOf(call.params), enabled: call.body.enabled }
    const deps = catalogOf(app, call.caller)
    const tool = await getVisibleAuthored(deps, call.caller.principal, change.id)
    changedFields({
      ...{ resource: 'authored', update: authoredToolUpdateSchema, body: call.body },
      ...{ current: (await reply(call.caller, tool)).body, volatile: ['updated_at'] },
    })
    return reply(call.caller, await setAuthoredEnabled(deps, actorOf(call), change))
  })

  bind(authoredToolRoutes.remove, async (call) => {
    await deleteAuthored(catalogOf(app, call.caller), actorOf(call), idOf(call.params))
    return { body: null }
  })

  bind(authoredToolRoutes.restore, async (call) => {
    const deps = catalogOf(app, call.caller)
    return reply(call.caller, await restoreAuthored(deps, actorOf(call), idOf(call.params)))
  })

  bind(authoredToolRoutes.restoreVersion, async (call) => {
    const deps = catalogOf(app, call.caller)
    const { number } = call.params
    const request = { id: idOf(call.params), number, reason: call.body.reason }
    return reply(call.caller, await restoreAuthoredVersion(deps, actorOf(call), request))
  })

  bind(authoredToolRoutes.approve, async (call) => {
    const deps = catalogOf(app, call.caller)
    const request = { id: idOf(call.params), digest: call.body.digest }
    return reply(call.caller, await approveAuthored(deps, actorOf(call), request))
  })
}

function idOf({ id }: { readonly id: string }): AuthoredToolId {
  return id as AuthoredToolId
}

/** The registry of each owner. */
async function registriesOf(
  deps: Pick<CatalogDeps, 'store' | 'sha256'>,
  tools: readonly AuthoredHead[],
) {
  const registries = new Map<UserId, AuthoredToolRegistry>()
  for (const owner of new Set(tools.map((tool) => tool.owner))) {
    registries.set(owner, await loadAuthoredToolRegistry(deps, owner))
  }
  return ({ owner }: AuthoredHead): AuthoredToolRegistry => {
    const registry = registries.get(owner)
    if (!registry) throw new Error('no registry for this owner')
    return registry
  }
}

function versionNotFound(number: number): ProblemError {
  return new ProblemError({
    code: 'authored.version-not-found',
    kind: 'not-found',
    message: `There is no version ${number}.`,
    details: { number },
  })
}
