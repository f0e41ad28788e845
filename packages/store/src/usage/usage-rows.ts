import type { AgentId, RevisionDigest, SkillId } from '@repertoire/core/base'
import {
  type UsageCounts,
  type UsageFacts,
  type UsageRow,
  usageCounters,
} from '@repertoire/core/domain'
import type { Row } from '../database/schema.ts'
import type { UsageCountColumn, UsageCountColumns } from '../database/usage-tables.ts'

/** `inputTokens` as `input_tokens`. */
const columnOf = (counter: string) =>
  counter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as UsageCountColumn

export const usageColumns: readonly UsageCountColumn[] = usageCounters.map(columnOf)

export function toColumns(facts: UsageFacts): UsageCountColumns {
  const counts = usageCounters.map((counter) => [columnOf(counter), facts[counter]])
  return { ...Object.fromEntries(counts), best_rank: facts.bestRank }
}

/** PostgreSQL answers sums with text, and a sum of nothing is null. */
export function toFacts(
  row: Readonly<Record<UsageCountColumn | 'best_rank', number | string | null>>,
): UsageFacts {
  const counts = usageCounters.map((counter) => [counter, Number(row[columnOf(counter)] ?? 0)])
  const { best_rank: rank } = row
  return {
    ...(Object.fromEntries(counts) as UsageCounts),
    bestRank: rank === null ? null : Number(rank),
  }
}

export function toUsageRow(row: Row<'usage_contributions'>): UsageRow {
  return {
    day: row.day,
    skillId: (row.skill_id || null) as SkillId | null,
    digest: (row.digest || null) as RevisionDigest | null,
    agentId: (row.agent_id || null) as AgentId | null,
    model: row.model || null,
    ...toFacts(row),
  }
}

export function keyColumns({ day, skillId, digest, agentId, model }: UsageRow) {
  const ids = { skill_id: skillId ?? '', digest: digest ?? '', agent_id: agentId ?? '' }
  return { day, ...ids, model: model ?? '' }
}
