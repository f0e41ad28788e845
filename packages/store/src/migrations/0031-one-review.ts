import { createHash } from 'node:crypto'
import type { RevisionDigest } from '@repertoire/core/base'
import type {
  ManifestEntry,
  PendingRevision,
  ReviewState,
  TrustReport,
} from '@repertoire/core/domain'
import { digestOf } from '@repertoire/core/ingest'
import { type Kysely, sql } from 'kysely'
import { fromJson, toJson } from '../database/json.ts'
import type { Schema } from '../database/schema.ts'
import { permissionsText } from '../reviews/pending-revision-rows.ts'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/**
 * What agents and members propose waits beside what sources gave. A proposal's files become those of a package: the ones
 * that it names beside those of the skill it changes. A file that no skill here has is in no blob store, so a waiting
 * proposal with one is out of date.
 */
export const oneReview: Migration = {
  name: '0031-one-review',
  up: async (db, types) => {
    await addColumns(db, types)
    await moveProposals(db as Kysely<MigratedSchema>)
    await db.schema.dropTable('proposals').execute()
  },
}

async function addColumns(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const table = () => db.schema.alterTable('held_arrivals')
  for (const name of ['proposed_for', 'conversation_id', 'run_id', 'trace_id', 'reason']) {
    await table()
      .addColumn(name, types.text, (column) => column.notNull().defaultTo(''))
      .execute()
  }
  await table().addColumn('skill_scope', types.text).execute()
  await table()
    .addColumn('kind', types.text, (column) => column.notNull().defaultTo('import'))
    .execute()
  await sql`update held_arrivals set kind = 'update' where base_digest is not null`.execute(db)
  const index = (name: string) => db.schema.createIndex(name).on('held_arrivals')
  await index('held_arrivals_by_conversation')
    .columns(['tenant_id', 'conversation_id', 'state'])
    .execute()
  await index('held_arrivals_of_person')
    .columns(['tenant_id', 'proposed_for', 'state', 'created_at', 'id'])
    .execute()
}

interface ProposalRow {
  tenant_id: string
  id: string
  proposed_for: string
  conversation_id: string
  run_id: string
  trace_id: string
  slug: string
  name: string
  description: string
  skill_id: string | null
  skill_scope: string | null
  base_digest: string | null
  reason: string
  status: 'pending' | 'accepted' | 'rejected' | 'withdrawn' | 'stale'
  created_at: number
  decided_by: string | null
  decided_at: number | null
  note: string
  resources: string
  source: string
}

type MigratedSchema = Schema & { proposals: ProposalRow }

const states = {
  pending: 'held',
  accepted: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  stale: 'stale',
} as const satisfies Record<ProposalRow['status'], ReviewState>

const rowsAtOnce = 200
const nothing = { tools: [], hooks: [], scripts: [], hosts: [], env: [] }
const origin: PendingRevision['origin'] = {
  ...{ sourceType: 'manual', sourceUrl: null, sourceRef: null, sourceId: null },
  provenance: 'agent',
}
/** No rules have this version, so that whoever looks at it has it judged. */
const unjudged: TrustReport = {
  scan: { ruleset: '', verdict: 'review', findings: [], unscanned: [] },
  licence: { status: 'none', expression: null, evidence: [] },
  ...{ licenceDecision: 'ask', licenceReason: '' },
  signature: { status: 'unsigned', signer: null, detail: '' },
}

async function moveProposals(db: Kysely<MigratedSchema>): Promise<void> {
  let last = { tenant_id: '', id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('proposals')
      .selectAll()
      .where(sql<boolean>`(tenant_id, id) > (${last.tenant_id}, ${last.id})`)
      .orderBy('tenant_id')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      await db
        .insertInto('held_arrivals')
        .values(rowOf(row, await baseOf(db, row)))
        .execute()
    }
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}

/** The files of the revision that a proposal changes or moves. */
async function baseOf(
  db: Kysely<MigratedSchema>,
  { tenant_id, skill_id, base_digest }: ProposalRow,
): Promise<readonly ManifestEntry[]> {
  if (skill_id === null || base_digest === null) return []
  const row = await db
    .selectFrom('revisions')
    .select('manifest')
    .where('tenant_id', '=', tenant_id as never)
    .where('skill_id', '=', skill_id)
    .where('digest', '=', base_digest)
    .executeTakeFirst()
  return row ? fromJson<ManifestEntry[]>(row.manifest) : []
}

function rowOf(row: ProposalRow, base: readonly ManifestEntry[]) {
  const { resources, source, status, ...kept } = row
  const isOffer = row.conversation_id === ''
  const kind = isOffer ? 'offer' : 'proposal'
  const texts = fromJson<{ readonly path: string; readonly content: string }[]>(resources)
  const written = [{ path: 'SKILL.md', content: source }, ...texts].map((file) =>
    entryOf(file, base),
  )
  const paths = new Set(written.map(({ path }) => path))
  const others = isOffer ? [] : base.filter(({ path }) => !paths.has(path))
  const manifest = [...written, ...others].sort((a, b) => (a.path < b.path ? -1 : 1))
  const known = new Set(base.map((entry) => entry.sha256))
  // An offer's files are those of the personal skill, which the organisation's base may not have.
  const isComplete =
    isOffer || written.every((one) => one.path === 'SKILL.md' || known.has(one.sha256))
  const isLost = status === 'pending' && !isComplete
  const state = isLost ? 'stale' : states[status]
  const keepsFiles = isComplete && (state === 'held' || state === 'rejected')
  return {
    ...kept,
    ...{ state, source_id: null, entry_id: '', source_version: '' },
    ...{ digest: digestOf(manifest, sha256) as RevisionDigest, is_detached: 0 },
    ...{ verdict: 'review', ruleset: '', findings: 0, licence: null, licence_decision: 'ask' },
    ...{ signature: 'unsigned', alike: kind, kind, cost: source.length },
    facts: toJson({ origin, asks: nothing, newAsks: nothing }),
    permissions: permissionsText(nothing),
    ...(isLost && { note: 'Its files are of an earlier release. Ask for it again.' }),
    stored_bytes: keepsFiles ? manifest.reduce((sum, { size }) => sum + size, 0) : 0,
    ...{ manifest: toJson(manifest), trust: toJson(unjudged), diagnostics: '[]', commits: '[]' },
    skill_md: source,
  }
}

function entryOf(
  { path, content }: { readonly path: string; readonly content: string },
  base: readonly ManifestEntry[],
): ManifestEntry {
  const bytes = new TextEncoder().encode(content)
  const executable = base.find((entry) => entry.path === path)?.executable ?? false
  return { path, sha256: sha256(bytes), size: bytes.length, executable }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
