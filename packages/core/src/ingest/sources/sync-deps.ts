import type { SkillSource } from '../../domain/source.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { SourceReader } from '../../ports/source-reader.ts'
import type { PackageAssessor } from '../checks/package-assessor.ts'

/** What a sync needs besides the library. */
export interface SyncDeps extends CatalogDeps {
  readonly reader: SourceReader
  readonly judge: PackageAssessor
  /** The source's token, decrypted; null without one. */
  readonly tokenOf: (source: SkillSource) => Promise<string | null>
  /** From 0 up to 1. */
  readonly random: () => number
  readonly yieldToEventLoop: () => Promise<void>
  /** Calls back again and again; returns how to stop that. */
  readonly every: (intervalMs: number, callback: () => void) => () => void
}
