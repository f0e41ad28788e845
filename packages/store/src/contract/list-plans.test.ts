import type { SkillId, TenantId } from '@repertoire/core/base'
import type { AuditEntry } from '@repertoire/core/domain'
import { runOrders } from '@repertoire/core/ports'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApprovalStore } from '../approvals/approval-store.ts'
import { createAuditStore } from '../audit/audit-store.ts'
import { createConversationStore } from '../conversations/conversation-store.ts'
import { createInboxStore } from '../inbox/inbox-store.ts'
import { listSkills } from '../skills/skill-list.ts'
import { createTraceStore } from '../traces/trace-store.ts'
import { databaseKinds } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { copyRows } from './copied-rows.ts'
import { problemsOfPlan } from './list-plans.ts'
import { proposalToHold, toHold } from './pending-revision-fixture.ts'
import { openRecorded, type RecordedDatabase } from './recorded-database.ts'
import {
  ann,
  bob,
  forEveryStore,
  newApproval,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

/** Enough for PostgreSQL to prefer an index, as it does at a million rows. */
const copies = 6_000
const page = { limit: 50 }
/** Half of the rows are of each person; one in a hundred is of a rare kind. */
const everySecond = (column: string) =>
  `case when n % 2 = 0 then '${ann}' else original.${column} end`
const rare = (column: string, value: string) =>
  `case when n % 100 = 0 then '${value}' else original.${column} end`

/** Many rows of everything that is listed, all of them pending or finished. */
async function fill(fixture: StoreFixture, tenantId: TenantId, { db, kind }: RecordedDatabase) {
  const tenant = fixture.store.tenant(tenantId)
  const conversation = newConversation(fixture, bob)
  const run = newRun(fixture, conversation.id)
  const approval = newApproval(fixture, run)
  await tenant.conversations.create(conversation)
  const batch = { expectedSeq: 0, runId: run.id, traceId: run.traceId, events: [] }
  const rows = { startRun: run, approvals: [approval] }
  await tenant.conversations.append(conversation.id, { ...batch, ...rows }, 1)
  const content = checkedContent('proposed')
  const proposal = proposalToHold(fixture, { run, content }, { createdAt: 3 })
  const waiting = toHold(fixture, checkedContent('waiting'))
  await tenant.reviews.hold([waiting, proposal])
  await tenant.skills.save([checkedContent('listed')], 'create')
  const [skill] = (await tenant.skills.list(ann, {}, page)).items
  await tenant.audit.append([entry(fixture)])
  const [audited] = (await tenant.audit.list({}, page)).items
  const untyped = db as unknown as Kysely<unknown>
  const copy = (table: string, id: string, changed: Readonly<Record<string, string>>) =>
    copyRows(untyped, kind, { table, id, count: copies, changed })
  const later = (column: string) => ({ [column]: `original.${column} + n` })
  const numbered = (prefix: string) => ({ id: `'${prefix}_' || n` })
  await copy('conversations', conversation.id, {
    ...{ ...numbered('cnv'), user_id: everySecond('user_id'), ...later('created_at') },
  })
  await copy('runs', run.id, {
    ...{ ...numbered('run'), conversation_id: "'cnv_' || n", user_id: everySecond('user_id') },
    ...{
      ...{ ...later('started_at'), finished_at: 'original.started_at + 3 * n' },
      ...{ steps: 'n % 7', tokens: 'n % 1000', cost_nanos: 'n' },
      status: rare('status', 'failed').replace('original.status', "'completed'"),
    },
  })
  await copy('approvals', approval.id, {
    ...{ ...numbered('apr'), ...later('requested_at'), conversation_id: "'cnv_' || n" },
    requested_by: rare('requested_by', bob),
  })
  await copy('held_arrivals', proposal.held.id, {
    ...{ ...numbered('prp'), ...later('created_at'), proposed_for: rare('proposed_for', bob) },
  })
  await copy('held_arrivals', waiting.held.id, {
    ...{ ...numbered('hld'), ...later('created_at'), entry_id: "'skills/' || n" },
  })
  await copy('audit', audited?.id ?? '', {
    ...{ ...numbered('aud'), ...later('at'), seq: '0' },
    ...{ action: rare('action', 'member-joined'), actor: rare('actor', bob) },
  })
  await copySkills(untyped, kind, skill?.id as SkillId)
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db)
}

