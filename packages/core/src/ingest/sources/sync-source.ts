import { isProblemError, type Problem, ProblemError } from '../../base/errors.ts'
import type { SourceId, TraceId } from '../../base/ids.ts'
import type { IgnoredEntry } from '../../domain/ignored-entry.ts'
import type { SkillSource, SourceItemRecord, SyncCounts, SyncState } from '../../domain/source.ts'
import type { OpenedSource } from '../../ports/source-reader.ts'
import type { SyncLease } from '../../ports/sources.ts'
import { judgeUntilAborted } from '../checks/judge-until-aborted.ts'
import { placeOfSource } from '../origin/match-advisory.ts'
import { rejectRevokedOrigin } from '../origin/reject-revoked-origin.ts'
import { nextSyncAt } from './next-sync.ts'
import { planSync } from './plan-sync.ts'
import { readEntries } from './read-entries.ts'
import { sourceDisabled, sourceNotFound, syncCancelled } from './source-problems.ts'
import { createSyncBatches } from './sync-batches.ts'
import type { SyncDeps } from './sync-deps.ts'
import { isLeaseLost, keepLease, leaseOf } from './sync-lease.ts'
import { type UpdateAges, updateAges } from './waiting-updates.ts'

export interface SyncRequest {
  readonly id: SourceId
  /** Unique to this attempt. */
  readonly owner: string
  readonly traceId: TraceId
  /** Of the server's end: another one goes on. */
  readonly signal: AbortSignal
  /** Read everything, also when the source says that nothing changed. */
  readonly isForced: boolean
  /** Waits until it may begin; undefined when it was stopped before. What it resolves to is called at the end. */
  readonly turn?: (signal: AbortSignal) => Promise<(() => void) | undefined>
}

/**
 * Marks a source as being synced; null while another attempt is. Throws ProblemError `source.not-found` and
 * `source.disabled`.
 */
export async function beginSync(deps: SyncDeps, request: SyncRequest): Promise<SkillSource | null> {
  const { sources } = deps.store
  const source = await sources.get(request.id)
  if (!source) throw new ProblemError(sourceNotFound)
  if (!source.enabled) throw new ProblemError(sourceDisabled(source.name))
  return sources.startSync(request.id, leaseOf(deps, request.owner)(), deps.clock.now())
}

/**
 * Synchronises a source that {@link beginSync} marked: reads what changed since the last complete read, and
 * holds it for review or applies it by the source's policy. Each entry is written completely or not at all, so that
 * an attempt after a crash goes on where the last one stopped. An entry that cannot be read makes the sync
 * `partial`; an unreachable source, or one that an
 * advisory names, makes it `failed` and changes nothing. A person who stops it ends it `cancelled`; a server that ends
 * leaves it `running`, for whoever is there to go on at once. Throws ProblemError `source.lease-lost`.
 */
export async function runSync(
  deps: SyncDeps,
  source: SkillSource,
  request: SyncRequest,
): Promise<SkillSource> {
  const lease = leaseOf(deps, request.owner)
  const finish = (end: SyncEnd) =>
    deps.store.sources.finishSync(source.id, lease(), stateAfter(deps, source, end))
  const stopping = new AbortController()
  const signal = AbortSignal.any([request.signal, stopping.signal])
  const attempt = { source, request: { ...request, signal }, lease }
  const stopHeartbeat = keepLease(deps, { id: source.id, lease }, () => stopping.abort())
  let release: (() => void) | undefined
  try {
    release = await request.turn?.(signal)
    signal.throwIfAborted()
    const judge = judgeUntilAborted(deps.judge, signal)
    return await finish(await readSource({ ...deps, judge }, attempt))
  } catch (error) {
    const end = endOf(error, signal)
    if (!end) throw error
    if (request.signal.aborted && !(await handBack(deps, source, request))) return source
    return finish(end)
  } finally {
    stopHeartbeat()
    release?.()
  }
}

/** Ends the lease, so that the sync is due. Whether a person has stopped it. */
async function handBack(
  { store, clock }: SyncDeps,
  { id }: SkillSource,
  { owner }: SyncRequest,
): Promise<boolean> {
  const nothing = { items: [], holds: [], applies: [] }
  const { isCancelled } = await store.sources.recordBatch(
    ...([id, { owner, until: clock.now() }, nothing] as const),
  )
  return isCancelled
}

