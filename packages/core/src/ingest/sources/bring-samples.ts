import { isProblemError } from '../../base/errors.ts'
import type { TraceId, UserId } from '../../base/ids.ts'
import { samplesSourceId } from '../../domain/sample.ts'
import type { SkillSource } from '../../domain/source.ts'
import { neverSynced } from './change-sources.ts'
import type { SyncDeps } from './sync-deps.ts'
import { isLeaseLost, leaseOf } from './sync-lease.ts'
import { runSync } from './sync-source.ts'

export interface BringSamplesRequest {
  /** Whose skills they become. */
  readonly owner: UserId
  /** Of the server that they ship with. */
  readonly version: string
  /** Unique to this attempt. */
  readonly attempt: string
  readonly traceId: TraceId
  readonly signal: AbortSignal
}

/**
 * Brings the skills that ship with the server into an organisation that never had a skill, as the source "Samples",
 * and follows a newer server. Removed ones stay away. They arrive in one transaction, and an attempt that died is
 * taken over: its late writes lose the lease. Null when nothing had to be read, or another server reads them.
 */
export async function bringSamples(
  deps: SyncDeps,
  request: BringSamplesRequest,
): Promise<SkillSource | null> {
  const { sources } = deps.store
  const { version, attempt: owner, traceId, signal } = request
  const source = (await sources.get(samplesSourceId)) ?? (await addSource(deps, request))
  if (!source?.enabled || source.sync.version === version) return null
  const takeOver = Number.MAX_SAFE_INTEGER
  const started = await sources.startSync(source.id, leaseOf(deps, owner)(), takeOver)
  if (!started) return null
  try {
    return await runSync(deps, started, { id: source.id, owner, traceId, signal, isForced: false })
  } catch (error) {
    if (isLeaseLost(error)) return null
    throw error
  }
}

/** Null for an organisation that has, or had, skills of its own. */
async function addSource(
  { store, clock }: SyncDeps,
  { owner }: BringSamplesRequest,
): Promise<SkillSource | null> {
  if ((await store.skills.lastChangeSeq()) > 0) return null
  const now = clock.now()
  try {
    await store.sources.create({
      ...{ id: samplesSourceId, name: 'Samples', config: { kind: 'samples' }, version: 1 },
      ...{ enabled: true, syncPolicy: 'manual', syncIntervalMinutes: 43_200 },
      ...{ reviewPolicy: 'apply-clean', minimumUpdateAgeDays: null, encryptedToken: null },
      sync: neverSynced,
      ...{ leaseUntil: null, createdBy: owner, createdAt: now, updatedAt: now },
    })
  } catch (error) {
    // Another server was first.
    if (!isProblemError(error) || error.problem.code !== 'source.name-taken') throw error
  }
  return store.sources.get(samplesSourceId)
}
