import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AgentId,
  type Conversation,
  type ConversationId,
  emptySession,
  noUsage,
  type Principal,
  permissions,
  type RevisionDigest,
  readStats,
  type SkillId,
  type TenantId,
  type TenantStore,
  type UsageRow,
  type UserId,
  usageDimensions,
} from '@repertoire/core'
import { openStore } from '@repertoire/store'
import { printTable, quantile, type Table } from './table.ts'

const sizes = { days: 180, skills: 250, revisions: 2, agents: 4, models: 2 }
const activations = 5_000_000
const repetitions = 15
const today = 20_000
const tenantId = 'org_bench' as TenantId
const userId = 'usr_bench' as UserId
const principal: Principal = { tenantId, userId, role: 'owner', permissions }

/**
 * The overview of stats over 5 million activations of half a year: totals, those of the period before, and the groups.
 * DATABASE_URL measures PostgreSQL; without it, SQLite.
 */
export async function benchStats(): Promise<readonly Table[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-bench-stats-'))
  const store = await openStore({
    ...{ dataDir, databaseUrl: process.env.DATABASE_URL },
    clock: { now: () => today * 86_400_000 },
    ids: {
      next: (prefix) => `${prefix}_${randomUUID()}`,
      traceId: () => randomUUID().replaceAll('-', ''),
    },
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
  })
  try {
    await store.directory.createTenant({ id: tenantId, name: 'Bench', createdAt: 0 })
    const tenant = store.tenant(tenantId)
    const rows = await fill(tenant)
    const note = `${activations.toLocaleString('en')} activations of ${sizes.skills} skills over ${sizes.days} days in ${rows.toLocaleString('en')} rows; ${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}. The aim is 200 ms for the overview: 90 days by skill.`
    const columns = ['days', 'by', 'median (ms)', 'p95 (ms)']
    return [{ title: 'Stats: the overview query', note, columns, rows: await measure(tenant) }]
  } finally {
    await store.directory.deleteTenant(tenantId, 1).catch(() => undefined)
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(tenant: TenantStore): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const days of [7, 90]) {
    for (const by of usageDimensions) {
      const samples: number[] = []
      for (let run = 0; run <= repetitions; run += 1) {
        const begin = performance.now()
        await readStats(tenant, principal, { fromDay: today - days + 1, toDay: today, by })
        // The first fills the caches.
        if (run > 0) samples.push(performance.now() - begin)
      }
      const shown = [0.5, 0.95].map((share) => quantile(samples, share).toFixed(1))
      rows.push([days, by, ...shown])
    }
  }
  return rows
}

/** One conversation a day stands for all of that day: the sums by day are the same. */
async function fill(tenant: TenantStore): Promise<number> {
  const perDay = sizes.skills * sizes.revisions * sizes.agents * sizes.models
  const each = Math.ceil(activations / (sizes.days * perDay))
  let count = 0
  for (let back = 0; back < sizes.days; back += 1) {
    const day = today - back
    for (let agent = 0; agent < sizes.agents; agent += 1) {
      const rows = rowsOf(day, agent, each)
      count += rows.length
      const conversation = newConversation(`cnv_${day}_${agent}`)
      await tenant.conversations.create(conversation)
      await tenant.usage.put({ conversationId: conversation.id, foldedTo: 1, rows })
    }
  }
  return count
}

function rowsOf(day: number, agent: number, each: number): readonly UsageRow[] {
  const rows: UsageRow[] = []
  const counted = {
    ...{ ...noUsage, activatedByAgent: each, modelCalls: each * 3, inputTokens: each * 9_000 },
    ...{ outputTokens: each * 400, costNanos: each * 12_345_678, durationMs: each * 4_000 },
    ...{ callsTimed: each * 3, toolCalls: each * 2, toolFailures: 1, runsCompleted: each },
  }
  for (let model = 0; model < sizes.models; model += 1) {
    const key = { day, agentId: `agt_${agent}` as AgentId, model: `model-${model}` }
    rows.push({ ...counted, ...key, skillId: null, digest: null })
    for (let skill = 0; skill < sizes.skills; skill += 1) {
      for (let revision = 0; revision < sizes.revisions; revision += 1) {
        const digest = `sha256:${skill}-${revision}`.padEnd(71, '0') as RevisionDigest
        rows.push({ ...counted, ...key, skillId: `skl_${skill}` as SkillId, digest })
      }
    }
  }
  return rows
}

function newConversation(id: string): Conversation {
  const times = { createdAt: 1, updatedAt: 1 }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  return { id: id as ConversationId, userId, ...empty, ...times }
}

if (import.meta.main) for (const one of await benchStats()) printTable(one)
