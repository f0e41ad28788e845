import { anonymousViewer, type PublishedSkill } from '@repertoire/core/domain'
import {
  clawHubFiles,
  clawHubInstall,
  clawHubListed,
  clawHubOwner,
  clawHubResolve,
  clawHubSearch,
  clawHubSkill,
  clawHubVersions,
  clawHubView,
  inOrderOf,
  isPublishedVersion,
} from '@repertoire/core/report'
import { clawHubBase, clawHubRoutes } from '@repertoire/protocol'
import type { Hono } from 'hono'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { OfferedCatalogue } from '../../publishing/registry/published-catalogues.ts'
import { searchPublished } from '../../publishing/registry/search-published.ts'
import type { SkillArtifacts } from '../../publishing/registry/skill-artifacts.ts'
import { createPackageZipWriter } from '../../storage/packing/package-zip-writer.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { isNotModified } from '../base/conditional-requests.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { registryAddress } from '../base/registry-address.ts'
import {
  attachment,
  conditional,
  noPublishedFile,
  notModified,
  publishedAs,
  recordDelivery,
} from './registry-replies.ts'

interface ClawHubParts {
  readonly offered: (caller: Caller) => Promise<OfferedCatalogue>
  readonly artifacts: SkillArtifacts
}

interface Wanted {
  readonly name: string
  readonly ownerHandle?: string | undefined
  readonly version?: string | undefined
  readonly tag?: string | undefined
}

/** What the registry publishes, for clients of ClawHub. The same permission, and the same skills. */
export function bindClawHub(
  bind: BindRoute,
  app: Application,
  { offered, artifacts }: ClawHubParts,
): void {
  const packer = createPackageZipWriter()

  /** Throws ProblemError `registry.not-found`, also for another owner and for a version that is not published. */
  async function published(caller: Caller, wanted: Wanted): Promise<PublishedSkill> {
    const catalogue = await offered(caller)
    const isOurs = isOwner(wanted.ownerHandle)
    const skill = publishedAs(isOurs ? catalogue : { byName: new Map() }, wanted.name)
    if (isPublishedVersion(skill, wanted)) return skill
    return publishedAs({ byName: new Map() }, wanted.name)
  }

  bind(clawHubRoutes.search, async ({ caller, query, request }) => {
    const catalogue = await offered(caller)
    const found =
      query.mode === 'exact'
        ? [catalogue.byName.get(query.q.trim().toLowerCase())].filter((one) => one !== undefined)
        : await searchPublished(app, caller.principal.tenantId, { ...query, catalogue })
    return conditional(app, request, clawHubSearch(isOwner(query.ownerHandle) ? found : []))
  })

  bind(clawHubRoutes.list, async ({ caller, query, request }) => {
    const { skills } = await offered(caller)
    const view = clawHubView(query.sort)
    const all = (view ? inOrderOf(skills, view) : skills).filter(
      ({ name }) => isOwner(query.ownerHandle) && name.startsWith(query.prefix),
    )
    const from = Number(query.cursor ?? 0)
    const next = from + query.limit
    return conditional(app, request, {
      items: all.slice(from, next).map(clawHubListed),
      nextCursor: next < all.length ? String(next) : null,
    })
  })

  bind(clawHubRoutes.skill, async ({ caller, params, query, request }) =>
    conditional(app, request, clawHubSkill(await published(caller, { ...params, ...query }))),
  )

  bind(clawHubRoutes.versions, async ({ caller, params, query, request }) => {
    const { ownerHandle } = query
    const skill = await published(caller, { ...params, ownerHandle })
    return conditional(app, request, clawHubVersions(skill))
  })

  bind(clawHubRoutes.version, async ({ caller, params, query, request }) =>
    conditional(app, request, clawHubFiles(await published(caller, { ...params, ...query }))),
  )

  bind(clawHubRoutes.install, async (call) => {
    const skill = await published(call.caller, { ...call.params, ...call.query })
    const address = `${addressOf(call)}/api/v1/download?slug=${skill.name}`
    return conditional(app, call.request, clawHubInstall(skill, address))
  })

  bind(clawHubRoutes.resolve, async ({ caller, query, request }) => {
    const { slug: name, ownerHandle, hash } = query
    const skill = await published(caller, { name, ownerHandle })
    return conditional(app, request, clawHubResolve(skill, hash, app.sha256))
  })

  bind(clawHubRoutes.file, async (call) => {
    const { path } = call.query
    const skill = await published(call.caller, { ...call.params, ...call.query })
    const entry = skill.manifest.find((file) => file.path === path)
    if (!entry) throw noPublishedFile()
    const etag = `"sha256:${entry.sha256}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    const { skills } = catalogOf(app, call.caller).store
    const bytes = await skills.file(anonymousViewer, skill.id, skill.digest, path)
    if (!bytes) throw noPublishedFile()
    if (path === 'SKILL.md') await recordDelivery(app, call, skill)
    return attachment(bytes, { mediaType: 'text/plain; charset=utf-8', etag })
  })

  bind(clawHubRoutes.download, async (call) => {
    const { slug: name, ...rest } = call.query
    const skill = await published(call.caller, { name, ...rest })
    const etag = `"${skill.digest}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    const files = await artifacts.files(catalogOf(app, call.caller).store.skills, skill)
    const bytes = await packer.pack(null, files)
    await recordDelivery(app, call, skill)
    return attachment(bytes, { mediaType: 'application/zip', etag })
  })

  bind(clawHubRoutes.whoami, async () => ({ body: { user: { handle: clawHubOwner } } }))
}

/** Where clients find the interface that are given the address of this server alone. */
export function bindClawHubDiscovery(http: Hono<HttpEnvironment>): void {
  http.get('/.well-known/clawhub.json', (c) => {
    const { scheme, host } = c.get('external')
    const origin = `${scheme}://${host}`
    return c.json({ apiBase: `${origin}${clawHubBase}`, authBase: origin })
  })
}

function isOwner(handle: string | undefined): boolean {
  return handle === undefined || handle.replace(/^@/, '').toLowerCase() === clawHubOwner
}

function addressOf({ request, context }: Pick<Call<never>, 'request' | 'context'>): string {
  const { scheme, host } = context.get('external')
  return `${registryAddress(request.url, `${scheme}://${host}`)}/clawhub`
}
