import type { TenantId, UserId } from '../../base/ids.ts'
import type { RoutingView } from './rank-skills.ts'

import type { VocabularyRegistry } from './vocabulary-registry.ts'

/** What choosing skills for a turn takes beside the skills (E2, E3, E7). */
export interface RoutingPorts {
  readonly router: SkillRouter
  readonly vocabularies: VocabularyRegistry
  /** Names of settings that are there for everybody, as the operator says; never their values. */
  readonly env: ReadonlySet<string>
  /** `linux`, `darwin`, `win32`. */
  readonly platform: string
}

/** The same skills, arranged for the router (E2). */
export interface SkillRouter {
  /**
   * Waits for the tenant's index to be as new as the store was when asked. To be used at once: it changes as
   * the skills do.
   */
  routing(tenantId: TenantId, viewer: UserId): Promise<RoutingView>
}
