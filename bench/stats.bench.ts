import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  AgentId,
  ConversationId,
  RevisionDigest,
  SkillId,
  TenantId,
  UserId,
} from '@repertoire/core/base'
import {
  type Conversation,
  emptySession,
  noUsage,
  type Principal,
  permissions,
  type UsageRow,
} from '@repertoire/core/domain'
import { type TenantStore, usageDimensions } from '@repertoire/core/ports'
import { readStats } from '@repertoire/core/report'
import { openStore } from '@repertoire/store'
import { copyDays, openRaw, sumWeeks } from './stats-copies.ts'
import { printTable, quantile, type Table } from './table.ts'

const sizes = { days: 180, skills: 250, revisions: 2, agents: 4, models: 2 }
const activations = 5_000_000
const repetitions = 15
const today = 20_000
const tenantId = 'org_bench' as TenantId
const agentId = 'agt_0' as AgentId
const owner: Principal = { tenantId, userId: 'usr_owner' as UserId, role: 'owner', permissions }
const ownPermissions = permissions.filter((permission) => permission !== 'audit.read')
const member: Principal = {
  ...{ tenantId, userId: 'usr_member' as UserId, role: 'member' },
  permissions: ownPermissions,
}
/** Of the member, each day. */
const own = { skills: 20, activations: 240 }

/**
 * The overview of stats over 5 million activations of half a year: totals, those of the period before, and the groups.
 * DATABASE_URL measures PostgreSQL; without it, SQLite.
 */
export async function benchStats(): Promise<readonly Table[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-bench-stats-'))
  const databaseUrl = process.env.DATABASE_URL
  const store = await openStore({
    ...{ dataDir, databaseUrl },
    clock: { now: () => today * 86_400_000 },
    ids: {
      next: (prefix) => `${prefix}_${randomUUID()}`,
      traceId: () => randomUUID().replaceAll('-', ''),
    },
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
  })
  const raw = await openRaw(dataDir, databaseUrl)
  try {
    await store.directory.createTenant({ id: tenantId, name: 'Bench', createdAt: 0 })
    const tenant = store.tenant(tenantId)
    await fillToday(tenant)
    for (const table of ['usage_daily', 'usage_daily_skills']) {
      await copyDays(raw, table, sizes.days - 1)
    }
    await fillOwn(tenant)
    for (const rows of ['', '_skills']) await sumWeeks(raw, rows)
    await raw.run('analyze')
    const [counted] = await raw.rows('select count(*) as count from usage_daily')
    const note = `${activations.toLocaleString('en')} activations of ${sizes.skills} skills over ${sizes.days} days in ${Number(counted?.count).toLocaleString('en')} rows; ${databaseUrl ? 'PostgreSQL' : 'SQLite'}. The aim is 200 ms for the overview: 90 days by skill.`
    const columns = ['numbers of', 'days', 'by', 'median (ms)', 'p95 (ms)']
    const rows = [
      ...(await measure(tenant, { name: 'all', principal: owner })),
      ...(await measure(tenant, { name: 'one agent', principal: owner, agentId })),
      ...(await measure(tenant, { name: 'one person', principal: member })),
    ]
    return [{ title: 'Stats: the overview query', note, columns, rows }]
  } finally {
    await store.directory.deleteTenant(tenantId, 1).catch(() => undefined)
    await raw.close()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Measured {
  readonly name: string
  readonly principal: Principal
  readonly agentId?: AgentId
}

async function measure(
  tenant: TenantStore,
  { name, principal, agentId: ofAgent }: Measured,
): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const days of [7, 90]) {
    for (const by of usageDimensions) {
      const samples: number[] = []
      for (let run = 0; run <= repetitions; run += 1) {
        const begin = performance.now()
        const request = { fromDay: today - days + 1, toDay: today, by, agentId: ofAgent }
        await readStats(tenant, principal, request)
        // The first fills the caches.
        if (run > 0) samples.push(performance.now() - begin)
      }
      const shown = [0.5, 0.95].map((share) => quantile(samples, share).toFixed(1))
      rows.push([name, days, by, ...shown])
    }
  }
  return rows
}

/** One conversation of each agent stands for all of its day: the sums by day are the same. */
async function fillToday(tenant: TenantStore): Promise<void> {
  const perDay = sizes.skills * sizes.revisions * sizes.agents * sizes.models
  const each = Math.ceil(activations / (sizes.days * perDay))
  for (let agent = 0; agent < sizes.agents; agent += 1) {
    const rows = rowsOf({ day: today, agent, skills: sizes.skills, each })
    await put(tenant, owner, { id: `cnv_${agent}`, rows })
  }
}

/** A busy member, whose numbers are read from the contributions of their conversations. */
async function fillOwn(tenant: TenantStore): Promise<void> {
  const each = own.activations / (own.skills * sizes.revisions * sizes.models)
  for (let back = 0; back < sizes.days; back += 1) {
    const rows = rowsOf({ day: today - back, agent: 0, skills: own.skills, each })
    await put(tenant, member, { id: `cnv_own_${back}`, rows })
  }
}

async function put(
  tenant: TenantStore,
  { userId }: Principal,
  { id, rows }: { readonly id: string; readonly rows: readonly UsageRow[] },
): Promise<void> {
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  const conversation: Conversation = {
    ...{ id: id as ConversationId, userId, ...empty, createdAt: 1, updatedAt: 1 },
  }
  await tenant.conversations.create(conversation)
  await tenant.usage.put({ conversationId: conversation.id, foldedTo: 1, rows })
}

interface DayOfAgent {
  readonly day: number
  readonly agent: number
  readonly skills: number
  /** Activations of each revision with each model. */
  readonly each: number
}

function rowsOf({ day, agent, skills, each }: DayOfAgent): readonly UsageRow[] {
  const rows: UsageRow[] = []
  const counted = {
    ...{ ...noUsage, activatedByAgent: each, modelCalls: each * 3, inputTokens: each * 9_000 },
    ...{ outputTokens: each * 400, costNanos: each * 12_345_678, durationMs: each * 4_000 },
    ...{ callsTimed: each * 3, latencyTo1000: each * 2, latencyTo4000: each },
    ...{ toolCalls: each * 2, toolFailures: 1, runsCompleted: each },
  }
  for (let model = 0; model < sizes.models; model += 1) {
    const key = { day, agentId: `agt_${agent}` as AgentId, model: `model-${model}` }
    rows.push({ ...counted, ...key, skillId: null, digest: null })
    for (let skill = 0; skill < skills; skill += 1) {
      for (let revision = 0; revision < sizes.revisions; revision += 1) {
        const digest = `sha256:${skill}-${revision}`.padEnd(71, '0') as RevisionDigest
        rows.push({ ...counted, ...key, skillId: `skl_${skill}` as SkillId, digest })
      }
    }
  }
  return rows
}

if (import.meta.main) for (const one of await benchStats()) printTable(one)
