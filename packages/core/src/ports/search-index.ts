import type { SkillId, TenantId, UserId } from '../base/ids.ts'
import type { QualityFactor } from '../domain/skill-quality.ts'
import type { BlobStore } from './blobs.ts'

export interface SearchQuery {
  readonly text: string
  /** All of them must be present. */
  readonly tags?: readonly string[]
  readonly limit: number
  /** Treats the last word as a prefix (search-as-you-type). */
  readonly prefixLastWord?: boolean
  readonly includeDisabled?: boolean
}

/** A term's contribution to the score of a hit. */
export interface HitReason {
  /**
   * The stemmed term of the skill, and the query word that it answers: the same word, or one that is spelt or means alike.
   * Both are empty if the whole text means alike, and of a quality. Of a synonym both are as the organisation wrote them.
   */
  readonly term: string
  readonly word: string
  readonly field:
    | 'slug'
    | 'name'
    | 'description'
    | 'tags'
    | 'when_to_use'
    | 'body'
    | 'meaning'
    | 'synonym'
    | 'quality'
  readonly impact: number
  /**
   * Only of a meaning, and only where an embedding model is configured: whether its vectors were compared, or the words'
   * instead, because it did not answer in time or has not seen enough of the skills yet.
   */
  readonly embedding?: 'used' | 'unavailable'
  /** Only of a quality: what speaks for the skill besides its words. */
  readonly quality?: readonly QualityFactor[]
}

export interface SearchHit {
  readonly skillId: SkillId
  readonly score: number
  /** The share of the query that the skill covers, from 0 to 1; comparable between queries. */
  readonly coverage: number
  readonly reasons: readonly HitReason[]
}

/** Ranked search over the skills of a tenant, updated from the change feed. */
export interface SkillSearch {
  /** Waits until the tenant's index contains all changes made before the call. */
  search(tenantId: TenantId, viewer: UserId, query: SearchQuery): Promise<readonly SearchHit[]>
}

/**
 * Where search indexes are kept between starts. The stores hold nothing else, so that segments that no manifest names may
 * be removed. Losing any of it costs time, never results.
 */
export interface IndexStorage {
  /** The bytes of segments, and the skills in them, in parts of a few megabytes. */
  readonly segments: BlobStore
  /** A manifest names the parts that make up the index of a tenant. The newest counts. */
  readonly manifests: BlobStore
  /** The vectors of an embedding model; no manifest names them. */
  readonly vectors: BlobStore
}
