import type { TenantId } from '../base/ids.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { Notice, Store, TenantStore } from '../ports/store.ts'
import { createMemoryAgents } from './memory-agents.ts'
import { createMemoryApprovals } from './memory-approvals.ts'
import { createMemoryAuthored } from './memory-authored.ts'
import { createMemoryBlobKeeping } from './memory-blobs.ts'
import { createMemoryConversations } from './memory-conversations.ts'
import { createMemoryDirectory } from './memory-directory.ts'
import { createMemoryExecutions, createMemorySkillSecrets } from './memory-executions.ts'
import { createMemoryGrants } from './memory-grants.ts'
import { createMemoryIntegrations } from './memory-integrations.ts'
import { createMemoryAudit, createMemoryMembers, createMemorySettings } from './memory-members.ts'
import { createMemoryObservations } from './memory-observations.ts'
import { createMemoryProposals } from './memory-proposals.ts'
import { createMemorySkills } from './memory-skills.ts'
import type { MemoryTenant, Notify } from './memory-state.ts'
import { createMemoryTenant } from './memory-state.ts'
import { createMemoryTombstones } from './memory-tombstones.ts'
import { createMemoryTraces } from './memory-traces.ts'
import { createMemoryTriggers } from './memory-triggers.ts'
import { createMemoryWorkspace } from './memory-workspace.ts'
import { createSequentialIds } from './sequential-ids.ts'
import { refuseWrites } from './unknown-tenant.ts'

/**
 * The whole {@link Store} port in memory, held to the same contract suite as the databases. For tests and
 * for embedding where nothing needs to survive the process.
 */
export function createMemoryStore(options: { clock: Clock; ids?: IdSource }): Store {
  const ids = options.ids ?? createSequentialIds()
  const tenants = new Map<TenantId, MemoryTenant>()
  const listeners = new Set<(notice: Notice) => void>()
  const notify: Notify = (notice) => {
    for (const listener of listeners) queueMicrotask(() => listener(notice))
  }
  const find = (id: TenantId): MemoryTenant => {
    const tenant = tenants.get(id) ?? createMemoryTenant(id)
    tenants.set(id, tenant)
    return tenant
  }
  const open = (tenant: MemoryTenant): TenantStore => ({
    tenantId: tenant.id,
    skills: createMemorySkills({ tenant, clock: options.clock, ids, notify }),
    conversations: createMemoryConversations(tenant, notify),
    approvals: createMemoryApprovals(tenant, notify),
    proposals: createMemoryProposals({ tenant, ids, notify }),
    workspace: createMemoryWorkspace(tenant, { clock: options.clock, notify }),
    settings: createMemorySettings(tenant),
    members: createMemoryMembers(tenant),
    audit: createMemoryAudit(tenant),
    integrations: createMemoryIntegrations(tenant),
    executions: createMemoryExecutions(tenant, notify),
    blobs: createMemoryBlobKeeping(tenant),
    skillSecrets: createMemorySkillSecrets(tenant),
    agents: createMemoryAgents(tenant),
    observations: createMemoryObservations(tenant),
    authored: createMemoryAuthored(tenant),
    grants: createMemoryGrants(tenant),
    signals: createMemoryTriggers(tenant),
    traces: createMemoryTraces(tenant),
    tombstones: createMemoryTombstones({ tenant, clock: options.clock, notify }),
  })
  return {
    tenant: (id) => {
      const tenant = find(id)
      return refuseWrites(open(tenant), () => tenant.name === null)
    },
    directory: createMemoryDirectory(tenants, find),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: async () => undefined,
    close: async () => listeners.clear(),
  }
}
