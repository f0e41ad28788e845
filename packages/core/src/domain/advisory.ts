import type { FindingSeverity } from '@repertoire/skill-md'
import type { Problem } from '../base/errors.ts'
import type { RevisionDigest, Timestamp, UserId } from '../base/ids.ts'
import type { TrustedSigner } from './trusted-signer.ts'

/** Who subscribed to an advisory list: whoever runs the server, for every organisation on it, or the organisation. */
export type AdvisoryListOwner = 'operator' | 'organisation'

/** A warning of contents, publishers and sources. A critical one takes what it names out of use. */
export interface Advisory {
  /** Unique in its list. */
  readonly id: string
  readonly severity: FindingSeverity
  readonly reason: string
  /** Where it is explained. */
  readonly url: string | null
  readonly digests: readonly RevisionDigest[]
  /** Owners of repositories and hosts: `github.com/acme`, `skills.example.com`. */
  readonly publishers: readonly string[]
  /** Addresses of repositories, indexes and files, with everything below them. */
  readonly sources: readonly string[]
}

/** What a list says. */
export interface AdvisoryListContent {
  /** Rises with every change, so that an older list is never taken for a newer one. */
  readonly serial: number
  /** Null for a list that does not expire. */
  readonly expiresAt: Timestamp | null
  readonly advisories: readonly Advisory[]
}

/** A signed list at an address, as this organisation last took it. */
export interface AdvisoryList {
  readonly owner: AdvisoryListOwner
  readonly url: string
  /** The only one whose signature counts. */
  readonly signer: TrustedSigner
  /** Null until a list was taken. */
  readonly content: AdvisoryListContent | null
  /** Of the bytes that were taken, in hex; null until then. */
  readonly sha256: string | null
  readonly takenAt: Timestamp | null
  readonly checkedAt: Timestamp | null
  /** Why the last check took nothing; null when it went well. */
  readonly problem: Problem | null
}

/** An owner's decision that advisories do not count for a content. */
export interface AdvisoryException {
  readonly digest: RevisionDigest
  /** Those that named it then; a later one counts. */
  readonly advisoryIds: readonly string[]
  readonly reason: string
  readonly by: UserId
  readonly at: Timestamp
}
