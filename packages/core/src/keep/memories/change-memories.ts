import { isProblemError, throwIf } from '../../base/errors.ts'
import type { AgentId } from '../../base/ids.ts'
import { applyEdit } from '../../base/text/edit-text.ts'
import { auditedBy } from '../../domain/audit-entry.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { MemoryKey, MemoryVersion } from '../../ports/memories.ts'
import type { TenantStore } from '../../ports/store.ts'
import { agentNotFound } from '../agents/agent-problems.ts'
import type { CatalogActor } from '../skills/catalog-deps.ts'
import { maxMemoryLength } from './memories.ts'
import { memoriesNotFound } from './memory-problems.ts'

export interface MemoryDeps {
  readonly store: Pick<TenantStore, 'memories' | 'agents' | 'audit'>
  readonly clock: Clock
  readonly ids: IdSource
}

/** The agent; null for conversations without one. */
interface AgentMemoryTarget {
  readonly agentId: AgentId | null
  /** The version the change is based on; absent to overwrite any version. */
  readonly expectedVersion?: number | undefined
}

/** Maximum attempts without an expected version under concurrent writes. */
const maxAttempts = 10

/**
 * The key of the memories about the principal, and nobody else. Throws ProblemError `auth.permission-missing`,
 * `agent.not-found`.
 */
export async function memoryKey(
  { agents }: Pick<TenantStore, 'agents'>,
  principal: Principal,
  agentId: AgentId | null,
): Promise<MemoryKey> {
  throwIf(missingPermission(principal, 'conversations.use'))
  if (agentId !== null && !(await agents.get(agentId))) throw agentNotFound(agentId)
  return { userId: principal.userId, agentId }
}

/**
 * Writes the memories of an agent about the acting person; an empty text clears them. An equal text creates no version.
 * Throws ProblemError `edit.too-large`, `observations.stale`, and like {@link memoryKey}.
 */
export async function writeMemories(
  deps: MemoryDeps,
  actor: CatalogActor,
  request: AgentMemoryTarget & { readonly text: string; readonly reason: string },
): Promise<MemoryVersion | null> {
  const { agentId, reason } = request
  const text = applyEdit('', { operation: 'replace', content: request.text }, maxMemoryLength)
  const key = await memoryKey(deps.store, actor.principal, agentId)
  for (let attempt = 1; ; attempt += 1) {
    const current = await deps.store.memories.get(key)
    const expectedVersion = request.expectedVersion ?? current?.number ?? 0
    const isExpectedVersion =
      current?.number === expectedVersion || (!current && expectedVersion === 0)
    if (isExpectedVersion && text === (current?.text ?? '')) return current
    try {
      const change = { text, reason, author: 'user', createdAt: deps.clock.now() } as const
      const written = { ...change, conversationId: null, expectedVersion }
      const version = await deps.store.memories.put(key, written)
      await recordAudit(deps, actor, { agentId, version })
      return version
    } catch (error) {
      const overtaken = isProblemError(error) && error.problem.code === 'observations.stale'
      if (!overtaken || request.expectedVersion !== undefined || attempt >= maxAttempts) throw error
    }
  }
}

/**
 * Restores an earlier version as a new one; number 0 is the empty state before the first. Throws ProblemError
 * `observations.not-found`, and like {@link writeMemories}.
 */
export async function restoreMemories(
  deps: MemoryDeps,
  actor: CatalogActor,
  { number, ...request }: AgentMemoryTarget & { readonly number: number },
): Promise<MemoryVersion | null> {
  const key = await memoryKey(deps.store, actor.principal, request.agentId)
  const earlier = number === 0 ? { text: '' } : await deps.store.memories.version(key, number)
  if (!earlier) throw memoriesNotFound(number)
  const reason = number === 0 ? 'Everything undone' : `Restored version ${number}`
  return writeMemories(deps, actor, { ...request, text: earlier.text, reason })
}

/** Records the change with its size, never its text. */
async function recordAudit(
  { store, clock, ids }: MemoryDeps,
  { principal, traceId }: CatalogActor,
  { agentId, version }: Pick<AgentMemoryTarget, 'agentId'> & { readonly version: MemoryVersion },
): Promise<void> {
  const { number, text } = version
  await store.audit.append([
    {
      id: ids.next('aud'),
      at: clock.now(),
      ...auditedBy(principal),
      action: 'observations-changed',
      target: agentId ?? principal.userId,
      traceId,
      details: { agent_id: agentId, version: number, characters: [...text].length },
    },
  ])
}
