import type { AgentId } from '../base/ids.ts'
import { observationsStale } from '../keep/memories/observation-problems.ts'
import type {
  ObservationChange,
  ObservationKey,
  ObservationStore,
  ObservationVersion,
} from '../ports/observations.ts'
import { checkPageRequest, decodeCursor, pageOf } from '../ports/page-cursor.ts'
import { memberNotFound } from '../ports/store-problems.ts'
import { compareText, type MemoryTenant } from './memory-state.ts'

export function createMemoryObservations(tenant: MemoryTenant): ObservationStore {
  const versions = (key: ObservationKey) => tenant.observations.get(nameOf(key)) ?? []
  return {
    get: async (key) => versions(key).at(-1) ?? null,
    version: async (key, number) => versions(key).find((one) => one.number === number) ?? null,
    history: async (key, page) => {
      checkPageRequest(page)
      const [below] = page.cursor === undefined ? [] : decodeCursor(page.cursor, ['number'])
      const behind = versions(key)
        .toReversed()
        .filter(({ number }) => below === undefined || number < Number(below))
      return pageOf(behind.slice(0, page.limit + 1), page.limit, ({ number }) => [number])
    },
    all: async (userId) =>
      [...tenant.observations]
        .map(([name, written]) => ({ ...keyOf(name), written }))
        .filter((one) => one.userId === userId)
        .sort((a, b) => compareText(a.agentId ?? '', b.agentId ?? ''))
        .flatMap(({ agentId, written }) =>
          written.slice(-1).map((newest) => ({ agentId, ...newest })),
        ),
    put: async (key, change) => {
      checkObservationChange(tenant, key, change)
      return noteObservation(tenant, key, change)
    },
  }
}

/** Throws what the write would, and changes nothing. */
export function checkObservationChange(
  tenant: MemoryTenant,
  key: ObservationKey,
  { expectedVersion }: ObservationChange,
): void {
  const current = tenant.observations.get(nameOf(key))?.length ?? 0
  if (current !== expectedVersion) throw observationsStale(expectedVersion, current)
  if (!tenant.members.has(key.userId)) throw memberNotFound(key.userId)
}

/** After {@link checkObservationChange}. */
export function noteObservation(
  tenant: MemoryTenant,
  key: ObservationKey,
  { expectedVersion, ...change }: ObservationChange,
): ObservationVersion {
  const version = { ...change, number: expectedVersion + 1 }
  tenant.observations.set(nameOf(key), [...(tenant.observations.get(nameOf(key)) ?? []), version])
  return version
}

/** They go with the person, or with the agent. */
export function forgetObservations(tenant: MemoryTenant, gone: Partial<ObservationKey>): void {
  for (const name of tenant.observations.keys()) {
    const { userId, agentId } = keyOf(name)
    if (userId === gone.userId || (gone.agentId && agentId === gone.agentId)) {
      tenant.observations.delete(name)
    }
  }
}

function nameOf({ userId, agentId }: ObservationKey): string {
  return JSON.stringify([userId, agentId])
}

function keyOf(name: string): ObservationKey {
  const [userId, agentId] = JSON.parse(name) as [ObservationKey['userId'], AgentId | null]
  return { userId, agentId }
}
