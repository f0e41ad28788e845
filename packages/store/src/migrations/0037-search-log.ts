import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** What was searched for, by day. It has no column for a person. */
export const searchLog: Migration = {
  name: '0037-search-log',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'logged_searches',
      columns: {
        ...{ day: 'integer', query: 'text', surface: 'text' },
        ...{ searches: 'integer', results: 'integer' },
      },
      key: ['day', 'query', 'surface'],
    })
  },
}
