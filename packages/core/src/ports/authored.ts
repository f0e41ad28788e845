import type { AuthoredToolId, Timestamp, UserId } from '../base/ids.ts'
import type {
  AuthoredGrant,
  AuthoredHead,
  AuthoredKind,
  AuthoredTool,
  AuthoredVersion,
} from '../domain/authored-tool.ts'
import type { Page, PageRequest } from './pages.ts'

export interface AuthoredFilter {
  /** All owners when absent. */
  readonly owner?: UserId | undefined
  readonly kind?: AuthoredKind | undefined
  /** Tools in the bin that were deleted at this time or later; when absent, tools not in the bin. */
  readonly deletedSince?: Timestamp | undefined
}

/** Makes a change idempotent: a change stored under its key is not made again. */
interface Keyed {
  /** Null for changes that are never retried. */
  readonly changeKey: string | null
}

export interface AuthoredCreation extends Keyed {
  readonly tool: AuthoredTool
}

export interface AuthoredRevision extends Keyed {
  readonly version: AuthoredVersion
}

export interface AuthoredRemoval extends Keyed {
  readonly now: Timestamp
  /** Tools deleted before this time are deleted permanently. */
  readonly purgeBefore: Timestamp
}

/** Tools and libraries written by agents. The caller checks permissions. */
export interface AuthoredStore {
  /** The change stored under this key, with the number of its version; null when there is none. */
  findChange(
    changeKey: string,
  ): Promise<{ readonly id: AuthoredToolId; readonly number: number } | null>
  /**
   * Throws ProblemError `authored.name-taken` when the owner already has this kind and name,
   * `authored.too-many` over `authoredLimits.perPerson`.
   */
  create(creation: AuthoredCreation): Promise<void>
  get(id: AuthoredToolId): Promise<AuthoredTool | null>
  /** Ignores the bin. */
  findByName(owner: UserId, kind: AuthoredKind, name: string): Promise<AuthoredTool | null>
  /** By name, then id. */
  list(filter: AuthoredFilter, page: PageRequest): Promise<Page<AuthoredHead>>
  /**
   * Adds a version, whose number is one more than the head's. Throws ProblemError `authored.stale` when another
   * version has this number, `authored.not-found` when the tool does not exist or is in the bin.
   */
  revise(id: AuthoredToolId, revision: AuthoredRevision): Promise<AuthoredTool>
  /** Throws ProblemError `authored.not-found`. */
  setEnabled(id: AuthoredToolId, enabled: boolean, now: Timestamp): Promise<AuthoredTool>
  /** Moves it to the bin; idempotent. Throws ProblemError `authored.not-found`. */
  remove(id: AuthoredToolId, removal: AuthoredRemoval): Promise<void>
  /**
   * Restores it from the bin; idempotent. Throws ProblemError `authored.not-found`, `authored.name-taken`,
   * `authored.too-many`.
   */
  restore(id: AuthoredToolId, now: Timestamp): Promise<AuthoredTool>
  /** Newest first. */
  versions(id: AuthoredToolId): Promise<readonly Omit<AuthoredVersion, 'code'>[]>
  version(id: AuthoredToolId, number: number): Promise<AuthoredVersion | null>
  /** Keeps an existing grant unchanged. Throws ProblemError `authored.not-found`. */
  grant(grant: AuthoredGrant): Promise<void>
  /** The grants of the owner's tools, oldest first. */
  grants(owner: UserId): Promise<readonly AuthoredGrant[]>
}
