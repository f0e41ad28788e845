import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { SourceId, Timestamp } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import type { SkillSource, SourceReviewPolicy } from '../../domain/source.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { nextSyncAt } from './next-sync.ts'
import { removeSamples } from './remove-samples.ts'
import { sourceConfigProblem } from './source-config-problem.ts'
import { sourceNotFound } from './source-problems.ts'

/** What a person says of a source. */
export interface SourceFields {
  readonly name: string
  readonly config: SourceConfig
  readonly enabled: boolean
  readonly syncPolicy: SkillSource['syncPolicy']
  readonly syncIntervalMinutes: number
  readonly reviewPolicy: SourceReviewPolicy
  /** Encrypted; null for none. */
  readonly encryptedToken: string | null
}

/**
 * Adds a source (A10, D10). With policy `auto` it is due at once. Throws ProblemError `source.invalid`,
 * `source.name-taken`, and those of {@link skillWriteProblem}.
 */
export async function createSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  fields: SourceFields,
): Promise<SkillSource> {
  const { store, clock, ids } = deps
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  refuseIf(sourceConfigProblem(fields.config))
  const now = clock.now()
  const source: SkillSource = {
    ...{ ...fields, id: ids.next('src') as SourceId, version: 1 },
    sync: {
      ...neverSynced,
      nextSyncAt: fields.syncPolicy === 'auto' && fields.enabled ? now : null,
    },
    ...{ createdBy: actor.principal.userId, createdAt: now, updatedAt: now },
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
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  if (fields.config) refuseIf(sourceConfigProblem(fields.config))
  const before = await store.sources.get(id)
  if (!before) throw new ProblemError(sourceNotFound)
  const now = clock.now()
  const isMoved =
    fields.config !== undefined && addressOf(fields.config) !== addressOf(before.config)
  const kept = isMoved ? { encryptedToken: null, ...fields } : fields
  const change = { ...kept, nextSyncAt: nextSyncOf(before, { ...before, ...kept }, now) }
  const source = await store.sources.update(id, { ...change, updatedAt: now }, expectedVersion)
  await recordSource(deps, actor, { action: 'source-updated', source })
  return source
}

/**
 * Its skills stay; those of the samples go, as {@link removeSamples} has it. Throws ProblemError `source.not-found`, and
 * those of {@link skillWriteProblem}.
 */
export async function removeSource(
  deps: CatalogDeps,
  actor: CatalogActor,
  id: SourceId,
): Promise<void> {
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const source = await deps.store.sources.get(id)
  if (!source) throw new ProblemError(sourceNotFound)
  if (source.config.kind === 'samples') await removeSamples(deps, actor, source)
  else await deps.store.sources.remove(id)
  await recordSource(deps, actor, { action: 'source-deleted', source })
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
  const { config, syncPolicy, reviewPolicy, enabled, encryptedToken } = source
  const details = {
    ...{ name: source.name, kind: config.kind, enabled },
    address: addressOf(config),
    ...{ sync_policy: syncPolicy, review_policy: reviewPolicy, has_token: encryptedToken !== null },
  }
  return recordChanges(deps, actor, [{ action, target: source.id, details }])
}
