import type { TraceId } from '../../base/ids.ts'
import type { AuditEntry } from '../../domain/audit-entry.ts'
import type { SkillSource, SourceItemRecord, SyncCounts } from '../../domain/source.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { SyncBatch, SyncLease } from '../../ports/sources.ts'
import type { EntryOutcome } from './sync-entry.ts'

/** A batch is written when it has so many entries, or so many bytes of files. */
const maxBatchEntries = 50
const maxBatchBytes = 16 * 1024 * 1024

export interface SyncBatches {
  add(outcome: EntryOutcome): Promise<void>
  addMissing(records: readonly SourceItemRecord[]): Promise<void>
  /** Writes what is left. */
  finish(): Promise<Omit<SyncCounts, 'total'>>
  /** Whether a person asked to stop. */
  isCancelled(): boolean
}

export interface BatchContext {
  readonly source: SkillSource
  readonly lease: () => SyncLease
  /** Entries to read. */
  readonly total: number
  readonly traceId: TraceId
}

/** Collects the outcomes of a sync and writes them in transactions of limited size. */
export function createSyncBatches(deps: CatalogDeps, context: BatchContext): SyncBatches {
  const { source, lease, total } = context
  const counts = { added: 0, changed: 0, held: 0, missing: 0, failed: 0 }
  let pending: EntryOutcome[] = []
  let bytes = 0
  let done = 0
  let cancelled = false
  let writing = Promise.resolve()

  /** Begins to write when the batch before is written, so that the next entries are read meanwhile. */
  async function write(missing: readonly SourceItemRecord[] = []): Promise<void> {
    const outcomes = pending
    if (outcomes.length === 0 && missing.length === 0) return
    pending = []
    bytes = 0
    await writing
    writing = writeBatch(outcomes, missing)
    // The next write, or the end, throws it.
    writing.catch(() => {})
  }

  async function writeBatch(
    outcomes: readonly EntryOutcome[],
    missing: readonly SourceItemRecord[],
  ): Promise<void> {
    done += outcomes.length
    // Without its digest the same content is held again when it comes back.
    const gone = missing.map((record) => ({ ...record, state: 'missing' as const, digest: null }))
    const batch = { ...batchOf(outcomes), progress: { done, total } }
    const items = [...batch.items, ...gone]
    const takenBack = [
      ...batch.takenBack,
      ...missing.map(({ entryId }) => ({ entryId, digest: null })),
    ]
    const result = await deps.store.sources.recordBatch(source.id, lease(), {
      ...{ ...batch, items, takenBack },
    })
    cancelled ||= result.isCancelled
    await deps.store.audit.append(auditOf(deps, context, outcomes))
  }

  return {
    add: async (outcome) => {
      count(counts, outcome)
      pending.push(outcome)
      bytes += bytesOf(outcome)
      if (pending.length >= maxBatchEntries || bytes >= maxBatchBytes) await write()
    },
    addMissing: async (records) => {
      counts.missing += records.length
      await write(records)
    },
    finish: async () => {
      await write()
      await writing
      return counts
    },
    isCancelled: () => cancelled,
  }
}

function batchOf(outcomes: readonly EntryOutcome[]): Required<Omit<SyncBatch, 'progress'>> {
  return {
    items: outcomes.map(({ record }) => record),
    takenBack: outcomes.flatMap(({ kind, record: { entryId, digest } }) =>
      kind === 'unchanged' && digest !== null ? [{ entryId, digest }] : [],
    ),
    holds: outcomes.flatMap((one) => (one.kind === 'held' ? [one.hold] : [])),
    applies: outcomes.flatMap((one) =>
      one.kind === 'applied' ? [{ arrival: one.arrival, record: one.hold }] : [],
    ),
  }
}

function count(
  counts: { -readonly [key in keyof SyncCounts]?: number },
  outcome: EntryOutcome,
): void {
  const add = (key: keyof SyncCounts) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  if (outcome.kind === 'failed') add('failed')
  if (outcome.kind === 'applied') add(outcome.hold.held.skillId === null ? 'added' : 'changed')
  if (outcome.kind !== 'held') return
  add('held')
  add(outcome.isNew ? 'added' : 'changed')
}

function bytesOf(outcome: EntryOutcome): number {
  if (outcome.kind !== 'held' && outcome.kind !== 'applied') return 0
  return outcome.hold.files.reduce((sum, file) => sum + file.bytes.length, 0)
}

/** One entry for each update that the policy applied: nobody decided it. */
function auditOf(
  { clock, ids }: CatalogDeps,
  { source, traceId }: BatchContext,
  outcomes: readonly EntryOutcome[],
): readonly AuditEntry[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'applied') return []
    const { id, skillId, digest, slug, sourceVersion } = outcome.hold.held
    const details = {
      slug,
      digest,
      arrival_id: id,
      source_id: source.id,
      version: sourceVersion,
      by_policy: source.reviewPolicy,
    }
    const who = { actor: null, credentialId: null, address: null }
    return [
      {
        id: ids.next('aud'),
        at: clock.now(),
        ...who,
        traceId,
        action: 'arrival-approved',
        target: skillId ?? slug,
        details,
      },
    ]
  })
}
