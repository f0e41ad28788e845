import type { UsageCounter } from '@repertoire/core/domain'
import type { TenantRow } from './tenant-row.ts'

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name

export type UsageCountColumn = SnakeCase<UsageCounter>

export type UsageCountColumns = Record<UsageCountColumn, number> & { best_rank: number | null }

/** Up to which event of its log the numbers of a conversation are from. */
export interface UsagePositionsTable extends TenantRow {
  conversation_id: string
  folded_to: number
}

interface UsageKeyColumns {
  /** UTC days since the Unix epoch. */
  day: number
  /** Empty for everything of the conversation. Here as in the next three, empty stands for none. */
  skill_id: string
  digest: string
  agent_id: string
  model: string
}

/** What one conversation adds to the numbers of a day. */
export type ConversationUsageTable = TenantRow &
  UsageKeyColumns &
  UsageCountColumns & {
    conversation_id: string
    user_id: string
  }

/** The sums of the contributions, of a day, or of a week by its first day. */
export type UsageDailyTable = TenantRow &
  UsageKeyColumns &
  UsageCountColumns & {
    /** How many contributions are in it; without one it is removed. */
    contributions: number
  }

/** The same whatever the agent or the model, so that an overview of all skills reads few rows. */
export type UsageDailySkillsTable = TenantRow &
  Pick<UsageKeyColumns, 'day' | 'skill_id' | 'digest'> &
  UsageCountColumns & { contributions: number }

/** Two skills whose texts a model had in the same turns, the smaller id first. */
export interface UsagePairsTable extends TenantRow {
  conversation_id: string
  user_id: string
  day: number
  skill_id: string
  other_id: string
  runs_completed: number
  runs_failed: number
}
