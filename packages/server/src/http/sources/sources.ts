import {
  ProblemError,
  type SkillId,
  type SourceId,
  type TenantId,
  throwIf,
} from '@repertoire/core/base'
import {
  isAdministrator,
  type Skill,
  type SkillSource,
  skillWriteProblem,
  sourceWriteProblem,
} from '@repertoire/core/domain'
import {
  createSource,
  isEditedHere,
  removeSource,
  resolveRepository,
  restoreSamples,
  type SourceFields,
  sourceNotFound,
  updateSource,
} from '@repertoire/core/ingest'
import {
  type SourceConfigInput,
  type SourceItemBody,
  sourceRoutes,
  sourceUpdateSchema,
} from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { etagOf } from '../wire/etag.ts'
import { toSourceBody, toSourceConfig, toSourceItemBody } from '../wire/source.ts'

const defaultIntervalMinutes = 360

/** What a sync changes. */
const volatile = [
  ...['last_sync_at', 'last_sync_status', 'last_sync_error', 'next_sync_at', 'source_version'],
  ...['notices', 'counts', 'progress', 'sync_alive_until', 'updated_at', 'etag'],
]

/** Places that skills are taken from. */
export function bindSources(bind: BindRoute, app: Application): void {
  bind(sourceRoutes.list, async ({ caller }) => {
    const sources = await catalogOf(app, caller).store.sources.list()
    return { body: { items: sources.map((source) => visibleBody(caller, source)) } }
  })

  bind(sourceRoutes.create, async (call) => {
    const { source_type: kind, config, token, name, enabled } = call.body
    const { tenantId } = call.caller.principal
    const source = await createSource(catalogOf(app, call.caller), actorOf(call), {
      ...{ name, enabled, reviewPolicy: call.body.review_policy },
      minimumUpdateAgeDays: call.body.minimum_update_age_days,
      config: resolveRepository(toSourceConfig(kind, config), app.gitHosts),
      syncPolicy: config.sync_policy ?? 'manual',
      syncIntervalMinutes: config.sync_interval_minutes ?? defaultIntervalMinutes,
      encryptedToken: await encrypted(app, tenantId, token ?? null),
    })
    return { status: 201, body: toSourceBody(source), headers: { etag: etagOf(source.version) } }
  })

  bind(sourceRoutes.get, async ({ params, caller }) => {
    const source = await knownSource(app, caller, params.id)
    return { body: visibleBody(caller, source), headers: { etag: etagOf(source.version) } }
  })

  bind(sourceRoutes.update, async (call) => {
    const before = await knownSource(app, call.caller, call.params.id)
    const changed = changedFields({
      ...{ resource: 'source', update: sourceUpdateSchema, body: call.body, volatile },
      current: toSourceBody(before),
    })
    const { token, config, review_policy: reviewPolicy, name, enabled } = changed
    const { minimum_update_age_days: minimumUpdateAgeDays } = changed
    const { tenantId } = call.caller.principal
    const fields: Partial<SourceFields> = {
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled }),
      ...(reviewPolicy !== undefined && { reviewPolicy }),
      ...(minimumUpdateAgeDays !== undefined && { minimumUpdateAgeDays }),
      ...(config && changedConfig(app, before, config)),
      ...(token !== undefined && { encryptedToken: await encrypted(app, tenantId, token) }),
    }
    const source = await updateSource(catalogOf(app, call.caller), actorOf(call), {
      ...{ id: before.id, fields },
      expectedVersion: expectedVersion(call.request.headers),
    })
    return { body: toSourceBody(source), headers: { etag: etagOf(source.version) } }
  })

  bind(sourceRoutes.remove, async (call) => {
    await removeSource(catalogOf(app, call.caller), actorOf(call), call.params.id as SourceId)
    return { body: null }
  })

  bind(sourceRoutes.restore, async (call) => {
    const catalog = catalogOf(app, call.caller)
    const source = await restoreSamples(catalog, actorOf(call), call.params.id as SourceId)
    return { body: toSourceBody(source), headers: { etag: etagOf(source.version) } }
  })

  bind(sourceRoutes.items, async ({ params, query, caller }) => {
    const catalog = catalogOf(app, caller)
    const { sources, skills } = catalog.store
    const source = await knownSource(app, caller, params.id)
    const page = await sources.items(source.id, query)
    const ids = page.items.flatMap(({ skillId }) => skillId ?? [])
    const found = new Map<SkillId, Skill>()
    for (const skill of await skills.getMany(caller.principal.userId, ids))
      found.set(skill.id, skill)
    const items: SourceItemBody[] = []
    for (const record of page.items) {
      const skill = record.skillId === null ? null : (found.get(record.skillId) ?? null)
      const isEdited = skill !== null && (await isEditedHere(catalog, skill, record.appliedDigest))
      items.push(toSourceItemBody(record, isEdited))
    }
    return { body: { items, next_cursor: page.nextCursor } }
  })
}

