import {
  downloadAnswer,
  findAnswer,
  listAnswer,
  type RegistryIdentity,
  searchAnswer,
  skillAnswer,
} from '@repertoire/core/report'
import { registryRoutes, registrySource } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { createPublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import { searchPublished } from '../../publishing/registry/search-published.ts'
import { createSkillArtifacts } from '../../publishing/registry/skill-artifacts.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { isNotModified } from '../base/conditional-requests.ts'
import { registryAddress } from '../base/registry-address.ts'
import { bindClawHub } from './clawhub.ts'
import {
  checkAnswerSize,
  conditional,
  notModified,
  publishedAs,
  recordDelivery,
  revalidated,
} from './registry-replies.ts'
import { bindSkillIndexes } from './skill-indexes.ts'

/** The organisation's enabled skills as a registry and as well-known indexes, for other servers and stock clients. */
export function bindRegistry(bind: BindRoute, app: Application): void {
  const catalogues = createPublishedCatalogues(app)
  const artifacts = createSkillArtifacts(app)
  const offered = ({ principal }: Caller) => catalogues.of(principal.tenantId)
  const found = async (caller: Caller, query: { q: string; limit: number }) =>
    searchPublished(app, caller.principal.tenantId, {
      ...query,
      catalogue: await offered(caller),
    })

  bind(registryRoutes.find, async (call) => {
    const answer = findAnswer(await found(call.caller, call.query), identityOf(call))
    return conditional(app, call.request, answer)
  })

  bind(registryRoutes.search, async (call) => {
    const skills = await found(call.caller, call.query)
    return conditional(app, call.request, searchAnswer(skills, identityOf(call), call.query.q))
  })

  bind(registryRoutes.list, async (call) => {
    const { view, page, per_page: perPage } = call.query
    const { skills } = await offered(call.caller)
    const answer = listAnswer(skills, identityOf(call), { view, page, perPage })
    return conditional(app, call.request, answer)
  })

  bind(registryRoutes.skill, async (call) => {
    const skill = publishedAs(await offered(call.caller), call.params.name)
    checkAnswerSize(skill)
    const files = await artifacts.files(catalogOf(app, call.caller).store.skills, skill)
    const services = { identity: identityOf(call), sha256: app.sha256 }
    const reply = conditional(app, call.request, skillAnswer(skill, files, services))
    if (!(reply instanceof Response)) await recordDelivery(app, call, skill)
    return reply
  })

  bind(registryRoutes.download, async (call) => {
    const skill = publishedAs(await offered(call.caller), call.params.name)
    const etag = `"${skill.digest}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    checkAnswerSize(skill)
    const files = await artifacts.files(catalogOf(app, call.caller).store.skills, skill)
    await recordDelivery(app, call, skill)
    return { body: downloadAnswer(files, app.sha256), headers: revalidated(etag) }
  })

  bindSkillIndexes(bind, app, { offered, artifacts })
  bindClawHub(bind, app, { offered, artifacts })
}

type RegistryCall = Pick<Call<never>, 'request' | 'context'>

function identityOf({ request, context }: RegistryCall): RegistryIdentity {
  const { scheme, host } = context.get('external')
  const origin = `${scheme}://${host}`
  const base = registryAddress(request.url, origin)
  return {
    source: registrySource,
    indexUrl: (name) => `${base}/skills/${name}`,
    pageUrl: (id) => `${origin}/skills/${id}`,
  }
}
