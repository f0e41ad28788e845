import type { PackageFile } from '@repertoire/skill-md'
import type { RevisionDigest, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'

/** Who can see a skill: the whole organisation, or only the person who created it. */
export type SkillScope =
  | { readonly kind: 'org' }
  | { readonly kind: 'user'; readonly userId: UserId }
export type SkillScopeKind = SkillScope['kind']

/** The source of the content. Dynamic registry skills never become rows. */
export type SourceType = 'manual' | 'github' | 'url' | 'marketplace'

/**
 * Who wrote it. `agent`: an agent alone; `agent-edited`: a person has changed it since. Document D calls
 * both `authored`, document B gives both the source `agent`.
 */
export type Provenance =
  | 'authored'
  | 'imported'
  | 'integration'
  | 'catalog'
  | 'agent'
  | 'agent-edited'

/** Whether an agent made the skill, also when a person has edited it since. */
export function isAgentMade({ provenance }: Pick<SkillOrigin, 'provenance'>): boolean {
  return provenance === 'agent' || provenance === 'agent-edited'
}

const writtenByPersons: ReadonlySet<Provenance> = new Set(['authored', 'imported', 'agent-edited'])

/** Whether only a person makes its revisions: agents and sources that write by themselves leave another provenance. */
export function isWrittenByPerson({ provenance }: Pick<SkillOrigin, 'provenance'>): boolean {
  return writtenByPersons.has(provenance)
}

/** Pointers to the source. */
export interface SkillOrigin {
  readonly sourceType: SourceType
  readonly sourceUrl: string | null
  readonly sourceRef: string | null
  /** The upstream identity: the id of a source row, or the path in a folder import. */
  readonly sourceId: string | null
  readonly provenance: Provenance
}

export interface ManifestEntry {
  /** Relative to the skill's folder, separated by `/`. */
  readonly path: string
  /** Lower-case hex SHA-256 of the bytes. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly executable: boolean
}

/** The parsed, immutable facts of a revision's content. */
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
  /** Unicode code points of the body without frontmatter, which the model gets. Counted by the budget. */
  readonly contentLength: number
  /** `sha256:<hex>` of the bytes of SKILL.md: detects whether a sync or import changes it. */
  readonly contentHash: string
  /** The complete frontmatter as JSON, including unknown keys. */
  readonly frontmatter: JsonObject
  /** The content of the package's SKILL.config.json; absent when it is missing or unreadable. */
  readonly sidecar?: JsonObject
}

export interface RevisionContent {
  /** The unchanged text of SKILL.md. */
  readonly source: string
  /** The Markdown after the frontmatter. */
  readonly body: string
}

/** A revision of a skill. `number` starts at 1 for each skill. */
export interface Revision extends RevisionFacts {
  readonly number: number
  readonly createdAt: Timestamp
  readonly createdBy: UserId
  /** The author's reason for this revision; may be empty. */
  readonly reason: string
}

/** A skill with its current revision. */
export interface Skill {
  readonly id: SkillId
  readonly scope: SkillScope
  readonly slug: string
  /** A disabled skill is never offered to agents. */
  readonly enabled: boolean
  readonly origin: SkillOrigin
  readonly head: Revision
  /** The time of archiving: the complete skill is kept and never offered. Null for an unarchived skill. */
  readonly archivedAt: Timestamp | null
  /** The number of times a model got its text; `lastUsedAt` is the latest. */
  readonly useCount: number
  readonly lastUsedAt: Timestamp | null
  /** Increases with every change of the skill; the ETag. */
  readonly version: number
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

export type { PackageFile }

/** The content of a new revision, before anybody judged it. No store takes it. */
export interface NewContent {
  readonly slug: string
  readonly scope: SkillScope
  readonly facts: RevisionFacts
  readonly content: RevisionContent
  /** All files of the manifest except SKILL.md, which is `content.source`. */
  readonly files: readonly PackageFile[]
  readonly origin: SkillOrigin
  readonly enabled: boolean
  readonly author: UserId
  readonly reason: string
  /** For a new skill: the key under which its creation is stored, so that a retry after a crash finds it. */
  readonly changeKey?: string
}

declare const admitted: unique symbol

/** The content of a new revision that passed scan, licence and policy: only `admit` makes one. */
export interface CheckedContent extends NewContent {
  readonly [admitted]: true
}

/** A deleted skill, visible only in the list of deleted skills. */
export interface DeletedSkill {
  /** The skill before its deletion. */
  readonly skill: Skill
  readonly deletedAt: Timestamp
  readonly deletedBy: UserId
}
