import { isProblemError, type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, TraceId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { SkillSource } from '../../domain/source.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { OpenedSource } from '../../ports/source-reader.ts'
import { judgeUntilAborted } from '../checks/judge-until-aborted.ts'
import { createSource } from '../sources/change-sources.ts'
import { pendingByEntry } from '../sources/pending-by-entry.ts'
import { readEntries } from '../sources/read-entries.ts'
import { syncCancelled, syncRunning } from '../sources/source-problems.ts'
import { createSyncBatches } from '../sources/sync-batches.ts'
import type { SyncDeps } from '../sources/sync-deps.ts'
import type { EntryOutcome } from '../sources/sync-entry.ts'
import { keepLease, leaseOf } from '../sources/sync-lease.ts'
import { noUpdateAges } from '../sources/waiting-updates.ts'
import { organisationSkills } from './export-lock.ts'
import { entryNotThere, lockNotMatched, lockRejected } from './lock-problems.ts'
import { configOfLock, lockAddress, lockPath } from './lock-source.ts'
import { type LockRead, planLockImport } from './plan-lock-import.ts'
import type { LockEntry, SkillLock } from './skill-lock.ts'

/**
 * What became of one entry. `present`: here with this digest. `held`: it came in and waits. `mismatch`: here, or in
 * its source, with another digest; nothing was changed. `failed`: it could not be read.
 */
export interface LockOutcome {
  readonly entry: LockEntry
  readonly status: 'present' | 'held' | 'mismatch' | 'failed'
  readonly problem: Problem | null
}

export interface ImportLockRequest {
  readonly lock: SkillLock
  /** Unique to this import. */
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * Reads what a lock names and is not here, each source at its commit, and holds it for review: nothing is enabled or
 * replaced. Content of another digest than the lock's is not taken. A source that is not here is added, and synced
 * by nobody but a person. Throws those of {@link skillWriteProblem}; every other problem is of its entries alone.
 */
export async function importLock(
  deps: SyncDeps,
  actor: CatalogActor,
  request: ImportLockRequest,
): Promise<readonly LockOutcome[]> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const skills = await organisationSkills(deps, actor)
  const here = new Map(skills.map(({ slug, head }) => [slug, head.digest]))
  const { present, mismatches, reads } = planLockImport(request.lock, here)
  const isPresent = new Set(present)
  const outcomes: LockOutcome[] = [
    ...request.lock.skills
      .filter(({ slug }) => isPresent.has(slug))
      .map((entry) => ({ entry, status: 'present' as const, problem: null })),
    ...mismatches.map(({ entry, found }) => mismatched(entry, found)),
  ]
  for (const read of reads) outcomes.push(...(await importRead(deps, actor, { ...request, read })))
  return outcomes.sort((a, b) => (a.entry.slug < b.entry.slug ? -1 : 1))
}

type ReadRequest = ImportLockRequest & { readonly read: LockRead }

async function importRead(
  deps: SyncDeps,
  actor: CatalogActor,
  request: ReadRequest,
): Promise<readonly LockOutcome[]> {
  const { read } = request
  try {
    return await holdEntries(deps, request, {
      source: await sourceOf(deps, actor, read),
      traceId: actor.traceId,
    })
  } catch (error) {
    if (!isProblemError(error)) throw error
    return read.entries.map((entry) => ({ entry, status: 'failed', problem: error.problem }))
  }
}

/** The source of the same address, or a new one. */
async function sourceOf(
  deps: SyncDeps,
  actor: CatalogActor,
  { kind, source, entries }: LockRead,
): Promise<SkillSource> {
  const sources = await deps.store.sources.list()
  const known = sources.find(({ config }) => config.kind === kind && lockAddress(config) === source)
  if (known) return known
  const names = new Set(sources.map(({ name }) => name))
  const paths = entries.map(({ path }) => path)
  return createSource(deps, actor, {
    name: names.has(source) ? `${source} (${deps.ids.next('src').slice(-6)})` : source,
    config: configOfLock({ kind, source, commit: null }, paths),
    ...{ enabled: true, syncPolicy: 'manual', syncIntervalMinutes: 360 },
    ...{ reviewPolicy: 'hold', minimumUpdateAgeDays: null, encryptedToken: null },
  })
}

interface Place {
  readonly source: SkillSource
  readonly traceId: TraceId
}

/** Under the lease of the source, so that no sync writes at the same time. Its state stays as it was. */
async function holdEntries(
  deps: SyncDeps,
  { read, owner, signal }: ReadRequest,
  { source, traceId }: Place,
): Promise<readonly LockOutcome[]> {
  const { sources } = deps.store
  const lease = leaseOf(deps, owner)
  if (!(await sources.startSync(source.id, lease(), deps.clock.now()))) {
    throw new ProblemError(syncRunning((await sources.get(source.id))?.leaseUntil ?? null))
  }
  const stopping = new AbortController()
  const stopHeartbeat = keepLease(deps, { id: source.id, lease }, () => stopping.abort())
  const stopped = AbortSignal.any([signal, stopping.signal])
  const judge = judgeUntilAborted(deps.judge, stopped)
  try {
    const opened = await deps.reader.open({
      config: configOfLock(
        read,
        read.entries.map(({ path }) => path),
      ),
      token: await deps.tokenOf(source),
      knownVersion: null,
      signal: stopped,
    })
    if (opened.status === 'unchanged') throw new Error('a source without a known version moved not')
    const batches = createSyncBatches(deps, { source, lease, total: read.entries.length, traceId })
    try {
      return await takeEntries({ ...deps, judge }, { read, opened, source }, batches.add)
    } finally {
      await batches.finish()
      await opened.close()
    }
  } catch (error) {
    throw stopping.signal.aborted ? new ProblemError(syncCancelled) : error
  } finally {
    stopHeartbeat()
    await sources.finishSync(source.id, lease(), source.sync)
  }
}

interface OpenedRead {
  readonly read: LockRead
  readonly opened: Extract<OpenedSource, { status: 'changed' }>
  readonly source: SkillSource
}

async function takeEntries(
  deps: SyncDeps,
  { read, opened, source }: OpenedRead,
  add: ReturnType<typeof createSyncBatches>['add'],
): Promise<readonly LockOutcome[]> {
  const wanted = new Map(read.entries.map((entry) => [entry.path, entry]))
  const entries = opened.entries.filter(({ id }) => wanted.has(lockPath(read.kind, id)))
  const outcomes = new Map<LockEntry, LockOutcome>()
  const reading = {
    ...{ sourceVersion: opened.version, entries, opened },
    // A policy would apply an update; a lock replaces nothing.
    source: { ...source, reviewPolicy: 'hold' as const },
    // What came before may be gone here, so that every entry is judged as a new one.
    records: [],
    ages: noUpdateAges,
    locked: new Map(
      entries.flatMap(({ id }) => {
        const digest = wanted.get(lockPath(read.kind, id))?.digest
        return digest === undefined ? [] : [[id, digest] as const]
      }),
    ),
  }
  const waiting = await pendingByEntry(deps.store.reviews, source.id, 'held')
  for await (const outcome of readEntries(deps, reading)) {
    const entry = wanted.get(lockPath(read.kind, outcome.record.entryId))
    if (!entry) continue
    const result = resultOf(entry, outcome)
    const { digest, entryId } = outcome.record
    const isWaiting = waiting.get(entryId)?.digest === digest
    if (result.status === 'held' && !isWaiting) await add(outcome)
    outcomes.set(entry, result)
  }
  return read.entries.map(
    (entry) => outcomes.get(entry) ?? { entry, status: 'failed', problem: entryNotThere(entry) },
  )
}

function resultOf(entry: LockEntry, { kind, record }: EntryOutcome): LockOutcome {
  const { digest, problem } = record
  if (kind === 'failed' || digest === null) return { entry, status: 'failed', problem }
  if (digest !== entry.digest) return mismatched(entry, digest)
  // Only what somebody rejected makes no arrival.
  if (kind === 'unchanged') return { entry, status: 'failed', problem: lockRejected(entry) }
  return { entry, status: 'held', problem: null }
}

function mismatched(entry: LockEntry, found: RevisionDigest): LockOutcome {
  return { entry, status: 'mismatch', problem: lockNotMatched(entry, found) }
}
