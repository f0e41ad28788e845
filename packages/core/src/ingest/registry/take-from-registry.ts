import { throwIf } from '../../base/errors.ts'
import type { TraceId } from '../../base/ids.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { SourceItemRecord } from '../../domain/source.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { RegistryPackage } from '../../ports/skill-registry.ts'
import { type InstalledEntry, installEntry, requestImport } from '../sources/install-entry.ts'
import { pendingByEntry } from '../sources/pending-by-entry.ts'
import { readEntries } from '../sources/read-entries.ts'
import { syncRunning } from '../sources/source-problems.ts'
import { createSyncBatches } from '../sources/sync-batches.ts'
import type { SyncDeps } from '../sources/sync-deps.ts'
import { leaseOf } from '../sources/sync-lease.ts'
import { type UpdateAges, updateAges } from '../sources/waiting-updates.ts'
import { type EntryState, readEntryStates } from './entry-states.ts'
import type { RegistrySource } from './registry-source.ts'

export interface TakeRequest {
  readonly registry: RegistrySource
  readonly found: RegistryPackage
  /** Unique to this attempt. */
  readonly owner: string
  readonly traceId: TraceId
}

/**
 * Takes one skill of a registry: its package goes the way of every sync, with scan, licence and policy, and
 * waits in the inbox, or is installed where the caller may decide and nothing has to be read. Throws ProblemError
 * `source.sync-running`, and those of {@link installEntry}.
 */
export async function takeFromRegistry(
  deps: SyncDeps,
  actor: CatalogActor,
  request: TakeRequest,
): Promise<InstalledEntry> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  await receive(deps, request)
  const { id: sourceId } = request.registry
  return installEntry(deps, actor, { sourceId, path: request.found.skill.id, digest: undefined })
}

/**
 * Brings one skill of a registry into the inbox, also where the caller could install it at once: what was fetched for
 * a conversation is read before it is anybody else's. Throws ProblemError `source.sync-running`.
 */
export async function holdFromRegistry(
  deps: SyncDeps,
  actor: CatalogActor,
  request: TakeRequest,
): Promise<EntryState> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  await receive(deps, request)
  const { store } = deps
  const { registry, found } = request
  const held = (await pendingByEntry(store.reviews, registry.id, 'held')).get(found.skill.id)
  if (held) await requestImport(deps, actor, held)
  return (await readEntryStates(store, registry.id))(found.skill.id)
}

/** A sync of one entry: what is known of the others stays as it is. */
async function receive(
  deps: SyncDeps,
  { registry, found, owner, traceId }: TakeRequest,
): Promise<void> {
  const { sources } = deps.store
  const lease = leaseOf(deps, owner)
  const started = await sources.startSync(registry.id, lease(), deps.clock.now())
  if (!started) throwIf(syncRunning((await sources.get(registry.id))?.leaseUntil ?? null))
  try {
    const [records, ages] = await Promise.all([
      sources.allItems(registry.id),
      updateAges(deps, registry),
    ])
    const batches = createSyncBatches(deps, { source: registry, lease, total: 1, traceId })
    for await (const outcome of readEntries(deps, readingOf({ registry, found, records, ages })))
      await batches.add(outcome)
    await batches.finish()
  } finally {
    await sources.finishSync(registry.id, lease(), registry.sync)
  }
}

function readingOf({
  registry,
  found,
  records,
  ages,
}: Pick<TakeRequest, 'registry' | 'found'> & {
  readonly records: readonly SourceItemRecord[]
  readonly ages: UpdateAges
}) {
  const { id } = found.skill
  const { files, diagnostics = [], licence: registryLicence = '' } = found
  return {
    ...{ source: registry, sourceVersion: found.hash, records, ages },
    entries: [{ id, token: found.hash }],
    opened: {
      read: async function* () {
        yield { id, files, licences: [], registryLicence, diagnostics }
      },
    },
  }
}