async function copySkills(
  db: Kysely<unknown>,
  kind: RecordedDatabase['kind'],
  id: SkillId,
): Promise<void> {
  const changed = { id: "'skl_' || n", slug: "'listed-' || n" }
  await copyRows(db, kind, { table: 'skills', id, count: copies, changed })
  const columns = await db.introspection.getTables()
  const names = columns.find(({ name }) => name === 'revisions')?.columns ?? []
  const all = names.map(({ name }) => sql.ref(name))
  const values = names.map(({ name }) =>
    name === 'skill_id' ? sql.ref('skills.id') : sql.ref(`original.${name}`),
  )
  await sql`insert into revisions (${sql.join(all)}) select ${sql.join(values)}
    from skills, (select * from revisions where skill_id = ${id}) as original
    where skills.id <> ${id}`.execute(db)
}

function entry(fixture: StoreFixture): AuditEntry {
  return {
    ...{ id: fixture.id('aud'), at: 1, actor: ann, action: 'settings-changed', target: 'settings' },
    ...{ traceId: null, details: {}, credentialId: null, address: null },
  } as unknown as AuditEntry
}

/** Every list of the interface that grows with use, as its first page and the one after it. */
function listsOf({ tenant }: RecordedDatabase) {
  const everybody = { person: ann, administers: { connectors: [] } }
  const inbox = createInboxStore(tenant)
  const traces = createTraceStore(tenant)
  const audit = createAuditStore(tenant)
  const approvals = createApprovalStore(tenant)
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const request = (cursor: string | null) => (cursor === null ? page : { ...page, cursor })
  const inboxOf = (person: typeof ann, all: boolean) => (cursor: string | null) =>
    inbox.list(
      {
        audience: {
          approvals: all ? everybody : { person },
          proposals: { person, organisation: all },
          imports: all,
        },
        filter: {},
      },
      { ...request(cursor), order: 'newest' },
    )
  type List = (cursor: string | null) => Promise<{ readonly nextCursor: string | null }>
  return {
    conversations: (cursor) => createConversationStore(tenant).list(ann, request(cursor)),
    traces: (cursor) => traces.startedWithin(ann, range, request(cursor)),
    ...Object.fromEntries(
      runOrders.map((order) => [
        `traces by ${order}`,
        (cursor: string | null) => traces.startedWithin(ann, range, { ...request(cursor), order }),
      ]),
    ),
    'traces of one status': (cursor) =>
      traces.startedWithin(ann, { ...range, status: 'failed' }, request(cursor)),
    'the inbox of an admin': inboxOf(ann, true),
    'the inbox of a person among many': inboxOf(bob, false),
    'approvals that wait': (cursor) =>
      approvals.list({ status: 'pending', audience: everybody }, request(cursor)),
    'approvals of a person among many': (cursor) =>
      approvals.list({ status: 'pending', audience: { person: bob } }, request(cursor)),
    'the audit log': (cursor) => audit.list({}, request(cursor)),
    'the audit log of one action': (cursor) =>
      audit.list({ action: 'member-joined' }, request(cursor)),
    'the audit log of one person': (cursor) => audit.list({ actor: bob }, request(cursor)),
    skills: (cursor) => listSkills(tenant.read, { viewer: ann, filter: {}, page: request(cursor) }),
    'skills, the newest change first': (cursor) =>
      listSkills(tenant.read, {
        ...{ viewer: ann, filter: {} },
        page: { ...request(cursor), order: { by: 'changed', isDescending: true } },
      }),
  } satisfies Readonly<Record<string, List>>
}

forEveryStore(
  'plans of lists',
  (fixture) => {
    test('a page reads about as many rows as it has, without a scan or a sort of a table', async () => {
      const { tenantId } = await fixture.tenant()
      const opened = openRecorded(fixture, tenantId)
      try {
        await fill(fixture, tenantId, opened)
        const found: Record<string, readonly string[]> = {}
        for (const [name, list] of Object.entries(listsOf(opened))) {
          opened.queries.length = 0
          const first = await list(null)
          expect(first.nextCursor, name).not.toBeNull()
          await list(first.nextCursor)
          const problems = []
          for (const query of [...opened.queries]) {
            if (!query.sql.startsWith('select')) continue
            const { db, kind } = opened
            const untyped = db as unknown as Kysely<unknown>
            problems.push(...(await problemsOfPlan(untyped, kind, query)))
          }
          if (problems.length > 0) found[name] = problems
        }
        expect(found).toEqual({})
      } finally {
        await opened.db.destroy()
      }
    })
  },
  databaseKinds,
)
