import { ProblemError, throwIf } from '../../base/errors.ts'
import type { SourceId, Timestamp } from '../../base/ids.ts'
import { isAdministrator, missingPermission } from '../../domain/permissions.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import type { SkillSource, SourceReviewPolicy } from '../../domain/source.ts'
import { sourceWriteProblem } from '../../domain/source-permissions.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { nextSyncAt } from './next-sync.ts'
import { removeSamples } from './remove-samples.ts'
import { sourceConfigProblem } from './source-config-problem.ts'
import { sourceNames } from './source-name.ts'
import { sourceNotFound } from './source-problems.ts'

/** What a person says of a source. */
export interface SourceFields {
  readonly name: string
  readonly config: SourceConfig
  readonly enabled: boolean
  readonly syncPolicy: SkillSource['syncPolicy']
  readonly syncIntervalMinutes: number
  readonly reviewPolicy: SourceReviewPolicy
  readonly minimumUpdateAgeDays: number | null
  /** Encrypted; null for none. */
  readonly encryptedToken: string | null
}

export type NewSourceFields = Omit<SourceFields, 'name'> & { readonly name: string | undefined }

/**
 * Adds a source; one without a name is named by its address. With policy `auto` it is due at once. Throws ProblemError `source.invalid`,
 * `source.name-taken`, and those of {@link sourceWriteProblem}.
 */
export async function createSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  fields: NewSourceFields,
): Promise<SkillSource> {
  const { store, clock, ids } = deps
  const createdBy = actor.principal.userId
  throwIf(sourceWriteProblem(actor.principal, [{ ...fields, createdBy }]))
  throwIf(sourceConfigProblem(fields.config))
  const now = clock.now()
  const source: SkillSource = {
    ...{ ...fields, id: ids.next('src') as SourceId, version: 1 },
    name: fields.name ?? (await freeName(deps, fields.config)),
    sync: {
      ...neverSynced,
      nextSyncAt: fields.syncPolicy === 'auto' && fields.enabled ? now : null,
    },
    ...{ leaseUntil: null, createdBy, createdAt: now, updatedAt: now },
  }
  await store.sources.create(source)
  await recordSource(deps, actor, { action: 'source-created', source })
  return source
}

/**
 * As {@link createSource}; also `source.not-found` and `source.stale`. A token stays only with the address it was
 * given for: whoever moves a source elsewhere does not send the token there.
 */
export async function updateSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  {
    id,
    fields,
    expectedVersion,
  }: {
    readonly id: SourceId
    readonly fields: Partial<SourceFields>
    readonly expectedVersion?: number | undefined
  },
): Promise<SkillSource> {
  const { store, clock } = deps
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const before = await store.sources.get(id)
  if (!before) throw new ProblemError(sourceNotFound)
  throwIf(sourceWriteProblem(actor.principal, [before, { ...before, ...fields }]))
  if (fields.config) throwIf(sourceConfigProblem(fields.config))
  const now = clock.now()
  const isMoved =
    fields.config !== undefined && addressOf(fields.config) !== addressOf(before.config)
  const kept = isMoved ? { encryptedToken: null, ...fields } : fields
  const change = { ...kept, nextSyncAt: nextSyncOf(before, { ...before, ...kept }, now) }
  // Whoever may change only what nobody trusts must not change what an admin has just come to trust.
  const isAdmin = isAdministrator(actor.principal.role)
  const version = expectedVersion ?? (isAdmin ? undefined : before.version)
  const source = await store.sources.update(id, { ...change, updatedAt: now }, version)
  await recordSource(deps, actor, { action: 'source-updated', source })
  return source
}

/**
 * Its skills stay; those of the samples go, as {@link removeSamples} has it. Throws ProblemError `source.not-found`, and
 * those of {@link sourceWriteProblem}.
 */
export async function removeSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  id: SourceId,
): Promise<void> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const source = await deps.store.sources.get(id)
  if (!source) throw new ProblemError(sourceNotFound)
  throwIf(sourceWriteProblem(actor.principal, [source]))
  if (source.config.kind === 'samples') await removeSamples(deps, actor, source)
  else await deps.store.sources.remove(id)
  await recordSource(deps, actor, { action: 'source-deleted', source })
}

/** The first name of the address that no source has. */
async function freeName({ store }: CatalogDeps, config: SourceConfig): Promise<string> {
  const taken = new Set((await store.sources.list()).map(({ name }) => name))
  const [short = config.kind, ...longer] = sourceNames(config)
  return [short, ...longer].find((name) => !taken.has(name)) ?? short
}

/** A source that was switched on or moved is due at once. */
function nextSyncOf(before: SkillSource, after: SkillSource, now: Timestamp): Timestamp | null {
  const isAuto = (source: SkillSource) => source.syncPolicy === 'auto' && source.enabled
  const isMoved = addressOf(before.config) !== addressOf(after.config)
  if (isAuto(after) && (!isAuto(before) || isMoved)) return now
  return nextSyncAt(after, { now, failures: 0, error: null, random: 0.5 })
}

/** Where requests of a source go. */
function addressOf(config: SourceConfig): string {
  if (config.kind === 'samples') return config.kind
  if ('repo' in config) return `${config.kind} ${config.repo}`
  return `${config.kind} ${'url' in config ? config.url : config.baseUrl}`
}

/** The state of a source that nobody has read. */
export const neverSynced: SkillSource['sync'] = {
  ...{
    status: 'never',
    error: null,
    notices: [],
    version: null,
    lastSyncAt: null,
    nextSyncAt: null,
  },
  ...{ counts: null, progress: null, failures: 0 },
}

function recordSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  {
    action,
    source,
  }: {
    readonly action: 'source-created' | 'source-updated' | 'source-deleted'
    readonly source: SkillSource
  },
): Promise<void> {
  const { config, syncPolicy, reviewPolicy, minimumUpdateAgeDays, enabled, encryptedToken } = source
  const details = {
    ...{ name: source.name, kind: config.kind, enabled },
    address: addressOf(config),
    ...{ sync_policy: syncPolicy, review_policy: reviewPolicy, has_token: encryptedToken !== null },
    minimum_update_age_days: minimumUpdateAgeDays,
  }
  return recordChanges(deps, actor, [{ action, target: source.id, details }])
}
