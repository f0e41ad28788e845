import {
  isProblemError,
  ProblemError,
  type RevisionDigest,
  type SourceId,
  throwIf,
} from '@repertoire/core/base'
import { type SkillSource, skillWriteProblem } from '@repertoire/core/domain'
import {
  catalogRepository,
  catalogUrl,
  createSource,
  findUpstream,
  installEntry,
  type RepositoryConfig,
  removeSource,
  sourceNotFound,
  updateSource,
} from '@repertoire/core/ingest'
import { type CatalogSourceBody, skillCatalogRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toWaitingBody } from '../wire/pending-revision.ts'
import { toSkillSummary } from '../wire/skill.ts'

const intervalMinutes = 360

/** Document D's names for sources of the type `github`: the same sources, by the same functions. */
export function bindSkillCatalog(bind: BindRoute, app: Application): void {
  bind(skillCatalogRoutes.list, async ({ caller }) => {
    const sources = await catalogOf(app, caller).store.sources.list()
    return { body: { items: sources.filter(isRepository).map(toCatalogSource) } }
  })

  bind(skillCatalogRoutes.create, async (call) => {
    throwIf(skillWriteProblem(call.caller.principal, { kind: 'org' }))
    const { label, repo_url: repoUrl, ref, enabled } = call.body
    const source = await createSource(catalogOf(app, call.caller), actorOf(call), {
      ...{ name: label, config: catalogRepository(repoUrl, ref ?? ''), enabled },
      ...{ syncPolicy: 'auto', syncIntervalMinutes: intervalMinutes, reviewPolicy: 'hold' },
      ...{ minimumUpdateAgeDays: null, encryptedToken: null },
    })
    if (enabled) await readNow(app, call.caller, { id: source.id, traceId: call.traceId })
    return { status: 201, body: toCatalogSource(source as RepositorySource) }
  })

  bind(skillCatalogRoutes.update, async (call) => {
    throwIf(skillWriteProblem(call.caller.principal, { kind: 'org' }))
    const before = await knownRepository(app, call.caller, call.params.id)
    const { label, repo_url: repoUrl, ref, enabled } = call.body
    const isMoved = repoUrl !== undefined || ref !== undefined
    const place = catalogRepository(repoUrl ?? catalogUrl(before.config), ref ?? '')
    const kept = ref === undefined ? { ref: before.config.ref } : {}
    const source = await updateSource(catalogOf(app, call.caller), actorOf(call), {
      id: before.id,
      fields: {
        ...(label !== undefined && { name: label }),
        ...(enabled !== undefined && { enabled }),
        ...(isMoved && { config: { ...place, path: before.config.path, ...kept } }),
      },
    })
    return { body: toCatalogSource(source as RepositorySource) }
  })

  bind(skillCatalogRoutes.remove, async (call) => {
    throwIf(skillWriteProblem(call.caller.principal, { kind: 'org' }))
    const { id } = await knownRepository(app, call.caller, call.params.id)
    await removeSource(catalogOf(app, call.caller), actorOf(call), id)
    return { body: null }
  })

  bind(skillCatalogRoutes.install, async (call) => {
    const { source_id: named, path: stated, digest } = call.body
    const sources = await catalogOf(app, call.caller).store.sources.list()
    const upstream = findUpstream(sources, named)
    const sourceId = upstream?.source.id ?? named
    const path = upstream?.path ?? stated ?? ''
    const { skill, waiting } = await installEntry(catalogOf(app, call.caller), actorOf(call), {
      ...{ sourceId: sourceId as SourceId, path },
      digest: digest as RevisionDigest | undefined,
    })
    if (skill) return { body: toSkillSummary(skill) }
    return { status: 202, body: toWaitingBody(waiting) }
  })
}

type RepositorySource = SkillSource & { readonly config: RepositoryConfig }

function isRepository(source: SkillSource): source is RepositorySource {
  return source.config.kind === 'github'
}

function toCatalogSource({ id, name, config, enabled }: RepositorySource): CatalogSourceBody {
  return { id, label: name, repo_url: catalogUrl(config), ref: config.ref ?? '', enabled }
}

/** Throws ProblemError `source.not-found`, also for a source of another kind. */
async function knownRepository(
  app: Application,
  caller: Caller,
  id: string,
): Promise<RepositorySource> {
  const source = await catalogOf(app, caller).store.sources.get(id as SourceId)
  if (!source || !isRepository(source)) throw new ProblemError(sourceNotFound)
  return source
}

/** The scheduler may have been first. */
async function readNow(
  app: Application,
  { principal }: Caller,
  request: { readonly id: SourceId; readonly traceId: string },
): Promise<void> {
  const start = app.sources.start(principal.tenantId, { ...request, isForced: false })
  await start.catch((error: unknown) => {
    if (!isProblemError(error)) throw error
  })
}
