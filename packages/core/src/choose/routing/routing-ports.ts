import type { TenantId, UserId } from '../../base/ids.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { SearchableSkill } from '../../ports/skills.ts'
import type { RoutingView } from './rank-skills.ts'
import type { RoutingCache } from './routing-cache.ts'
import type { VocabularyRegistry } from './vocabulary-registry.ts'

/** The ports that routing needs besides the skills. */
export interface RoutingPorts {
  readonly router: SkillRouter
  readonly vocabularies: VocabularyRegistry
  /** Names of settings available to all skills, configured by the operator; never their values. */
  readonly env: ReadonlySet<string>
  /** `linux`, `darwin`, `win32`. */
  readonly platform: string
}

/** The routing indexes of a tenant. */
export interface SkillRouter {
  /**
   * Waits until the index of the tenant is as new as the store at the time of the call. Use the view synchronously: it
   * changes with the skills.
   */
  routing(tenantId: TenantId, viewer: UserId): Promise<RoutingView>
  readonly cache: RoutingCache
}

/** Search and routing of what is not stored yet. */
export interface CandidatePreview {
  /**
   * Search and routing as they would be with a revision of the organisation in place of the skill with its id. Only the
   * returned services know of it; nothing of it is in an index.
   */
  withCandidate(tenantId: TenantId, candidate: SearchableSkill): Promise<CandidateServices>
}

export interface CandidateServices {
  readonly search: SkillSearch
  readonly router: SkillRouter
}
