import { ProblemError } from '../base/errors.ts'
import type { SourceId, Timestamp } from '../base/ids.ts'
import { type IgnoredEntry, isIgnored } from '../domain/ignored-entry.ts'
import type { PendingRevisionWithFiles } from '../domain/pending-revision.ts'
import type { SkillSource } from '../domain/source.ts'
import {
  sourceNameTaken,
  sourceNotFound,
  sourceStale,
  syncLeaseLost,
} from '../ingest/sources/source-problems.ts'
import {
  type AppliedSkill,
  changedSource,
  isReadAnew,
  itemToReadAgain,
  mergedItem,
  startedSync,
  syncToReadAgain,
} from '../ingest/sources/source-state.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { SourceStore, SyncLease } from '../ports/sources.ts'
import { pageByText } from './in-memory-pages.ts'
import {
  applyPendingRevisions,
  applyUpdate,
  endIgnored,
  endTakenBack,
} from './in-memory-pending-writes.ts'
import {
  compareText,
  type InMemorySource,
  type InMemoryTenant,
  type Notify,
} from './in-memory-state.ts'

export interface InMemorySourcesOptions {
  readonly tenant: InMemoryTenant
  readonly clock: Clock
  readonly ids: IdSource
  readonly notify: Notify
}

export function createInMemorySources(options: InMemorySourcesOptions): SourceStore {
  const { tenant, notify } = options
  const { sources } = tenant
  const changed = () => notify({ kind: 'sources', tenantId: tenant.id })
  const require = (id: SourceId): InMemorySource => {
    const entry = sources.get(id)
    if (!entry) throw new ProblemError(sourceNotFound)
    return entry
  }
  const leased = (id: SourceId, { owner }: SyncLease): InMemorySource => {
    const entry = sources.get(id)
    if (!entry || entry.lease?.owner !== owner) throw new ProblemError(syncLeaseLost)
    return entry
  }
  const refuseTaken = (name: string, own?: SourceId) => {
    for (const { source } of sources.values()) {
      if (source.name === name && source.id !== own) throw new ProblemError(sourceNameTaken(name))
    }
  }
  return {
    create: async (source) => {
      refuseTaken(source.name)
      sources.set(source.id, {
        source,
        lease: null,
        isCancelled: false,
        ignored: [],
        items: new Map(),
      })
      changed()
    },
    get: async (id) => {
      const entry = sources.get(id)
      return entry ? withLease(entry) : null
    },
    list: async () =>
      [...sources.values()].map(withLease).sort((a, b) => compareText(a.name, b.name)),
    update: async (id, change, expectedVersion) => {
      const entry = require(id)
      const { source } = entry
      if (expectedVersion !== undefined && expectedVersion !== source.version) {
        throw new ProblemError(sourceStale(source))
      }
      if (change.name !== undefined) refuseTaken(change.name, id)
      entry.source = changedSource(source, change)
      if (isReadAnew(change)) entry.lease = null
      changed()
      return withLease(entry)
    },
    remove: async (id) => {
      require(id)
      sources.delete(id)
      for (const [heldId, { held }] of tenant.heldArrivals) {
        const isUndecided = held.state === 'held' || held.state === 'quarantined'
        if (held.sourceId === id && isUndecided) tenant.heldArrivals.delete(heldId)
      }
      changed()
    },
    ...sourceItems(options),
    ...ignoredEntries(options),
    startSync: async (id, lease, now) => {
      const entry = require(id)
      if (entry.lease && entry.lease.until > now) return null
      entry.lease = lease
      entry.isCancelled = false
      entry.source = { ...entry.source, sync: startedSync(entry.source.sync) }
      changed()
      return withLease(entry)
    },
    recordBatch: async (id, lease, { items, holds, applies, takenBack = [], progress }) => {
      const entry = leased(id, lease)
      const applied = new Map<string, AppliedSkill>()
      const isWanted = ({ held }: PendingRevisionWithFiles) => !isIgnored(entry.ignored, held)
      for (const one of applies.filter(({ record }) => isWanted(record))) {
        applied.set(one.record.held.entryId, applyUpdate(options, one))
      }
      applyPendingRevisions(options, holds.filter(isWanted))
      endTakenBack(options, id, takenBack)
      for (const item of items) {
        const { entryId } = item
        entry.items.set(entryId, mergedItem(item, entry.items.get(entryId), applied.get(entryId)))
      }
      entry.lease = lease
      const { sync } = entry.source
      entry.source = { ...entry.source, sync: progress ? { ...sync, progress } : sync }
      changed()
      return { isCancelled: entry.isCancelled }
    },
    finishSync: async (id, lease, sync) => {
      const entry = leased(id, lease)
      entry.lease = null
      entry.source = { ...entry.source, sync }
      changed()
      return withLease(entry)
    },
    requestCancel: async (id) => {
      const entry = sources.get(id)
      if (!entry?.lease) return false
      entry.isCancelled = true
      return true
    },
  }
}

