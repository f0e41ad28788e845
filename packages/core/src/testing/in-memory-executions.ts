import { ProblemError } from '../base/errors.ts'
import type { ExecutionId, SkillId, UserId } from '../base/ids.ts'
import type { Execution } from '../domain/execution.ts'
import { isInScope } from '../domain/slug.ts'
import { withoutOutputs } from '../domain/without-outputs.ts'
import type { ExecutionStore } from '../ports/executions.ts'
import type { SkillSecretStore } from '../ports/skill-secrets.ts'
import {
  blobMissing,
  conversationNotFound,
  executionExists,
  skillNotFound,
} from '../ports/store-problems.ts'
import { pageLatest } from './in-memory-pages.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

export function createInMemoryExecutions(tenant: InMemoryTenant, notify: Notify): ExecutionStore {
  const { executions } = tenant
  const ofViewer = (viewer: UserId, id: ExecutionId): Execution | null => {
    const execution = executions.get(id)?.execution
    return execution?.startedBy === viewer ? execution : null
  }
  const open = (id: ExecutionId) => {
    const entry = executions.get(id)
    return entry?.execution.finishedAt === null ? entry : undefined
  }
  return {
    create: async (execution) => {
      const { id, conversationId } = execution
      if (conversationId !== null && !tenant.conversations.has(conversationId)) {
        throw conversationNotFound(conversationId)
      }
      if (executions.has(id)) throw new ProblemError(executionExists(id))
      executions.set(id, { execution, heartbeatCount: 0, cancelRequested: false })
    },
    heartbeat: async (id, { status } = {}) => {
      const entry = open(id)
      if (!entry) return null
      const { execution, heartbeatCount, cancelRequested } = entry
      const begun: Execution = status ? { ...execution, status } : execution
      executions.set(id, { execution: begun, heartbeatCount: heartbeatCount + 1, cancelRequested })
      return { cancelRequested }
    },
    requestCancel: async (viewer, id) => {
      const entry = open(id)
      if (entry?.execution.startedBy !== viewer) return false
      executions.set(id, { ...entry, cancelRequested: true })
      notify({ kind: 'executions', tenantId: tenant.id })
      return true
    },
    cancelRequested: async (ids) => ids.filter((id) => open(id)?.cancelRequested),
    finish: async (execution) => {
      const entry = open(execution.id)
      if (entry) executions.set(execution.id, { ...entry, execution })
      return entry !== undefined
    },
    get: async (viewer, id) => ofViewer(viewer, id),
    list: async (viewer, filter, page) => {
      const found = [...executions.values()]
        .map(({ execution }) => ({ ...execution, stdout: '', stderr: '' }))
        .filter(
          (one) =>
            one.startedBy === viewer &&
            (filter.conversationId ?? one.conversationId) === one.conversationId &&
            (filter.skillId === undefined || one.skill?.skillId === filter.skillId) &&
            (filter.status ?? one.status) === one.status,
        )
      return pageLatest(found, page, (one) => [one.startedAt, one.id])
    },
    output: async (viewer, id, path) => {
      const output = ofViewer(viewer, id)?.outputs.find((one) => one.path === path)
      if (!output) return null
      const bytes = tenant.blobs.get(output.sha256)?.bytes
      if (!bytes) throw blobMissing(output)
      return bytes.slice()
    },
    interrupt: async (id, { heartbeatCount, now }) => {
      const entry = open(id)
      if (entry?.heartbeatCount !== heartbeatCount) return false
      const execution: Execution = { ...entry.execution, status: 'interrupted', finishedAt: now }
      executions.set(id, { ...entry, execution })
      return true
    },
    dropOutputs: async ({ by, why, limit }) => {
      const old = [...executions.values()]
        .filter(({ execution: { conversationId, finishedAt, outputs } }) => {
          const ended = finishedAt !== null && finishedAt <= by
          return ended && conversationId === null && outputs.length > 0
        })
        .slice(0, limit)
      for (const entry of old) {
        const { id } = entry.execution
        executions.set(id, { ...entry, execution: withoutOutputs(entry.execution, why) })
      }
      return old.length
    },
  }
}

export function createInMemorySkillSecrets(tenant: InMemoryTenant): SkillSecretStore {
  const of = (skillId: SkillId) =>
    [...((tenant.skills.has(skillId) && tenant.secrets.get(skillId)?.values()) || [])].sort(
      (a, b) => compareText(a.name, b.name),
    )
  return {
    list: async (skillId) => of(skillId).map(({ encrypted: _sealed, ...secret }) => secret),
    names: async () =>
      [...tenant.secrets.keys()]
        .sort(compareText)
        .flatMap((skillId) =>
          of(skillId as SkillId).map(({ name }) => ({ skillId: skillId as SkillId, name })),
        ),
    encrypted: async (skillId) => of(skillId).map(({ name, encrypted }) => ({ name, encrypted })),
    put: async (skillId, secret, scope) => {
      const skill = tenant.skills.get(skillId)?.skill
      if (!skill || !isInScope(skill, scope)) throw skillNotFound(skillId)
      const known = tenant.secrets.get(skillId) ?? new Map()
      tenant.secrets.set(skillId, known.set(secret.name, secret))
    },
    remove: async (skillId, name) =>
      tenant.skills.has(skillId) && (tenant.secrets.get(skillId)?.delete(name) ?? false),
  }
}
