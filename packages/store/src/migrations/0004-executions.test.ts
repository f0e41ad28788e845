import type { ExecutionId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'
import { scripts } from './0003-scripts.ts'

const ann = 'usr_ann' as UserId
const id = 'exe_old' as ExecutionId

/** A database as the third release left it when it died with a running script. */
async function thirdWithAnExecution(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation, portable, scripts] })
  return sql`insert into executions (tenant_id, id, trace_id, runtime, entry, status, started_by,
      started_at, alive_until, args, outputs, skipped, stdout, stderr)
    values (${tenantId}, ${id}, 't', 'shell', 'sleep 9', 'running', ${ann}, 1, 30000, '[]', '[]', '[]', '', '')`.execute(
    db,
  )
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the third release (${kind.name})`, () => {
    test('C5: a running execution can still be cancelled, and detected as dead', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => thirdWithAnExecution(db, postgres))
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        const { executions } = store.tenant(tenantId)
        const seen = await store.directory.runningExecutions()
        expect(seen).toEqual([{ tenantId, id, heartbeatCount: 30_000 }])
        expect(await executions.cancelRequested([id])).toEqual([])
        expect(await executions.requestCancel(ann, id, 5)).toBe(true)
        expect(await executions.heartbeat(id)).toEqual({ cancelRequested: true })
        expect(await executions.interrupt(id, { heartbeatCount: 30_000, now: 9 })).toBe(false)
        expect(await executions.interrupt(id, { heartbeatCount: 30_001, now: 9 })).toBe(true)
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
