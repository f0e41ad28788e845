import type { Diagnostic, PackageFile } from '@repertoire/skill-md'
import type { RegistryConfig } from '../domain/skill-source.ts'

/** A skill in a registry, as its search shows it. */
export interface RegistrySkill {
  /** `source/slug`, or the slug alone where the registry needs no more: what {@link SkillRegistry.fetch} takes. */
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Empty where the registry says none. */
  readonly description: string
  /** `owner/repository` or a host. */
  readonly source: string
  readonly installs: number | null
  /** http or https; null where the registry says none. */
  readonly url: string | null
}

/** A registry's skill with its files. */
export interface RegistryPackage {
  readonly skill: RegistrySkill
  readonly files: readonly PackageFile[]
  /** Changes exactly when the content changes. */
  readonly hash: string
  /** What people should know of it: the registry finds it suspicious, a file was left out. */
  readonly diagnostics?: readonly Diagnostic[]
  /** What the registry says the licence is; absent or empty where it says nothing. */
  readonly licence?: string
}

export interface RegistryQuery {
  readonly query: string
  /** From 1 to 50. */
  readonly limit: number
  readonly signal: AbortSignal
}

/**
 * A registry of skills. Its answers are untrusted input. Connects only through the guarded connector.
 * Throws ProblemError `registry.*` (unreachable, rate-limited with `retryAfterMs`, not-found, invalid-answer, too-large,
 * address-refused, token-required, unsupported, hash-mismatch, malicious), and rethrows an abort.
 */
export interface SkillRegistry {
  search(query: RegistryQuery): Promise<readonly RegistrySkill[]>
  trending(query: Omit<RegistryQuery, 'query'>): Promise<readonly RegistrySkill[]>
  metadata(id: string, signal: AbortSignal): Promise<RegistrySkill>
  fetch(id: string, signal: AbortSignal): Promise<RegistryPackage>
}

/** Opens the registry that a source names. `token`: sent to its origin alone. */
export type OpenRegistry = (
  config: RegistryConfig,
  token: string | null,
) => Promise<SkillRegistry> | SkillRegistry