function sourceItems({
  tenant: { sources },
}: InMemorySourcesOptions): Pick<SourceStore, 'items' | 'allItems' | 'itemsOfSkills' | 'item'> {
  return {
    items: async (id, page) =>
      pageByText(sources.get(id)?.items.values() ?? [], page, ({ entryId }) => [entryId, '']),
    allItems: async (id) =>
      [...(sources.get(id)?.items.values() ?? [])].sort((a, b) =>
        compareText(a.entryId, b.entryId),
      ),
    itemsOfSkills: async (ids) =>
      [...sources.values()]
        .flatMap(({ items }) => [...items.values()])
        .filter(({ skillId }) => skillId !== null && ids.includes(skillId))
        .sort((a, b) => compareText(a.entryId, b.entryId)),
    item: async (id, entryId) => sources.get(id)?.items.get(entryId) ?? null,
  }
}

/** What people ignore of sources. */
function ignoredEntries(
  options: InMemorySourcesOptions,
): Pick<SourceStore, 'ignored' | 'ignore' | 'stopIgnoring'> {
  const { tenant, notify } = options
  const { sources } = tenant
  const changed = () => notify({ kind: 'sources', tenantId: tenant.id })
  return {
    ignored: async (id) => (sources.get(id)?.ignored ?? []).toReversed(),
    ignore: async (one) => {
      const ignored = sources.get(one.sourceId)?.ignored
      if (!ignored) throw new ProblemError(sourceNotFound)
      const isSame = (other: IgnoredEntry) =>
        other.entryId === one.entryId && other.digest === one.digest
      const known = ignored.find(isSame)
      if (!known) ignored.push(one)
      endIgnored(options, one)
      changed()
      return known ?? one
    },
    stopIgnoring: async (id, ignoredId) => {
      const entry = sources.get(id)
      const at = entry?.ignored.findIndex((one) => one.id === ignoredId) ?? -1
      const [removed] = at < 0 ? [] : (entry?.ignored.splice(at, 1) ?? [])
      if (!entry || !removed) return null
      const item = entry.items.get(removed.entryId)
      if (item) entry.items.set(item.entryId, itemToReadAgain(item))
      entry.source = { ...entry.source, sync: syncToReadAgain(entry.source.sync) }
      entry.lease = null
      changed()
      return removed
    },
  }
}

function withLease({ source, lease }: InMemorySource): SkillSource {
  return { ...source, leaseUntil: lease?.until ?? null }
}

/** By its schedule, or because whoever synced it is gone. */
export function isSyncDue({ source, lease }: InMemorySource, now: Timestamp): boolean {
  if (!source.enabled) return false
  if (lease) return lease.until <= now
  return source.sync.nextSyncAt !== null && source.sync.nextSyncAt <= now
}

export function dueAt({ source }: InMemorySource): Timestamp {
  return source.sync.nextSyncAt ?? 0
}
