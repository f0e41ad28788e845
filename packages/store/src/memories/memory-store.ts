import type { AgentId, ConversationId, UserId } from '@repertoire/core/base'
import { memoriesStale } from '@repertoire/core/keep'
import {
  type MemoryChange,
  type MemoryKey,
  type MemoryStore,
  type MemoryVersion,
  memberNotFound,
  pageOf,
} from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { decodePageCursor } from '../database/pages.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

export function createMemoryStore(db: TenantDatabase): MemoryStore {
  return {
    get: async ({ userId, agentId }) => {
      const [row] = await db.rows(newestOfAgent, { userId, agent: agentId ?? '' })
      return row ? toVersion(row) : null
    },
    version: async (key, number) => {
      const row = await rowsOf(db.read, key).where('number', '=', number).executeTakeFirst()
      return row ? toVersion(row) : null
    },
    history: async (key, page) => {
      const below = decodePageCursor(page, ['number'])?.[0]
      const rows = await rowsOf(db.read, key)
        .$if(below !== undefined, (query) => query.where('number', '<', Number(below)))
        .orderBy('number', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(rows.map(toVersion), page.limit, ({ number }) => [number])
    },
    all: async (userId) => {
      const agents = await db.read
        .selectFrom('observations')
        .select('agent_id')
        .distinct()
        .where('user_id', '=', userId)
        .orderBy('agent_id')
        .execute()
      const found = await Promise.all(
        agents.map(async ({ agent_id }) => {
          const agentId = agent_id === '' ? null : (agent_id as AgentId)
          const version = await newest(db.read, { userId, agentId })
          return version ? [{ agentId, ...version }] : []
        }),
      )
      return found.flat()
    },
    put: (key, change) => db.write((trx) => recordMemory(trx, key, change)),
  }
}

/** Writes the next version. The caller's transaction makes it atomic with its other writes. */
export async function recordMemory(
  trx: Transaction,
  key: MemoryKey,
  { expectedVersion, ...change }: MemoryChange,
): Promise<MemoryVersion> {
  const current = (await newest(trx, key))?.number ?? 0
  if (current !== expectedVersion) throw memoriesStale(expectedVersion, current)
  const number = expectedVersion + 1
  const inserted = trx
    .insertInto('observations')
    .values({
      user_id: key.userId,
      agent_id: key.agentId ?? '',
      number,
      author: change.author,
      reason: change.reason,
      created_at: change.createdAt,
      conversation_id: change.conversationId,
      text: change.text,
    })
    .execute()
  await mapConstraintErrors(inserted, {
    onDuplicate: () => memoriesStale(expectedVersion, number),
    onMissingParent: () => memberNotFound(key.userId),
  })
  return { ...change, number }
}

async function newest(db: QueryExecutor, key: MemoryKey): Promise<MemoryVersion | null> {
  const row = await rowsOf(db, key).orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row ? toVersion(row) : null
}

/** Read in each step of a run. */
const newestOfAgent = preparedQuery(
  ['userId', 'agent'],
  (db, { userId, agent }: { readonly userId: UserId; readonly agent: string }) =>
    db
      .selectFrom('observations')
      .selectAll()
      .where('user_id', '=', userId)
      .where('agent_id', '=', agent)
      .orderBy('number', 'desc')
      .limit(1),
)

function rowsOf(db: QueryExecutor, { userId, agentId }: MemoryKey) {
  return db
    .selectFrom('observations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('agent_id', '=', agentId ?? '')
}

function toVersion(row: Row<'observations'>): MemoryVersion {
  return {
    number: row.number,
    text: row.text,
    author: row.author,
    reason: row.reason,
    createdAt: row.created_at,
    conversationId: row.conversation_id as ConversationId | null,
  }
}
