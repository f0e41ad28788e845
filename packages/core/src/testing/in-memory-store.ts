import type { TenantId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { QuotaLimits } from '../domain/quotas.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { ChangeNotification, Store, TenantStore } from '../ports/store.ts'
import { createInMemoryAdvisories } from './in-memory-advisories.ts'
import { createInMemoryAgents } from './in-memory-agents.ts'
import { createInMemoryApprovals } from './in-memory-approvals.ts'
import { createInMemoryAudit } from './in-memory-audit.ts'
import { createInMemoryAuthored } from './in-memory-authored.ts'
import { createInMemoryBlobGarbageCollection } from './in-memory-blobs.ts'
import { createInMemoryCollections } from './in-memory-collections.ts'
import { createInMemoryConnectedApps } from './in-memory-connected-apps.ts'
import { createInMemoryConnectors } from './in-memory-connectors.ts'
import { createInMemoryConversations } from './in-memory-conversations.ts'
import { createInMemoryDirectory } from './in-memory-directory.ts'
import { createInMemoryExecutions, createInMemorySkillSecrets } from './in-memory-executions.ts'
import { createInMemoryGrants } from './in-memory-grants.ts'
import { createInMemoryInbox } from './in-memory-inbox.ts'
import { createInMemoryInboxNotification } from './in-memory-inbox-notification.ts'
import { createInMemoryIntegrations } from './in-memory-integrations.ts'
import { createInMemoryMembers, createInMemorySettings } from './in-memory-members.ts'
import { createInMemoryMemories } from './in-memory-memories.ts'
import { createInMemoryModelProviders } from './in-memory-model-providers.ts'
import { createInMemoryOutcomeRetests } from './in-memory-outcome-retests.ts'
import { createInMemoryPackageApprovals } from './in-memory-package-approvals.ts'
import { createInMemoryPromptContexts } from './in-memory-prompt-contexts.ts'
import { createInMemoryQuotas } from './in-memory-quotas.ts'
import { createInMemoryReviews } from './in-memory-reviews.ts'
import { createInMemorySearchLog } from './in-memory-search-log.ts'
import { createInMemorySkills } from './in-memory-skills.ts'
import { createInMemorySources } from './in-memory-sources.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { createInMemoryTenant } from './in-memory-state.ts'
import { createInMemoryTombstones } from './in-memory-tombstones.ts'
import { createInMemoryTraces } from './in-memory-traces.ts'
import { createInMemoryTriggers } from './in-memory-triggers.ts'
import { createInMemoryUsage } from './in-memory-usage.ts'
import { createInMemoryWorkspace } from './in-memory-workspace.ts'
import { createSequentialIds } from './sequential-ids.ts'
import { rejectWrites } from './unknown-tenant.ts'

/**
 * The complete {@link Store} port in memory, which passes the same contract tests as the databases. For tests
 * and for embedding without persistence.
 */
export function createInMemoryStore(options: {
  readonly clock: Clock
  readonly ids?: IdSource
  /** For the chain of the audit log; without it every hash in it is the same. */
  readonly sha256?: Sha256
  readonly quotas?: ((tenantId: TenantId) => QuotaLimits) | undefined
}): Store {
  const ids = options.ids ?? createSequentialIds()
  const tenants = new Map<TenantId, InMemoryTenant>()
  const listeners = new Set<(notification: ChangeNotification) => void>()
  const notify: Notify = (notification) => {
    for (const listener of listeners) queueMicrotask(() => listener(notification))
  }
  const find = (id: TenantId): InMemoryTenant => {
    const tenant = tenants.get(id) ?? createInMemoryTenant(id, options.quotas?.(id))
    tenants.set(id, tenant)
    return tenant
  }
  const opened = new WeakMap<InMemoryTenant, TenantStore>()
  const open = (tenant: InMemoryTenant): TenantStore => ({
    tenantId: tenant.id,
    skills: createInMemorySkills({ tenant, clock: options.clock, ids, notify }),
    conversations: createInMemoryConversations(tenant, notify),
    approvals: createInMemoryApprovals(tenant, notify),
    workspace: createInMemoryWorkspace(tenant, { clock: options.clock, notify }),
    settings: createInMemorySettings(tenant),
    quotas: createInMemoryQuotas(tenant),
    members: createInMemoryMembers(tenant, notify),
    audit: createInMemoryAudit(tenant, options.sha256 ?? noSha256),
    integrations: createInMemoryIntegrations(tenant),
    executions: createInMemoryExecutions(tenant, notify),
    blobs: createInMemoryBlobGarbageCollection(tenant),
    skillSecrets: createInMemorySkillSecrets(tenant),
    agents: createInMemoryAgents(tenant),
    memories: createInMemoryMemories(tenant),
    promptContexts: createInMemoryPromptContexts(tenant),
    authored: createInMemoryAuthored(tenant),
    grants: createInMemoryGrants(tenant),
    modelProviders: createInMemoryModelProviders(tenant),
    connectors: createInMemoryConnectors(tenant),
    collections: createInMemoryCollections(tenant),
    connectedApps: createInMemoryConnectedApps(tenant),
    packageApprovals: createInMemoryPackageApprovals(tenant),
    sources: createInMemorySources({ tenant, ids, notify, clock: options.clock }),
    reviews: createInMemoryReviews({ tenant, ids, notify, clock: options.clock }),
    advisories: createInMemoryAdvisories(tenant),
    inbox: createInMemoryInbox(tenant),
    inboxNotification: createInMemoryInboxNotification(tenant),
    triggers: createInMemoryTriggers(tenant, notify),
    traces: createInMemoryTraces(tenant),
    usage: createInMemoryUsage(tenant),
    outcomeRetests: createInMemoryOutcomeRetests(tenant),
    searchLog: createInMemorySearchLog(tenant),
    tombstones: createInMemoryTombstones({ tenant, clock: options.clock, notify }),
  })
  return {
    tenant: (id) => {
      const tenant = find(id)
      const known = opened.get(tenant) ?? rejectWrites(open(tenant), () => tenant.name === null)
      opened.set(tenant, known)
      return known
    },
    directory: createInMemoryDirectory(tenants, { open: find, notify }),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: async () => undefined,
    close: async () => listeners.clear(),
  }
}

const noSha256: Sha256 = () => '0'.repeat(64)
