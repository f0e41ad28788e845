import type { ConversationId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'

const ann = 'usr_ann' as UserId
const conversationId = 'cnv_old' as ConversationId
const subject = {
  skillId: 'skl_old',
  digest: 'sha256:x',
  slug: 'old',
  name: 'Old',
  description: 'About.',
  contentLength: 4,
  sourceType: 'manual',
}

/** A database as the first release left it, with a run that waits for an approval. */
async function foundationThatWaits(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation] })
  for (const statement of [
    sql`insert into conversations
      (tenant_id, id, user_id, title, session, head_seq, created_at, updated_at)
      values (${tenantId}, ${conversationId}, ${ann}, 'A talk', '{"active":[]}', 0, 1, 1)`,
    sql`insert into runs
      (tenant_id, id, conversation_id, user_id, role, trace_id, status, started_at)
      values (${tenantId}, 'run_old', ${conversationId}, ${ann}, 'member', 't', 'waiting', 1)`,
  ]) {
    await statement.execute(db)
  }
  return sql`insert into approvals
    (tenant_id, id, type, conversation_id, run_id, tool_call_id, trace_id, subject, reason, status,
      requested_by, requested_at, expires_at, note)
    values (${tenantId}, 'apr_old', 'skill_enablement', ${conversationId}, 'run_old', 'c1', 't',
      ${JSON.stringify(subject)}, 'because', 'pending', ${ann}, 1, 9007199254740991, '')`.execute(
    db,
  )
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the first release (${kind.name})`, () => {
    test('A7: a pending approval can be answered, and its conversation has an empty folder', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => foundationThatWaits(db, postgres))
        const clock = createFixedClock()
        const store = await backend.open({ clock, ids: createSequentialIds() })
        const { approvals, workspace } = store.tenant(tenantId)
        const admin = { person: 'usr_bob' as UserId, administers: { connectors: ['x'] } }
        const [approval] = (await approvals.list({ audience: admin }, { limit: 5 })).items
        expect(approval).toMatchObject({ type: 'skill_enablement', subject, status: 'pending' })
        if (!approval) throw new Error('the question is gone')
        const answer = { decision: 'approved', by: ann, note: '', now: clock.now() } as const
        expect((await approvals.answer(approval.id, answer))?.status).toBe('approved')
        expect(await workspace.list(ann, conversationId)).toEqual([])
        const changes = [{ path: 'a', sha256: '0'.repeat(64), size: 0 }]
        await workspace.change(ann, conversationId, { changes, now: 2 })
        expect(await workspace.list(ann, conversationId)).toHaveLength(1)
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
