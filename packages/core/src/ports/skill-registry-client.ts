import type { RegistryPlace } from '../domain/session-state.ts'
import type { RevisionFacts } from '../domain/skill.ts'
import type { RequestedPermissions, TrustReport } from '../domain/trust.ts'
import type { RegistryQuery, RegistrySkill } from './skill-registry.ts'

/** A skill of a registry, judged before anybody is asked about it. */
export interface FoundSkill {
  readonly place: RegistryPlace
  /** What it may be called in a conversation, the best first: a skill of the library keeps its name. */
  readonly slugs: readonly string[]
  readonly facts: RevisionFacts
  /** The Markdown after the frontmatter. Untrusted. */
  readonly body: string
  readonly trust: TrustReport & { readonly isSignatureRequired: boolean }
  readonly permissions: RequestedPermissions
}

/**
 * The registry of an organisation, as its agents ask it. Throws ProblemError `registry.*`, and those of a broken
 * package.
 */
export interface SkillRegistryClient {
  search(query: RegistryQuery): Promise<readonly RegistrySkill[]>
  /** `id`: as a search names it, or the address of its page. Nothing is kept. */
  fetch(id: string, signal: AbortSignal): Promise<FoundSkill>
}
