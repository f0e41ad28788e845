import type { AgentId, SkillId, UserId } from '@repertoire/core/base'
import type { Agent, AgentRouting } from '@repertoire/core/domain'
import { agentExists, agentNotFound, agentStale } from '@repertoire/core/keep'
import { type AgentChange, type AgentStore, pageOf, tenantNotFound } from '@repertoire/core/ports'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'
import { removeContext } from '../prompt-contexts/prompt-context-store.ts'

export function createAgentStore(db: TenantDatabase): AgentStore {
  return {
    create: (agent) =>
      db.write(async (trx) => {
        await mapConstraintErrors(trx.insertInto('agents').values(agentRow(agent)).execute(), {
          onDuplicate: () => agentExists(agent.id),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
      }),
    get: async (id) => {
      const row = await db.read
        .selectFrom('agents')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toAgent(row) : null
    },
    list: async (page) => {
      const key = decodePageCursor(page, ['string', 'string'])
      const rows = await db.read
        .selectFrom('agents')
        .selectAll()
        .$if(key !== null, (query) => query.where(afterCursor(['name', 'id'], key ?? [], '>')))
        .orderBy('name')
        .orderBy('id')
        .limit(page.limit + 1)
        .execute()
      return pageOf(rows.map(toAgent), page.limit, ({ name, id }) => [name, id])
    },
    update: (id, change, expectedVersion) =>
      db.write(async (trx) => {
        const before = await loadCurrent(trx, id, expectedVersion)
        const row = await trx
          .updateTable('agents')
          .set({ ...changedColumns(change), version: before.version + 1 })
          .where('id', '=', id)
          .where('version', '=', before.version)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw await staleAgent(trx, before)
        return toAgent(row)
      }),
    remove: (id, expectedVersion) =>
      db.write(async (trx) => {
        const before = await loadCurrent(trx, id, expectedVersion)
        const row = await trx
          .deleteFrom('agents')
          .where('id', '=', id)
          .where('version', '=', before.version)
          .returning('id')
          .executeTakeFirst()
        if (!row) throw await staleAgent(trx, before)
        await trx.deleteFrom('observations').where('agent_id', '=', id).execute()
        await removeContext(trx, { kind: 'agent', agentId: id })
      }),
  }
}

async function loadCurrent(
  trx: Transaction,
  id: AgentId,
  expectedVersion: number | undefined,
): Promise<Agent> {
  const row = await trx.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw agentNotFound(id)
  const agent = toAgent(row)
  if (expectedVersion !== undefined && expectedVersion !== agent.version) {
    throw agentStale(agent, expectedVersion)
  }
  return agent
}

/** Another writer changed the agent between the read and the write. */
async function staleAgent(trx: Transaction, before: Agent) {
  return agentStale(await loadCurrent(trx, before.id, undefined), before.version)
}

function toAgent(row: Row<'agents'>): Agent {
  return {
    id: row.id as AgentId,
    name: row.name,
    instruction: row.instruction,
    modelId: row.model_id,
    toolsets: fromJson<string[]>(row.toolsets),
    skillIds: fromJson<SkillId[]>(row.skill_ids),
    ...(row.routing !== null && { routing: fromJson<AgentRouting>(row.routing) }),
    createdBy: row.created_by as UserId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

function agentRow({ routing = null, ...agent }: Agent): NewRow<'agents'> {
  return columnsOf({ ...agent, routing })
}

function changedColumns(change: AgentChange): Partial<NewRow<'agents'>> {
  const { name, instruction, modelId, toolsets, skillIds, routing, updatedAt } = change
  return {
    updated_at: updatedAt,
    ...(name !== undefined && { name }),
    ...(instruction !== undefined && { instruction }),
    ...(modelId !== undefined && { model_id: modelId }),
    ...(toolsets && { toolsets: toJson(toolsets) }),
    ...(skillIds && { skill_ids: toJson(skillIds) }),
    ...(routing !== undefined && { routing: routing && toJson(routing) }),
  }
}
