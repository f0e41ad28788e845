import { type RevisionDigest, throwIf } from '@repertoire/core/base'
import { skillWriteProblem } from '@repertoire/core/domain'
import {
  advisoriesHere,
  exceptFromAdvisories,
  removeAdvisoryList,
  setAdvisoryList,
} from '@repertoire/core/ingest'
import { advisoryRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { personNames } from '../skills/skill-revisions.ts'
import { toAdvisoryBody, toAdvisoryExceptionBody, toAdvisoryListBody } from '../wire/advisory.ts'
import { trustedSignerOf } from '../wire/trusted-signer.ts'

/** Signed lists of what must not be used. */
export function bindAdvisories(bind: BindRoute, app: Application): void {
  bind(advisoryRoutes.list, async ({ caller }) => ({ body: await bodyFor(app, caller) }))

  bind(advisoryRoutes.set, async (call) => {
    const { url, signer } = call.body
    const list = { url, signer: trustedSignerOf(signer) }
    const { store } = catalogOf(app, call.caller)
    const set = await setAdvisoryList(catalogOf(app, call.caller), actorOf(call), list)
    await app.advisories.check(store.tenantId)
    const lists = await store.advisories.lists()
    return { body: toAdvisoryListBody(lists.find(({ owner }) => owner === set.owner) ?? set) }
  })

  bind(advisoryRoutes.remove, async (call) => {
    await removeAdvisoryList(catalogOf(app, call.caller), actorOf(call))
    return { body: null }
  })

  bind(advisoryRoutes.check, async ({ caller }) => {
    throwIf(skillWriteProblem(caller.principal, { kind: 'org' }))
    await app.advisories.check(caller.principal.tenantId)
    return { body: await bodyFor(app, caller) }
  })

  bind(advisoryRoutes.except, async (call) => {
    const { digest, reason } = call.body
    const exception = await exceptFromAdvisories(catalogOf(app, call.caller), actorOf(call), {
      ...{ digest: digest as RevisionDigest, reason },
    })
    const people = await personNames(app, call.caller)
    return { status: 201, body: toAdvisoryExceptionBody(exception, people) }
  })
}

async function bodyFor(app: Application, caller: Caller) {
  const { store } = catalogOf(app, caller)
  const [lists, here, people] = await Promise.all([
    store.advisories.lists(),
    advisoriesHere(store, caller.principal.userId),
    personNames(app, caller),
  ])
  return {
    lists: lists.map(toAdvisoryListBody),
    items: here.map((one) => toAdvisoryBody(one, people)),
  }
}
