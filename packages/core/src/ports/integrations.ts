import type { Problem } from '../base/errors.ts'
import type { IntegrationEntryId, RevisionDigest, Timestamp, UserId } from '../base/ids.ts'
import type { PackageFile, SkillScope } from '../domain/skill.ts'

/** What an integration's `manifest.yaml` says (D8). */
export interface IntegrationManifest {
  /** The folder's name: lower-case letters and digits joined by single `-` or `_`. */
  readonly domain: string
  readonly name: string
  /** Any text; another text is another version. */
  readonly version: string
  readonly description: string
  /** `http:` or `https:`. */
  readonly homepage: string | null
}

/** One folder of `<domain>/skills/`: its files, or why they cannot be had. */
export type BundledSkill =
  | {
      readonly name: string
      readonly files: readonly PackageFile[]
      /** What was left out of them, and why. */
      readonly remarks: readonly Problem[]
      readonly problem?: undefined
    }
  | {
      readonly name: string
      readonly files?: undefined
      readonly remarks?: undefined
      readonly problem: Problem
    }

/** One folder of integrations as it is on the disk now. */
export type IntegrationFolder =
  | {
      readonly domain: string
      readonly manifest: IntegrationManifest
      /** By name, each name once. */
      readonly skills: readonly BundledSkill[]
      readonly problem?: undefined
    }
  | { readonly domain: string; readonly problem: Problem; readonly manifest?: undefined }

/** A folder whose manifest could be read. */
export type LoadedIntegration = Extract<IntegrationFolder, { manifest: IntegrationManifest }>

/** The integrations that are there, whoever uses them. What is broken is told, and never hides the rest. */
export interface IntegrationCatalogue {
  /** By domain, each domain once; of each skill's files only the SKILL.md. */
  list(): Promise<readonly IntegrationFolder[]>
  /** One of them, with every file of its skills; null when it is not there. */
  load(domain: string): Promise<IntegrationFolder | null>
}

/** What set-up last wrote for one bundled skill. A head that is none of `digests` is a person's work. */
export interface Projection {
  /** Of the folder in `skills/`. */
  readonly name: string
  readonly slug: string
  readonly digests: readonly RevisionDigest[]
}

/** An integration that is set up: for one person, or for the whole organisation. One a domain and scope. */
export interface IntegrationEntry {
  readonly id: IntegrationEntryId
  readonly domain: string
  readonly scope: SkillScope
  /** The manifest's, when its skills were last projected; empty until they were for the first time. */
  readonly version: string
  readonly setUpBy: UserId
  readonly setUpAt: Timestamp
  readonly projections: readonly Projection[]
}

export interface IntegrationStore {
  /** The organisation's and the viewer's own; by domain, then the organisation's first. */
  list(viewer: UserId): Promise<readonly IntegrationEntry[]>
  get(domain: string, scope: SkillScope): Promise<IntegrationEntry | null>
  /** Writes the one entry of its domain and scope; the id of the first stays. */
  put(entry: IntegrationEntry): Promise<void>
  /** False when there is none. */
  remove(domain: string, scope: SkillScope): Promise<boolean>
  /** Everybody's, in the order of `list`; for the server's own work, never for a person. */
  all(): Promise<readonly IntegrationEntry[]>
}
