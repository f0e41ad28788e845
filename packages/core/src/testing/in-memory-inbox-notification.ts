import type { InboxNotificationStore } from '../ports/inbox-notification.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryInboxNotification(tenant: InMemoryTenant): InboxNotificationStore {
  return {
    get: async () => tenant.inboxNotification,
    put: async (notification, expectedVersion) => {
      if ((tenant.inboxNotification?.version ?? 0) !== expectedVersion) return false
      tenant.inboxNotification = notification
      return true
    },
    remove: async () => {
      const wasThere = tenant.inboxNotification !== null
      tenant.inboxNotification = null
      return wasThere
    },
  }
}
