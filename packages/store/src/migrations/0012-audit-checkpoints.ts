import { type AuditCheckpoint, chainStart } from '@repertoire/core/domain'
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Removals by retention leave a checkpoint. Those of earlier releases get one that says that nothing proves them. */
export const auditCheckpoints: Migration = {
  name: '0012-audit-checkpoints',
  up: async (db, types) => {
    await db.schema.alterTable('audit_chains').addColumn('checkpoint', types.text).execute()
    const { rows } = await sql<OlderRemoval>`
      select tenant_id, start_seq, start_hash from audit_chains
      where start_seq > ${chainStart.seq}`.execute(db)
    for (const { tenant_id, start_seq, start_hash } of rows) {
      const removed = Number(start_seq)
      const checkpoint: AuditCheckpoint = {
        ...{ removed, hash: start_hash, at: null, days: null },
        ...{ unproved: removed, signature: null },
      }
      await sql`update audit_chains set checkpoint = ${JSON.stringify(checkpoint)}
        where tenant_id = ${tenant_id}`.execute(db)
    }
  },
}

interface OlderRemoval {
  readonly tenant_id: string
  readonly start_seq: number
  readonly start_hash: string
}
