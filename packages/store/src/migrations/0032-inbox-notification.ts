import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Where an organisation has the digest of its inbox sent, with the encrypted secret. */
export const inboxNotification: Migration = {
  name: '0032-inbox-notification',
  up: (db, types) =>
    createTenantTable(db, types, {
      name: 'inbox_notifications',
      columns: {
        url: 'text',
        encrypted_secret: 'text',
        interval: 'text',
        minimum: 'integer',
        inbox_url: 'text',
        next_at: 'integer',
        digest_id: 'text?',
        failures: 'integer',
        claimed_until: 'integer?',
        last_sent_at: 'integer?',
        problem: 'text?',
        version: 'integer',
      },
      key: [],
    }),
}
