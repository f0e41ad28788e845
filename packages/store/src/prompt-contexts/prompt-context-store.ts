import type { UserId } from '@repertoire/core/base'
import {
  type ContextScope,
  contextScopeId,
  type PromptContextStore,
  type StoredContext,
  tenantNotFound,
} from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

export function createPromptContextStore(db: TenantDatabase): PromptContextStore {
  return {
    get: async (scope) => {
      const [row] = await db.rows(contextOfScope, {
        kind: scope.kind,
        scopeId: contextScopeId(scope),
      })
      return row ? toContext(row) : null
    },
    put: (scope, { memory, graphContext, updatedBy, updatedAt }) =>
      db.write(async (trx) => {
        const values = {
          ...{ memory, graph_context: graphContext },
          ...{ updated_by: updatedBy, updated_at: updatedAt },
        }
        const written = trx
          .insertInto('prompt_contexts')
          .values({ scope: scope.kind, scope_id: contextScopeId(scope), ...values })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'scope', 'scope_id']).doUpdateSet(values),
          )
          .execute()
        await mapConstraintErrors(written, { onMissingParent: () => tenantNotFound(db.tenantId) })
      }),
    remove: (scope) => db.write((trx) => removeContext(trx, scope)),
  }
}

interface StoredScope {
  readonly [name: string]: string
  readonly kind: ContextScope['kind']
  readonly scopeId: string
}

/** Read in each step of a run, for each scope. */
const contextOfScope = preparedQuery(['kind', 'scopeId'], (db, { kind, scopeId }: StoredScope) =>
  db
    .selectFrom('prompt_contexts')
    .selectAll()
    .where('scope', '=', kind)
    .where('scope_id', '=', scopeId),
)

/** In the transaction that deletes the scope itself. */
export async function removeContext(trx: Transaction, scope: ContextScope): Promise<boolean> {
  const removed = await trx
    .deleteFrom('prompt_contexts')
    .where('scope', '=', scope.kind)
    .where('scope_id', '=', contextScopeId(scope))
    .returning('scope')
    .executeTakeFirst()
  return removed !== undefined
}

function toContext(row: Row<'prompt_contexts'>): StoredContext {
  return {
    memory: row.memory,
    graphContext: row.graph_context,
    updatedBy: row.updated_by as UserId,
    updatedAt: row.updated_at,
  }
}
