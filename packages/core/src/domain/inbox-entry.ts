import type { ConversationId, RevisionDigest, SourceId, Timestamp, UserId } from '../base/ids.ts'
import type { ApprovalRequest } from './approval.ts'
import { namedLicences } from './licence-policy.ts'
import type { PendingRevisionHead } from './pending-revision.ts'
import type { RequestedPermissions, TrustReport } from './trust.ts'

export const inboxKinds = ['approval', 'tool', 'import', 'update', 'proposal', 'offer'] as const
/**
 * `approval`: a run waits for it. `tool`: the same for code that an agent wrote. `import`, `update`: from a source.
 * `proposal`: an agent wrote it. `offer`: a member offers a skill to the organisation.
 */
export type InboxKind = (typeof inboxKinds)[number]
/** What a revision that waits is. */
export type PendingKind = Exclude<InboxKind, 'approval' | 'tool'>
export const proposalKinds = ['proposal', 'offer'] as const satisfies readonly PendingKind[]

/** Whether an agent waits for the answer. Pure. */
export function isBlocking(kind: InboxKind): boolean {
  return kind === 'approval' || kind === 'tool'
}

/** What a revision that waits is called in a list. Pure. */
export function pendingKind({
  proposal,
  baseDigest,
}: Pick<PendingRevisionHead, 'proposal' | 'baseDigest'>): PendingKind {
  if (proposal) return proposal.conversationId === null ? 'offer' : 'proposal'
  return baseDigest === null ? 'import' : 'update'
}

export const requestedPermissions = ['tools', 'hooks', 'scripts', 'hosts', 'env'] as const
export type RequestedPermission = (typeof requestedPermissions)[number] & keyof RequestedPermissions

/** One thing that a person can decide about, as a list shows it. Every text in it is untrusted. */
export interface InboxEntry {
  /** Of the approval, or of the revision that waits. */
  readonly id: string
  readonly kind: InboxKind
  readonly title: string
  /** The skill it is about; empty where it is about none. */
  readonly slug: string
  /** Why it is asked for, or what the skill says it is for. */
  readonly about: string
  readonly at: Timestamp
  /** Null where it waits as long as it takes. */
  readonly expiresAt: Timestamp | null
  /** The person whose agent asks, or who offers; null for a source. */
  readonly askedBy: UserId | null
  readonly conversationId: ConversationId | null
  readonly sourceId: SourceId | null
  /** What a decision is bound to; null where its page says it. */
  readonly digest: RevisionDigest | null
  readonly baseDigest: RevisionDigest | null
  /** These two are null, and 0, for approvals. */
  readonly verdict: PendingRevisionHead['verdict'] | null
  readonly findings: number
  /** These are known of imports and updates. */
  readonly licence: string | null
  readonly licenceDecision: PendingRevisionHead['licenceDecision'] | null
  /** Kinds of what it asks for and its base does not. */
  readonly permissions: readonly RequestedPermission[]
  /** Characters of its text. */
  readonly cost: number
  /** Those with the same one wait for the same reason, see {@link similarityReason}. */
  readonly alike: string
}

/** What an approval request is called in a list. Pure. */
export function approvalTitle({ type, subject }: ApprovalRequest): string {
  switch (type) {
    case 'skill_enablement':
      return `Enable ${subject.name || subject.slug}`
    case 'clarification':
      return subject.question.slice(0, 300)
    case 'connector_access':
      return `Use ${subject.title || subject.connector}`
    case 'observation_change':
      return 'Change what an agent remembers'
    case 'skill_change':
      return `${changeWords[subject.action]} ${subject.name || subject.slug}`
    case 'authored_tool':
      return `Tool ${subject.name}`
    case 'tool_call':
      return `Run ${subject.tool}`
    case 'package_installation':
      return `Install packages for ${subject.slug}`
  }
}

const changeWords = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  enable: 'Turn on',
  disable: 'Turn off',
} as const

/** The skill that an approval request is about, and the characters that its text would cost. Pure. */
export function approvalSkill({ type, subject }: ApprovalRequest): {
  readonly slug: string
  readonly cost: number
} {
  switch (type) {
    case 'skill_enablement':
      return { slug: subject.slug, cost: subject.contentLength }
    case 'skill_change':
      return { slug: subject.slug, cost: subject.source?.length ?? 0 }
    case 'package_installation':
      return { slug: subject.slug, cost: 0 }
    case 'authored_tool':
      return { slug: '', cost: subject.code.length }
    default:
      return { slug: '', cost: 0 }
  }
}

type Judged = Pick<
  PendingRevisionHead,
  | 'baseDigest'
  | 'isDetached'
  | 'waitsForAge'
  | 'licenceDecision'
  | 'signature'
  | 'addedPermissions'
  | 'proposal'
> & { readonly trust: Pick<TrustReport, 'scan' | 'licence'> }

/**
 * The one reason for which an arrival waits, the worst first, as a key: `review run.pipe-to-shell`,
 * `licence ask GPL-3.0-only`, `clean update`. Of equal ones one decision can be made. `trust` is without what people
 * suppressed. Pure.
 */
export function similarityReason(held: Judged): string {
  const { trust, licenceDecision, signature } = held
  const { verdict, findings } = trust.scan
  if (verdict !== 'clean' && verdict !== 'notice') {
    const counting = findings.filter(({ severity }) => severity !== 'info')
    const rules = [...new Set(counting.map(({ rule }) => rule))].sort()
    return [verdict, ...rules.slice(0, maxRules)].join(' ')
  }
  // An agent's text has no licence and no signature, and a member's had them when it came.
  if (held.proposal) return pendingKind(held)
  if (signature === 'broken') return 'signature broken'
  if (licenceDecision !== 'allowed') {
    const { status } = trust.licence
    // One place named a licence, another what nobody knows: the first alone would be a lie.
    const names = status === 'unknown' ? [] : namedLicences(trust.licence)
    const named = names.join(' + ') || status
    return `licence ${licenceDecision} ${named}`.slice(0, maxReasonLength)
  }
  if (held.isDetached) return 'edited here'
  if (held.waitsForAge) return 'waits for its age'
  if (held.baseDigest === null) return 'clean import'
  const added = permissionsIn(held.addedPermissions)
  return added.length > 0 ? `asks ${added.join(' ')}` : 'clean update'
}

/** More would make a group of each. */
const maxRules = 5
const maxReasonLength = 200

export function permissionsIn(permissions: RequestedPermissions): readonly RequestedPermission[] {
  return requestedPermissions.filter((kind) => permissions[kind].length > 0)
}