/** Starting and stopping syncs. */
export function bindSyncs(bind: BindRoute, app: Application): void {
  bind(sourceRoutes.syncStale, async (call) => {
    throwIf(skillWriteProblem(call.caller.principal, { kind: 'org' }))
    const { tenantId } = call.caller.principal
    const now = app.clock.now()
    const stale = (await catalogOf(app, call.caller).store.sources.list()).filter(
      (source) => source.enabled && isStale(source, now),
    )
    const started: string[] = []
    const running: string[] = []
    for (const { id } of stale) {
      const request = { id, traceId: call.traceId, isForced: false }
      const isStarted = await app.sources.start(tenantId, request).then(
        () => true,
        (error: unknown) => refusedAsRunning(error),
      )
      ;(isStarted ? started : running).push(id)
    }
    return { body: { started, running } }
  })

  bind(sourceRoutes.sync, async (call) => {
    const { id } = await changeableSource(app, call.caller, call.params.id)
    const request = { id, traceId: call.traceId, isForced: call.body.force }
    const source = await app.sources.start(call.caller.principal.tenantId, request)
    return { body: toSourceBody(source) }
  })

  bind(sourceRoutes.cancel, async (call) => {
    const { sources } = catalogOf(app, call.caller).store
    const { id } = await changeableSource(app, call.caller, call.params.id)
    await sources.requestCancel(id)
    return { body: toSourceBody(await knownSource(app, call.caller, id)) }
  })
}

async function changeableSource(
  app: Application,
  caller: Caller,
  id: string,
): Promise<SkillSource> {
  const source = await knownSource(app, caller, id)
  throwIf(sourceWriteProblem(caller.principal, [source]))
  return source
}

async function knownSource(app: Application, caller: Caller, id: string): Promise<SkillSource> {
  const source = await catalogOf(app, caller).store.sources.get(id as SourceId)
  if (!source) throw new ProblemError(sourceNotFound)
  return source
}

/** Members see where skills come from; what the server was told about it, only of a source of their own. */
function visibleBody({ principal }: Caller, source: SkillSource) {
  const body = toSourceBody(source)
  const seesErrors = isAdministrator(principal.role) || source.createdBy === principal.userId
  return seesErrors ? body : { ...body, last_sync_error: null }
}

/** An address is replaced as a whole; a config without one changes only when it is synced. */
function changedConfig(
  { gitHosts }: Application,
  before: SkillSource,
  config: SourceConfigInput,
): Partial<SourceFields> {
  const { sync_policy: syncPolicy, sync_interval_minutes: syncIntervalMinutes, ...address } = config
  const isMoved = Object.keys(address).length > 0
  return {
    ...(syncPolicy !== undefined && { syncPolicy }),
    ...(syncIntervalMinutes !== undefined && { syncIntervalMinutes }),
    ...(isMoved && {
      config: resolveRepository(toSourceConfig(before.config.kind, address), gitHosts),
    }),
  }
}

async function encrypted(
  { sourceTokens }: Application,
  tenantId: TenantId,
  token: string | null,
): Promise<string | null> {
  return token === null ? null : sourceTokens.encrypt(tenantId, token)
}

function isStale({ sync, syncIntervalMinutes }: SkillSource, now: number): boolean {
  return sync.lastSyncAt === null || sync.lastSyncAt + syncIntervalMinutes * 60_000 <= now
}

function refusedAsRunning(error: unknown): false {
  if (error instanceof ProblemError && error.problem.code === 'source.sync-running') return false
  throw error
}