function endOf(error: unknown, signal: AbortSignal): SyncEnd | undefined {
  if (isLeaseLost(error)) return undefined
  if (signal.aborted) return { status: 'aborted' }
  return isProblemError(error) ? { status: 'failed', error: error.problem } : undefined
}

/** How a sync ended. */
type SyncEnd =
  | { readonly status: 'unchanged' | 'aborted' }
  | { readonly status: 'failed'; readonly error: Problem }
  | {
      readonly status: 'ok' | 'partial' | 'cancelled'
      readonly version: string
      readonly notices: SyncState['notices']
      readonly counts: SyncCounts
    }

interface Attempt {
  readonly source: SkillSource
  readonly request: SyncRequest
  readonly lease: () => SyncLease
}

async function readSource(deps: SyncDeps, attempt: Attempt): Promise<SyncEnd> {
  const { source, request } = attempt
  await rejectRevokedOrigin(deps.store.advisories, placeOfSource(source.config))
  const [records, ignored, ages] = await Promise.all([
    deps.store.sources.allItems(source.id),
    deps.store.sources.ignored(source.id),
    updateAges(deps, source),
  ])
  const opened = await deps.reader.open({
    config: source.config,
    token: await deps.tokenOf(source),
    // Updates that are old enough now are read again, also where the source has not moved.
    knownVersion: request.isForced || ages.due.size > 0 ? null : source.sync.version,
    takenIds: takenIds(records, ages),
    signal: request.signal,
  })
  if (opened.status === 'unchanged') return { status: 'unchanged' }
  try {
    return await readChanges(deps, attempt, { opened, records, ignored, ages })
  } finally {
    await opened.close()
  }
}

/** Entries that a skill came of, or that wait because somebody took them. */
function takenIds(
  records: readonly SourceItemRecord[],
  { waiting }: UpdateAges,
): readonly string[] {
  return records.flatMap(({ entryId, skillId }) =>
    skillId === null && !waiting.has(entryId) ? [] : [entryId],
  )
}

interface OpenedChanges {
  readonly opened: Extract<OpenedSource, { status: 'changed' }>
  /** As they were before it was opened. */
  readonly records: readonly SourceItemRecord[]
  readonly ignored: readonly IgnoredEntry[]
  readonly ages: UpdateAges
}

async function readChanges(
  deps: SyncDeps,
  { source, request, lease }: Attempt,
  { opened, records, ignored, ages }: OpenedChanges,
): Promise<SyncEnd> {
  const { toRead, missing } = planSync(opened.entries, {
    ...{ known: records, due: ages.due, ignored },
  })
  const batches = createSyncBatches(deps, {
    source,
    lease,
    total: toRead.length,
    traceId: request.traceId,
  })
  const { version, notices } = opened
  const reading = {
    source,
    sourceVersion: version,
    entries: toRead,
    records,
    ages,
    ignored,
    opened,
  }
  for await (const outcome of readEntries(deps, reading)) {
    await batches.add(outcome)
    if (batches.isCancelled()) break
  }
  if (!batches.isCancelled()) await batches.addMissing(missing)
  const counts = { ...(await batches.finish()), total: opened.entries.length }
  if (batches.isCancelled()) return { status: 'cancelled', version, notices, counts }
  return { status: counts.failed > 0 ? 'partial' : 'ok', version, notices, counts }
}

function stateAfter(deps: SyncDeps, source: SkillSource, end: SyncEnd): SyncState {
  const now = deps.clock.now()
  const before = source.sync
  const isStopped = end.status === 'aborted' || end.status === 'cancelled'
  const error = end.status === 'failed' ? end.error : isStopped ? syncCancelled : null
  const failures = end.status === 'failed' ? before.failures + 1 : 0
  const wasRead = end.status === 'ok' || end.status === 'partial'
  return {
    ...before,
    status: end.status === 'aborted' ? 'cancelled' : end.status,
    ...{ error, failures, lastSyncAt: now, progress: null },
    nextSyncAt: nextSyncAt(source, { now, failures, error, random: deps.random() }),
    ...('counts' in end && { counts: end.counts, notices: end.notices }),
    // An entry that cannot be read stays so until the source changes it.
    version: wasRead ? end.version : before.version,
  }
}
