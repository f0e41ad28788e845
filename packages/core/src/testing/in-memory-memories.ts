import type { AgentId } from '../base/ids.ts'
import { memoriesStale } from '../keep/memories/memory-problems.ts'
import type { MemoryChange, MemoryKey, MemoryStore, MemoryVersion } from '../ports/memories.ts'
import { checkPageRequest, decodeCursor, pageOf } from '../ports/page-cursor.ts'
import { memberNotFound } from '../ports/store-problems.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryMemories(tenant: InMemoryTenant): MemoryStore {
  const versions = (key: MemoryKey) => tenant.memories.get(nameOf(key)) ?? []
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
      [...tenant.memories]
        .map(([name, written]) => ({ ...keyOf(name), written }))
        .filter((one) => one.userId === userId)
        .sort((a, b) => compareText(a.agentId ?? '', b.agentId ?? ''))
        .flatMap(({ agentId, written }) =>
          written.slice(-1).map((newest) => ({ agentId, ...newest })),
        ),
    put: async (key, change) => {
      checkMemoryChange(tenant, key, change)
      return recordMemory(tenant, key, change)
    },
  }
}

/** Throws the problems of the write, without changing anything. */
export function checkMemoryChange(
  tenant: InMemoryTenant,
  key: MemoryKey,
  { expectedVersion }: MemoryChange,
): void {
  const current = tenant.memories.get(nameOf(key))?.length ?? 0
  if (current !== expectedVersion) throw memoriesStale(expectedVersion, current)
  if (!tenant.members.has(key.userId)) throw memberNotFound(key.userId)
}

/** Call {@link checkMemoryChange} first. */
export function recordMemory(
  tenant: InMemoryTenant,
  key: MemoryKey,
  { expectedVersion, ...change }: MemoryChange,
): MemoryVersion {
  const version = { ...change, number: expectedVersion + 1 }
  tenant.memories.set(nameOf(key), [...(tenant.memories.get(nameOf(key)) ?? []), version])
  return version
}

/** Memories are deleted with their person or agent. */
export function deleteMemories(tenant: InMemoryTenant, gone: Partial<MemoryKey>): void {
  for (const name of tenant.memories.keys()) {
    const { userId, agentId } = keyOf(name)
    if (userId === gone.userId || (gone.agentId && agentId === gone.agentId)) {
      tenant.memories.delete(name)
    }
  }
}

function nameOf({ userId, agentId }: MemoryKey): string {
  return JSON.stringify([userId, agentId])
}

function keyOf(name: string): MemoryKey {
  const [userId, agentId] = JSON.parse(name) as [MemoryKey['userId'], AgentId | null]
  return { userId, agentId }
}
