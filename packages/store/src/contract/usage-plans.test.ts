import type { AgentId, RevisionDigest, SkillId } from '@repertoire/core/base'
import { noUsage, type UsageRow } from '@repertoire/core/domain'
import { type UsageQuery, usageDimensions } from '@repertoire/core/ports'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUsageStore } from '../usage/usage-store.ts'
import { databaseKinds } from './backends.ts'
import { openRecorded, type RecordedDatabase } from './recorded-database.ts'
import { ann, forEveryStore, newConversation } from './store-fixture.ts'

const agentId = 'agt_1' as AgentId
const skillId = 'skl_1' as SkillId
/** Some days, a whole week, and some days. */
const days = { fromDay: 100, toDay: 115 }
const filters: readonly Partial<UsageQuery>[] = [{}, { agentId }, { model: 'large' }, { skillId }]

/** Every query of the overview and of a skill’s insights. */
const queries: readonly UsageQuery[] = [null, ...usageDimensions].flatMap((by) =>
  [null, ann].flatMap((person) => filters.map((filter) => ({ ...days, by, person, ...filter }))),
)

/** Half a year of a few skills. */
const rows: readonly UsageRow[] = Array.from({ length: 180 }, (_, day) => day).flatMap((day) =>
  [null, ...[1, 2, 3, 4, 5].map((number) => `skl_${number}` as SkillId)].map((skill) => ({
    ...{ ...noUsage, modelCalls: 1, day, skillId: skill, agentId, model: 'large' },
    digest: skill === null ? null : (`sha256:${skill}` as RevisionDigest),
  })),
)

forEveryStore(
  'plans of stats',
  (fixture) => {
    test('whatever the filter, the numbers are read by an index of their days, not from all that ever was', async () => {
      const { tenantId, ...tenant } = await fixture.tenant()
      const conversation = newConversation(fixture)
      await tenant.conversations.create(conversation)
      await tenant.usage.put({ conversationId: conversation.id, foldedTo: 1, rows })
      const opened = openRecorded(fixture, tenantId)
      try {
        await sql.raw('analyze').execute(opened.db)
        const usage = createUsageStore(opened.tenant)
        for (const query of queries) {
          opened.queries.length = 0
          await usage.groups(query, 50)
          const [read] = opened.queries
          if (!read) throw new Error('Nothing was read.')
          const accesses = await tableAccesses(opened, read)
          const name = JSON.stringify(query)
          expect(accesses.length, name).toBeGreaterThan(0)
          for (const access of accesses) expect(access, name).toMatch(/tenant_id.*day/)
        }
        opened.queries.length = 0
        await usage.pairs({ ...days, person: null }, 50)
        await usage.pairs({ ...days, person: ann }, 50)
        for (const read of [...opened.queries]) {
          expect(await tableAccesses(opened, read)).toEqual([
            expect.stringMatching(/tenant_id.*day/),
          ])
        }
      } finally {
        await opened.db.destroy()
      }
    })
  },
  databaseKinds,
)

/** How each table is read: the conditions that its index answers. */
async function tableAccesses(
  { db, kind }: RecordedDatabase,
  query: CompiledQuery,
): Promise<readonly string[]> {
  const untyped = db as unknown as Kysely<unknown>
  if (kind === 'sqlite') {
    const explained = { ...query, sql: `explain query plan ${query.sql}` }
    const { rows: steps } = await untyped.executeQuery<{ readonly detail: string }>(explained)
    return steps.flatMap(({ detail }) => (/^(SCAN (?!used)|SEARCH)/.test(detail) ? [detail] : []))
  }
  return untyped.transaction().execute(async (trx) => {
    // Cheaper while a table is small. What is checked is which index there is for a large one.
    await sql.raw('set local enable_seqscan = off').execute(trx)
    const explained = { ...query, sql: `explain (format json) ${query.sql}` }
    const { rows: plans } = await trx.executeQuery<Explained>(explained)
    return plans.flatMap((plan) => plan['QUERY PLAN'].flatMap(({ Plan }) => indexConditions(Plan)))
  })
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

function indexConditions(node: PlanNode): readonly string[] {
  const { 'Node Type': type, 'Index Cond': condition } = node
  const reads = type.endsWith('Scan') && type !== 'Bitmap Heap Scan' && type !== 'Subquery Scan'
  const own = reads ? [condition ?? type] : []
  return [...own, ...(node.Plans ?? []).flatMap(indexConditions)]
}
