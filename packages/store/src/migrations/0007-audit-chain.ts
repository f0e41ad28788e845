import { createHash } from 'node:crypto'
import type { JsonObject, Sha256, UserId } from '@repertoire/core/base'
import {
  type AuditEntry,
  type ChainedAuditEntry,
  type ChainPoint,
  chainEntries,
  chainStart,
} from '@repertoire/core/domain'
import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

const batchSize = 500

/**
 * Chains the entries of the audit log by hashes, those before this release in the order of their times. A chain over
 * older entries proves that nobody changes them from now on, not that nobody did before.
 */
export const auditChain: Migration = {
  name: '0007-audit-chain',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'audit_chains',
      columns: {
        start_seq: 'integer',
        start_hash: 'text',
        head_seq: 'integer',
        head_hash: 'text',
      },
      key: [],
    })
    await createTenantTable(db, types, {
      name: 'audit_forwarding',
      columns: { destination: 'text', seq: 'integer' },
      key: ['destination'],
    })
    const table = db.schema.alterTable('audit')
    await table.addColumn('credential_id', types.text).execute()
    await table.addColumn('address', types.text).execute()
    await table.addColumn('seq', types.integer, (column) => column.notNull().defaultTo(0)).execute()
    await table.addColumn('hash', types.text, (column) => column.notNull().defaultTo('')).execute()
    await db.schema
      .createIndex('audit_by_seq')
      .on('audit')
      .columns(['tenant_id', 'seq', 'id'])
      .execute()
    // The owner of a public key id is looked up for a refused sign-in.
    await db.schema.createIndex('api_keys_by_prefix').on('api_keys').column('prefix').execute()
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db)
    for (const { id } of rows) await chainTenant(db, id)
  },
}

async function chainTenant(db: Kysely<unknown>, tenantId: string): Promise<void> {
  let head: ChainPoint = chainStart
  let after = { at: -1, id: '' }
  for (;;) {
    const { rows } = await sql<OlderRow>`
      select id, at, actor, action, target, trace_id, details from audit
      where tenant_id = ${tenantId} and (at, id) > (${after.at}, ${after.id})
      order by at, id limit ${batchSize}`.execute(db)
    const chained = chainEntries(sha256, head, rows.map(toEntry))
    const last = chained.at(-1)
    if (!last) break
    await writePlaces(db, tenantId, chained)
    head = { seq: last.seq, hash: last.hash }
    after = { at: last.at, id: last.id }
  }
  await sql`insert into audit_chains (tenant_id, start_seq, start_hash, head_seq, head_hash)
    values (${tenantId}, ${chainStart.seq}, ${chainStart.hash}, ${head.seq}, ${head.hash})`.execute(
    db,
  )
}

async function writePlaces(
  db: Kysely<unknown>,
  tenantId: string,
  entries: readonly ChainedAuditEntry[],
): Promise<void> {
  const rows = entries.map(({ id, seq, hash }) => sql`(${id}, ${String(seq)}, ${hash})`)
  await sql`with places (id, seq, hash) as (values ${sql.join(rows)})
    update audit set seq = cast(places.seq as bigint), hash = places.hash
    from places where audit.tenant_id = ${tenantId} and audit.id = places.id`.execute(db)
}

interface OlderRow {
  readonly id: string
  readonly at: number
  readonly actor: string | null
  readonly action: string
  readonly target: string
  readonly trace_id: string | null
  readonly details: string
}

function toEntry(row: OlderRow): AuditEntry {
  return {
    id: row.id,
    at: Number(row.at),
    actor: row.actor as UserId | null,
    action: row.action,
    target: row.target,
    traceId: row.trace_id,
    details: JSON.parse(row.details) as JsonObject,
  }
}

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
