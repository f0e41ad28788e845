import type { PendingRevisionId, RevisionDigest, SourceId, Timestamp } from '../base/ids.ts'
import type { ApprovalAudience } from '../domain/approval-audience.ts'
import type { InboxEntry, InboxKind, RequestedPermission } from '../domain/inbox-entry.ts'
import type { PendingRevisionHead } from '../domain/pending-revision.ts'
import type { ProposalAudience } from '../domain/review-audience.ts'
import type { Page, PageRequest } from './pages.ts'

/** What a person may decide about. */
export interface InboxAudience {
  /** Null: none, for a key that may not use conversations. */
  readonly approvals: ApprovalAudience | null
  readonly proposals: ProposalAudience
  /** Imports and updates are the business of owners and admins. */
  readonly imports: boolean
}

/** Whether it waits for an owner or admin, and this person only proposed it. Pure; stores answer by the same rule. */
export function isDecidedByOthers(
  { proposal }: Pick<PendingRevisionHead, 'proposal'>,
  audience: Pick<InboxAudience, 'imports'>,
): boolean {
  return proposal?.scope === 'org' && !audience.imports
}

/**
 * Every part that is given has to hold. What only imports and updates have leaves the others out; approvals have no verdict
 * either.
 */
export interface InboxFilter {
  readonly kinds?: readonly InboxKind[] | undefined
  /** Whether the person may decide about it, or others do: see {@link isDecidedByOthers}. */
  readonly awaits?: 'you' | 'others' | undefined
  readonly sourceId?: SourceId | undefined
  readonly verdict?: PendingRevisionHead['verdict'] | undefined
  /** An SPDX expression, or `none` where none is known. */
  readonly licence?: string | undefined
  readonly licenceDecision?: PendingRevisionHead['licenceDecision'] | undefined
  readonly permission?: RequestedPermission | undefined
  /** Waits since then or longer. */
  readonly before?: Timestamp | undefined
  /** Came then or later. */
  readonly since?: Timestamp | undefined
  /** In title, slug, reason, description or path, whatever its case. */
  readonly text?: string | undefined
  readonly alike?: string | undefined
}

export interface InboxQuery {
  readonly audience: InboxAudience
  readonly filter: InboxFilter
}

/** How many wait, by what distinguishes them in a list. */
export interface InboxCount {
  readonly kind: InboxKind
  readonly sourceId: SourceId | null
  readonly alike: string
  readonly count: number
  /** Since when the oldest of them waits. */
  readonly oldest: Timestamp
}

/** What a decision on many is bound to. */
export interface InboxKey {
  readonly id: PendingRevisionId
  readonly digest: RevisionDigest
  readonly at: Timestamp
}

/** Everything that waits for a person, from the stores of approvals and reviews. Reads alone. */
export interface InboxStore {
  list(
    query: InboxQuery,
    page: PageRequest & { readonly order: InboxOrder },
  ): Promise<Page<InboxEntry>>
  /** One for each kind, source and reason. */
  counts(query: InboxQuery): Promise<readonly InboxCount[]>
  /** Imports and updates that match, the oldest first, at most {@link maxInboxKeys}. */
  keys(query: InboxQuery): Promise<readonly InboxKey[]>
}

export type InboxOrder = 'newest' | 'oldest'

export const maxInboxKeys = 20_000
