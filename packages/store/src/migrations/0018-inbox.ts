import {
  type ApprovalRequest,
  approvalSkill,
  approvalTitle,
  similarityReason,
} from '@repertoire/core/domain'
import { type Kysely, sql } from 'kysely'
import { fromJson } from '../database/json.ts'
import type { Schema } from '../database/schema.ts'
import { permissionsText } from '../reviews/pending-revision-rows.ts'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** What the inbox finds and groups its entries by. */
export const inbox: Migration = {
  name: '0018-inbox',
  up: async (db, types) => {
    await addColumns(db, types, { held_arrivals: ['alike', 'permissions'], proposals: [] })
    await addColumns(db, types, { approvals: ['title', 'slug'] })
    const index = (name: string) => db.schema.createIndex(name)
    await index('held_arrivals_waiting')
      .on('held_arrivals')
      .columns(['tenant_id', 'state', 'created_at', 'id', 'alike', 'permissions', 'source_id'])
      .execute()
    await index('approvals_waiting')
      .on('approvals')
      .columns(['tenant_id', 'status', 'requested_at', 'id'])
      .execute()
    await index('proposals_waiting')
      .on('proposals')
      .columns(['tenant_id', 'status', 'created_at', 'id'])
      .execute()
    const schema = db as unknown as Kysely<Schema>
    await fillHeld(schema)
    await fillApprovals(schema)
    await sql`update proposals set cost = length(source)`.execute(db)
  },
}

async function addColumns(
  db: Kysely<unknown>,
  types: ColumnTypes,
  tables: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [table, texts] of Object.entries(tables)) {
    for (const name of texts) {
      await db.schema
        .alterTable(table)
        .addColumn(name, types.text, (column) => column.notNull().defaultTo(''))
        .execute()
    }
    await db.schema
      .alterTable(table)
      .addColumn('cost', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
  }
}

const rowsAtOnce = 200

async function fillHeld(db: Kysely<Schema>): Promise<void> {
  await db.updateTable('held_arrivals').set({ cost: sql`length(skill_md)` }).execute()
  for (;;) {
    const rows = await db
      .selectFrom('held_arrivals')
      .select(['id', 'verdict', 'base_digest', 'is_detached', 'licence_decision', 'signature'])
      .select(['facts', 'trust', 'tenant_id'])
      .where('state', '=', 'held')
      .where('alike', '=', '')
      .limit(rowsAtOnce)
      .execute()
    if (rows.length === 0) return
    for (const { id, tenant_id, ...row } of rows) {
      await db
        .updateTable('held_arrivals')
        .set(reasonOf(row))
        .where('id', '=', id)
        .where('tenant_id', '=', tenant_id as string)
        .execute()
    }
  }
}

type HeldRow = Pick<
  Schema['held_arrivals'],
  'verdict' | 'base_digest' | 'is_detached' | 'licence_decision' | 'signature' | 'facts' | 'trust'
>
type Judged = Parameters<typeof similarityReason>[0]

interface HeldFacts {
  readonly newAsks: Judged['addedPermissions']
  readonly waitsForAge?: boolean
}

function reasonOf(row: HeldRow) {
  const facts = fromJson<HeldFacts>(row.facts)
  const { scan, licence } = fromJson<Judged['trust']>(row.trust)
  const alike = similarityReason({
    proposal: null,
    baseDigest: row.base_digest as Judged['baseDigest'],
    isDetached: row.is_detached === 1,
    waitsForAge: facts.waitsForAge ?? false,
    licenceDecision: row.licence_decision as Judged['licenceDecision'],
    signature: row.signature as Judged['signature'],
    addedPermissions: facts.newAsks,
    trust: { licence, scan: { ...scan, verdict: row.verdict as typeof scan.verdict } },
  })
  return { alike, permissions: permissionsText(facts.newAsks) }
}

async function fillApprovals(db: Kysely<Schema>): Promise<void> {
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'tenant_id', 'type', 'subject'])
    .where('status', '=', 'pending')
    .execute()
  for (const { id, tenant_id, type, subject } of rows) {
    const request = { type, subject: fromJson(subject) } as ApprovalRequest
    await db
      .updateTable('approvals')
      .set({ title: approvalTitle(request), ...approvalSkill(request) })
      .where('id', '=', id)
      .where('tenant_id', '=', tenant_id as string)
      .execute()
  }
}
