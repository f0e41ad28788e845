import type { ConversationId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'

const ann = 'usr_ann' as UserId

const before = [
  ...['skills.read', 'skills.write', 'conversations.use'],
  ...['settings.write', 'members.write', 'audit.read'],
]
const keys = { key_full: before, key_narrow: before.slice(1) }

/** A database as the second release left it, with one conversation. */
async function portableWithAConversation(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation, portable] })
  await sql`insert into members (tenant_id, id, name, role, created_at)
    values (${tenantId}, ${ann}, 'Ann', 'owner', 1)`.execute(db)
  for (const [id, scopes] of Object.entries(keys)) {
    await sql`insert into api_keys (tenant_id, id, user_id, name, prefix, hash, scopes, created_at)
      values (${tenantId}, ${id}, ${ann}, 'k', 'p', ${id}, ${JSON.stringify(scopes)}, 1)`.execute(
      db,
    )
  }
  return sql`insert into conversations (tenant_id, id, user_id, title, session, head_seq, created_at, updated_at)
    values (${tenantId}, 'cnv_old', ${ann}, 'Old talk', '{"active":[]}', 0, 2, 3)`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the second release (${kind.name})`, () => {
    test('C2: its conversations have no agent, there are no agents yet, and full keys stay full', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => portableWithAConversation(db, postgres))
        const parts = { clock: createFixedClock(), ids: createSequentialIds() }
        const store = await backend.open(parts)
        const { agents, conversations, members } = store.tenant(tenantId)
        const old = await conversations.get(ann, 'cnv_old' as ConversationId)
        expect(old).toMatchObject({ title: 'Old talk', agentId: null })
        expect(await agents.list({ limit: 5 })).toEqual({ items: [], nextCursor: null })
        // Only a key with all permissions signs its owner in to the page.
        const scopes = (await members.keys()).map((key) => [key.id, new Set(key.scopes)])
        expect(Object.fromEntries(scopes)).toEqual({
          key_full: new Set([...before, 'agents.write']),
          key_narrow: new Set(before.slice(1)),
        })
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
