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
  /** Everybody's when left out. */
  readonly owner?: UserId | undefined
  readonly kind?: AuthoredKind | undefined
  /** Those in the bin, deleted at this time or later; left out, those that are not. */
  readonly deletedSince?: Timestamp | undefined
}

/** The key of the call that makes a change: a change found under its key has been made. */
interface Keyed {
  /** Null for changes that are not repeated. */
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
  /** What was deleted before this is gone for good from now on. */
  readonly purgeBefore: Timestamp
}

/** Tools and libraries that agents wrote (B5). Who may see whose is the caller's to decide. */
export interface AuthoredStore {
  /**
   * What the call of this key has made there; the version it made is `number`. Null when nothing yet.
   */
  findChange(
    changeKey: string,
  ): Promise<{ readonly id: AuthoredToolId; readonly number: number } | null>
  /**
   * Throws ProblemError `authored.name-taken` when the owner has one of the kind and name, `authored.too-many`
   * over `authoredLimits.perPerson`.
   */
  create(creation: AuthoredCreation): Promise<void>
  get(id: AuthoredToolId): Promise<AuthoredTool | null>
  /** Not in the bin. */
  findByName(owner: UserId, kind: AuthoredKind, name: string): Promise<AuthoredTool | null>
  /** By name, then id. */
  list(filter: AuthoredFilter, page: PageRequest): Promise<Page<AuthoredHead>>
  /**
   * Puts a version on top, whose number is one more than the head's. Throws ProblemError `authored.stale` when
   * another is there already, `authored.not-found` when it is not there or in the bin.
   */
  revise(id: AuthoredToolId, revision: AuthoredRevision): Promise<AuthoredTool>
  /** Same error `authored.not-found`. */
  setEnabled(id: AuthoredToolId, enabled: boolean, now: Timestamp): Promise<AuthoredTool>
  /** Into the bin. Same error `authored.not-found`; of one in the bin nothing changes. */
  remove(id: AuthoredToolId, removal: AuthoredRemoval): Promise<void>
  /**
   * Out of the bin. Throws ProblemError `authored.not-found`, `authored.name-taken` or `authored.too-many`; of one
   * that is not in the bin nothing changes.
   */
  restore(id: AuthoredToolId, now: Timestamp): Promise<AuthoredTool>
  /** Newest first. */
  versions(id: AuthoredToolId): Promise<readonly Omit<AuthoredVersion, 'code'>[]>
  version(id: AuthoredToolId, number: number): Promise<AuthoredVersion | null>
  /** A grant that is there already stays as it is. Throws ProblemError `authored.not-found`. */
  grant(grant: AuthoredGrant): Promise<void>
  /** Of the owner's tools, oldest first. */
  grants(owner: UserId): Promise<readonly AuthoredGrant[]>
}
