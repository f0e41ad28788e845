import type { RevisionDigest, SkillId, Timestamp } from '../base/ids.ts'
import type { ManifestEntry } from './skill.ts'

/** A skill as others see it in our registry; its files are read only where they are given out. */
export interface PublishedSkill {
  readonly id: SkillId
  /** Unique in the registry: lower-case letters, digits and single hyphens, at most 64. */
  readonly name: string
  readonly title: string
  /** Not empty. */
  readonly description: string
  readonly tags: readonly string[]
  /** As its frontmatter names it; null without a name. */
  readonly license: string | null
  /** Of the revision that is given out. */
  readonly digest: RevisionDigest
  /** Its number among the revisions of the skill. */
  readonly revision: number
  readonly publishedAt: Timestamp
  readonly manifest: readonly ManifestEntry[]
  /** How often a model got its text. */
  readonly installs: number
  readonly lastUsedAt: Timestamp | null
  readonly updatedAt: Timestamp
}
