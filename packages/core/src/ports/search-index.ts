import type { SkillId, TenantId, UserId } from '../base/ids.ts'

export interface SearchQuery {
  readonly text: string
  /** Every one of them must be present. */
  readonly tags?: readonly string[]
  readonly limit: number
  /** Treat the last word as the beginning of a word (search-as-you-type). */
  readonly prefixLastWord?: boolean
  readonly includeDisabled?: boolean
}

/** Why a hit is where it is: from the same numbers that ranked it. */
export interface HitReason {
  /** The query's term after stemming, and the word of the query it came from. */
  readonly term: string
  readonly word: string
  readonly field: 'slug' | 'name' | 'description' | 'tags' | 'when_to_use' | 'body'
  readonly impact: number
}

export interface SearchHit {
  readonly skillId: SkillId
  readonly score: number
  readonly reasons: readonly HitReason[]
}

/** Ranked search over one tenant's skills, kept current from the change feed. */
export interface SkillSearch {
  /** Waits for the tenant's index to be as new as the store was when asked. */
  search(tenantId: TenantId, viewer: UserId, query: SearchQuery): Promise<readonly SearchHit[]>
}
