import type { TenantId } from '@repertoire/core/base'
import type { AdvisoryList, TrustedSigner } from '@repertoire/core/domain'
import { type AdvisoryDeps, checkAdvisories, subscribe } from '@repertoire/core/ingest'
import type { IdSource, Store } from '@repertoire/core/ports'
import { createRepeatedTask } from '../../platform/system/repeated-task.ts'
import type { Timers } from '../../platform/system/timers.ts'

const minuteMs = 60_000
/** How often every list is read. */
const intervalMs = 15 * minuteMs
/** A sync does not read lists again that were read so recently. */
const freshMs = minuteMs

/** The list that whoever runs the server has for every organisation on it. */
export interface OperatorList {
  readonly url: string
  readonly signer: TrustedSigner
}

/** Reads the advisory lists of organisations: on a timer, before each sync, and on request. */
export interface AdvisoryService {
  /** Checks every organisation now, and then every quarter of an hour. */
  start(): void
  /** One organisation, now. */
  check(tenantId: TenantId): Promise<void>
  /** The same, unless it was checked a moment ago. Never throws. */
  checkBeforeSync(tenantId: TenantId): Promise<void>
  /** Resolves when nothing is being checked. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface AdvisoryServiceOptions {
  readonly store: Store
  readonly depsOf: (tenantId: TenantId) => AdvisoryDeps
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  /** Null: there is none. */
  readonly operatorList: OperatorList | null
  readonly onError: (error: unknown) => void
}

export function createAdvisoryService(options: AdvisoryServiceOptions): AdvisoryService {
  const { store, depsOf, ids, timers, operatorList, onError } = options
  const running = new Map<TenantId, Promise<void>>()

  function check(tenantId: TenantId): Promise<void> {
    const known = running.get(tenantId)
    if (known) return known
    const checking = checkNow(tenantId).finally(() => running.delete(tenantId))
    running.set(tenantId, checking)
    return checking
  }

  async function checkNow(tenantId: TenantId): Promise<void> {
    const deps = depsOf(tenantId)
    await followOperator(deps, operatorList)
    await checkAdvisories(deps, ids.traceId())
  }

  async function checkEveryone(isStopped: () => boolean): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (isStopped()) return
      await check(id).catch(onError)
    }
  }

  const everyone = createRepeatedTask({ timers, intervalMs, work: checkEveryone, onError })

  async function isFresh(tenantId: TenantId): Promise<boolean> {
    const { store: tenant, clock } = depsOf(tenantId)
    const lists = await tenant.advisories.lists()
    if (operatorList && !lists.some(({ owner }) => owner === 'operator')) return false
    const since = clock.now() - freshMs
    return lists.every(({ checkedAt }) => checkedAt !== null && checkedAt > since)
  }

  return {
    start: everyone.start,
    check,
    checkBeforeSync: async (tenantId) => {
      try {
        if (!(await isFresh(tenantId))) await check(tenantId)
      } catch (error) {
        onError(error)
      }
    },
    idle: async () => {
      await everyone.idle()
      await Promise.allSettled(running.values())
    },
    stop: async () => {
      await everyone.stop()
      await Promise.allSettled(running.values())
    },
  }
}

/** Keeps the organisation's copy of the operator's list at the address and signer of the configuration. */
async function followOperator(
  { store: { advisories } }: AdvisoryDeps,
  operatorList: OperatorList | null,
): Promise<void> {
  const before = (await advisories.lists()).find(({ owner }) => owner === 'operator')
  if (!operatorList) {
    if (before) await advisories.remove('operator')
    return
  }
  if (before && isSameList(before, operatorList)) return
  await advisories.put(subscribe({ owner: 'operator', ...operatorList }, before))
}

function isSameList(before: AdvisoryList, { url, signer }: OperatorList): boolean {
  return (
    before.url === url &&
    before.signer.name === signer.name &&
    before.signer.pem === signer.pem &&
    before.signer.identity === signer.identity
  )
}
