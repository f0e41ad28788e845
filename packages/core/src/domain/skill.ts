import type { PackageFile } from '@repertoire/skill-md'
import type { RevisionDigest, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'

/** Who may see a skill (A8): everybody in the organisation, or only the person who made it. */
export type SkillScope =
  | { readonly kind: 'org' }
  | { readonly kind: 'user'; readonly userId: UserId }
export type SkillScopeKind = SkillScope['kind']

/** How the content got here (A9). Dynamic registry skills never become rows. */
export type SourceType = 'manual' | 'github' | 'url' | 'marketplace'

/** Who wrote it (D9). */
export type Provenance = 'authored' | 'imported' | 'integration' | 'catalog' | 'agent'

/** Provenance pointers (A12). */
export interface SkillOrigin {
  readonly sourceType: SourceType
  readonly sourceUrl: string | null
  readonly sourceRef: string | null
  /** The upstream identity: a source row's id, or the path a folder import found it under. */
  readonly sourceId: string | null
  readonly provenance: Provenance
}

export interface ManifestEntry {
  /** Relative to the skill's folder, `/`-separated. */
  readonly path: string
  /** Lower-case hex SHA-256 of the bytes. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly executable: boolean
}

/** The parsed, immutable facts of one content of a skill. */
export interface RevisionFacts {
  readonly digest: RevisionDigest
  readonly manifest: readonly ManifestEntry[]
  readonly name: string
  readonly description: string
  readonly whenToUse: string
  readonly version: string
  readonly author: string
  readonly license: string
  readonly tags: readonly string[]
  /** Unicode code points of the text the model gets (the body, without frontmatter). Drives the budget (A4). */
  readonly contentLength: number
  /** `sha256:<hex>` of SKILL.md's bytes: tells whether a sync or import changes anything (A12). */
  readonly contentHash: string
  /** Everything the frontmatter said, as plain JSON; unknown keys included. */
  readonly frontmatter: JsonObject
  /** What the package's SKILL.config.json says beside it (E1); absent where there is none that can be read. */
  readonly sidecar?: JsonObject
}

export interface RevisionContent {
  /** SKILL.md exactly as it arrived. */
  readonly source: string
  /** The Markdown after the frontmatter. */
  readonly body: string
}

/** One link of a skill's chain. `number` counts from 1 within the skill. */
export interface Revision extends RevisionFacts {
  readonly number: number
  readonly createdAt: Timestamp
  readonly createdBy: UserId
  /** Why this revision exists, in the author's words; empty when none was given. */
  readonly reason: string
}

/** A skill: the identity with its current revision. */
export interface Skill {
  readonly id: SkillId
  readonly scope: SkillScope
  readonly slug: string
  /** The library switch: may it be offered at all. */
  readonly enabled: boolean
  readonly origin: SkillOrigin
  readonly head: Revision
  /** When it was put into the archive: kept whole, offered to nobody. Null for a skill in the library (D9). */
  readonly archivedAt: Timestamp | null
  /** How often a model was given its text, and when last (D9). */
  readonly useCount: number
  readonly lastUsedAt: Timestamp | null
  /** Grows with every change of the identity or its head; the ETag. */
  readonly version: number
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

export type { PackageFile }

/** What every way in ends with, ready to become a revision. */
export interface SkillArrival {
  readonly slug: string
  readonly scope: SkillScope
  readonly facts: RevisionFacts
  readonly content: RevisionContent
  /** Every file of the manifest except SKILL.md, whose bytes are `content.source`. */
  readonly files: readonly PackageFile[]
  readonly origin: SkillOrigin
  readonly enabled: boolean
  readonly author: UserId
  readonly reason: string
  /** Of a new skill: the key its creation is remembered by, so that it is found done after a crash (B3). */
  readonly changeKey?: string
}

/** A skill somebody deleted: nothing but a list of deleted skills and its restoring reads it. */
export interface DeletedSkill {
  /** As it was; its version is the one it is restored from. */
  readonly skill: Skill
  readonly deletedAt: Timestamp
  readonly deletedBy: UserId
}
