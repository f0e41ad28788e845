import type { TenantStore } from '../ports/store.ts'
import { tenantNotFound } from '../ports/store-problems.ts'

/** While a tenant is `absent`, its reads are empty and its writes are refused. */
export function rejectWrites(store: TenantStore, absent: () => boolean): TenantStore {
  const existing =
    <Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (absent()) throw tenantNotFound(store.tenantId)
      return write(...args)
    }
  const {
    skills,
    conversations,
    settings,
    members,
    audit,
    integrations,
    agents,
    authored,
    tombstones,
    triggers,
    modelProviders,
    connectors,
    packageApprovals,
    sources,
    reviews,
    advisories,
    collections,
    connectedApps,
    outcomeRetests,
    searchLog,
    inboxNotification,
  } = store
  return {
    ...store,
    skills: { ...skills, save: existing(skills.save) },
    conversations: { ...conversations, create: existing(conversations.create) },
    settings: { ...settings, put: existing(settings.put) },
    members: { ...members, create: existing(members.create) },
    audit: { ...audit, append: existing(audit.append) },
    integrations: { ...integrations, put: existing(integrations.put) },
    agents: { ...agents, create: existing(agents.create) },
    authored: { ...authored, create: existing(authored.create) },
    triggers: { ...triggers, create: existing(triggers.create) },
    sources: { ...sources, create: existing(sources.create) },
    reviews: { ...reviews, hold: existing(reviews.hold), revoke: existing(reviews.revoke) },
    advisories: {
      ...advisories,
      put: existing(advisories.put),
      except: existing(advisories.except),
    },
    modelProviders: { ...modelProviders, create: existing(modelProviders.create) },
    connectors: { ...connectors, create: existing(connectors.create) },
    packageApprovals: { ...packageApprovals, add: existing(packageApprovals.add) },
    connectedApps: { ...connectedApps, create: existing(connectedApps.create) },
    collections: { ...collections, create: existing(collections.create) },
    outcomeRetests: { ...outcomeRetests, create: existing(outcomeRetests.create) },
    searchLog: { ...searchLog, record: existing(searchLog.record) },
    inboxNotification: { ...inboxNotification, put: existing(inboxNotification.put) },
    tombstones: { ...tombstones, purge: existing(tombstones.purge) },
  }
}
