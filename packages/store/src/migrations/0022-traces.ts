import type { Migration } from './migration.ts'

/** A person’s turns by their start, for the list of traces; also those of one status. */
export const traces: Migration = {
  name: '0022-traces',
  up: async (db) => {
    await db.schema
      .createIndex('runs_of_person')
      .on('runs')
      .columns(['tenant_id', 'user_id', 'started_at', 'id'])
      .execute()
    await db.schema
      .createIndex('runs_of_person_by_status')
      .on('runs')
      .columns(['tenant_id', 'user_id', 'status', 'started_at', 'id'])
      .execute()
  },
}
