import type { Problem } from '../base/errors.ts'
import type { IntegrationEntryId, RevisionDigest, Timestamp, UserId } from '../base/ids.ts'
import type { PackageFile, SkillScope } from '../domain/skill.ts'

/** The content of an integration's `manifest.yaml`. */
export interface IntegrationManifest {
  /** The folder's name: lower-case letters and digits joined by single `-` or `_`. */
  readonly domain: string
  readonly name: string
  /** Any text; compared only for equality. */
  readonly version: string
  readonly description: string
  /** `http:` or `https:`. */
  readonly homepage: string | null
}

/** A folder in `<domain>/skills/`: its files, or why they cannot be read. */
export type BundledSkill =
  | {
      readonly name: string
      readonly files: readonly PackageFile[]
      /** The omitted files, with reasons. */
      readonly remarks: readonly Problem[]
      readonly problem?: undefined
    }
  | {
      readonly name: string
      readonly files?: undefined
      readonly remarks?: undefined
      readonly problem: Problem
    }

/** The current state of an integration's folder on disk. */
export type IntegrationFolder =
  | {
      readonly domain: string
      readonly manifest: IntegrationManifest
      /** Ordered by unique name. */
      readonly skills: readonly BundledSkill[]
      readonly problem?: undefined
    }
  | { readonly domain: string; readonly problem: Problem; readonly manifest?: undefined }

/** A folder with a valid manifest. */
export type LoadedIntegration = Extract<IntegrationFolder, { manifest: IntegrationManifest }>

/** The available integrations. Broken ones are reported and do not hide the others. */
export interface IntegrationCatalogue {
  /** Ordered by unique domain; of each skill's files only SKILL.md. */
  list(): Promise<readonly IntegrationFolder[]>
  /** An integration with all files of its skills; null when it is missing. */
  load(domain: string): Promise<IntegrationFolder | null>
}

/** The last set-up of one bundled skill. A head with another digest was edited by a person. */
export interface Projection {
  /** The name of the folder in `skills/`. */
  readonly name: string
  readonly slug: string
  readonly digests: readonly RevisionDigest[]
}

/** An integration set up for a person or for the organisation; one per domain and scope. */
export interface IntegrationEntry {
  readonly id: IntegrationEntryId
  readonly domain: string
  readonly scope: SkillScope
  /** The manifest's version at the last complete projection; empty before the first. */
  readonly version: string
  readonly setUpBy: UserId
  readonly setUpAt: Timestamp
  readonly projections: readonly Projection[]
}

export interface IntegrationStore {
  /** Those of the organisation and the viewer, by domain; the organisation's first. */
  list(viewer: UserId): Promise<readonly IntegrationEntry[]>
  get(domain: string, scope: SkillScope): Promise<IntegrationEntry | null>
  /** Inserts or replaces the entry of its domain and scope; keeps the existing id. */
  put(entry: IntegrationEntry): Promise<void>
  /** False when it does not exist. */
  remove(domain: string, scope: SkillScope): Promise<boolean>
  /** Entries of all people, in the order of `list`; for background work only. */
  all(): Promise<readonly IntegrationEntry[]>
}
