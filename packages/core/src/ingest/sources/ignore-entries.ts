import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { IgnoredEntryId, RevisionDigest, SourceId } from '../../base/ids.ts'
import type { IgnoredEntry } from '../../domain/ignored-entry.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { entryNotOffered, sourceNotFound } from './source-problems.ts'

export interface IgnoreEntryRequest {
  readonly sourceId: SourceId
  readonly entryId: string
  /** Only this version; null for all that the skill has and will have. */
  readonly digest: RevisionDigest | null
  readonly reason: string
}

/**
 * Ignores a skill of a source, or one version of it: what waits of it ends, and it does not come to the inbox again. The
 * skill that came of it stays, and a revocation of its content still counts. Throws ProblemError `source.not-found`,
 * `source.not-offered`, and those of {@link skillWriteProblem}.
 */
export async function ignoreEntry(
  deps: CatalogDeps,
  actor: CatalogActor,
  request: IgnoreEntryRequest,
): Promise<IgnoredEntry> {
  const { store, ids, clock } = deps
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const { sourceId, entryId } = request
  if (!(await store.sources.get(sourceId))) throw new ProblemError(sourceNotFound)
  const item = await store.sources.item(sourceId, entryId)
  if (!item) throw new ProblemError(entryNotOffered(entryId))
  const ignored = await store.sources.ignore({
    ...{ ...request, id: ids.next('ign') as IgnoredEntryId, name: item.name },
    ...{ by: actor.principal.userId, at: clock.now() },
  })
  await recordIgnored(deps, actor, { action: 'source-entry-ignored', ignored })
  return ignored
}

/**
 * Takes that back: the next sync reads the entry again, and what is new of it waits. Throws ProblemError
 * `source.ignored-not-found`, and those of {@link skillWriteProblem}.
 */
export async function stopIgnoring(
  deps: CatalogDeps,
  actor: CatalogActor,
  { sourceId, id }: Pick<IgnoredEntry, 'sourceId' | 'id'>,
): Promise<void> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const ignored = await deps.store.sources.stopIgnoring(sourceId, id)
  if (!ignored) throw new ProblemError(ignoredNotFound)
  await recordIgnored(deps, actor, { action: 'source-entry-watched', ignored })
}

function recordIgnored(
  deps: CatalogDeps,
  actor: CatalogActor,
  {
    action,
    ignored: { sourceId, entryId, digest, name, reason },
  }: {
    readonly action: 'source-entry-ignored' | 'source-entry-watched'
    readonly ignored: IgnoredEntry
  },
): Promise<void> {
  const details = { path: entryId, digest, name, reason }
  return recordChanges(deps, actor, [{ action, target: sourceId, details }])
}

const ignoredNotFound: Problem = {
  code: 'source.ignored-not-found',
  kind: 'not-found',
  message: 'Nothing of this source is ignored under that id.',
  hint: 'Somebody may have taken it back; list what the source ignores again.',
}
