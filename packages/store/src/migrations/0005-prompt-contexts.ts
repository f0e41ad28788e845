import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Memory and graph context that other systems supply for prompts. */
export const promptContexts: Migration = {
  name: '0005-prompt-contexts',
  up: (db, types) =>
    createTenantTable(db, types, {
      name: 'prompt_contexts',
      columns: {
        scope: 'text',
        scope_id: 'text',
        memory: 'text',
        graph_context: 'text',
        updated_by: 'text',
        updated_at: 'integer',
      },
      key: ['scope', 'scope_id'],
    }),
}
