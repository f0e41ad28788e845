import type {
  PendingRevisionId,
  RevisionDigest,
  SkillId,
  SourceId,
  UserId,
} from '@repertoire/core/base'
import {
  type PendingRevision,
  type PendingRevisionHead,
  pendingKind,
  permissionsIn,
  type ReviewState,
  type RevisionProposal,
} from '@repertoire/core/domain'
import { storedBytes } from '@repertoire/core/ingest'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

type HeadRow = Omit<
  Row<'held_arrivals'>,
  | 'tenant_id'
  | 'manifest'
  | 'trust'
  | 'diagnostics'
  | 'commits'
  | 'skill_md'
  | 'stored_bytes'
  | 'permissions'
  | 'cost'
  | 'kind'
>

type Facts = Pick<PendingRevisionHead, 'origin' | 'licenceChange' | 'waitsForAge'> & {
  readonly asks: PendingRevisionHead['permissions']
  readonly newAsks: PendingRevisionHead['addedPermissions']
}

/** Each between spaces, so that one is found by its name. */
export function permissionsText(permissions: PendingRevisionHead['permissions']): string {
  return ` ${permissionsIn(permissions).join(' ')} `
}

/** Nobody decided on these, so they go with their source. */
export const pendingStates: readonly ReviewState[] = ['held', 'quarantined']

/** Every column except the long texts. */
export const headColumns = [
  'id',
  'state',
  'source_id',
  'entry_id',
  'source_version',
  'slug',
  'name',
  'description',
  'digest',
  'skill_id',
  'base_digest',
  'is_detached',
  'verdict',
  'ruleset',
  'findings',
  'licence',
  'licence_decision',
  'signature',
  'facts',
  'alike',
  'created_at',
  'decided_by',
  'decided_at',
  'note',
  'proposed_for',
  'conversation_id',
  'run_id',
  'trace_id',
  'skill_scope',
  'reason',
  'offered_skill_id',
] as const satisfies readonly (keyof HeadRow)[]

export function toHead(row: HeadRow): PendingRevisionHead {
  return {
    id: row.id as PendingRevisionId,
    state: row.state as ReviewState,
    proposal: proposalOf(row),
    sourceId: row.source_id as SourceId | null,
    entryId: row.entry_id,
    sourceVersion: row.source_version,
    slug: row.slug,
    name: row.name,
    description: row.description,
    digest: row.digest as RevisionDigest,
    skillId: row.skill_id as SkillId | null,
    baseDigest: row.base_digest as RevisionDigest | null,
    isDetached: row.is_detached === 1,
    verdict: row.verdict as PendingRevisionHead['verdict'],
    ruleset: row.ruleset,
    findings: row.findings,
    licence: row.licence,
    licenceDecision: row.licence_decision as PendingRevisionHead['licenceDecision'],
    signature: row.signature as PendingRevisionHead['signature'],
    ...factsOf(row),
    alike: row.alike,
    createdAt: row.created_at,
    decidedBy: row.decided_by as UserId | null,
    decidedAt: row.decided_at,
    note: row.note,
  }
}

function proposalOf(row: HeadRow): RevisionProposal | null {
  if (row.proposed_for === '') return null
  return {
    person: row.proposed_for as RevisionProposal['person'],
    conversationId: (row.conversation_id || null) as RevisionProposal['conversationId'],
    runId: (row.run_id || null) as RevisionProposal['runId'],
    offeredSkillId: row.offered_skill_id as SkillId | null,
    traceId: row.trace_id,
    scope: row.skill_scope as RevisionProposal['scope'],
    reason: row.reason,
  }
}

/** Arrivals of earlier versions have no change of the licence, and wait for a person. */
function factsOf({ facts }: Pick<HeadRow, 'facts'>) {
  const earlier = { licenceChange: null, waitsForAge: false }
  const known = fromJson<Omit<Facts, keyof typeof earlier> & Partial<Facts>>(facts)
  const { asks: permissions, newAsks: addedPermissions, ...others } = known
  return { ...earlier, ...others, permissions, addedPermissions }
}

export function toPendingRevision(row: Row<'held_arrivals'>): PendingRevision {
  return {
    ...toHead(row),
    skillMd: row.skill_md,
    manifest: fromJson<PendingRevision['manifest']>(row.manifest),
    trust: fromJson<PendingRevision['trust']>(row.trust),
    diagnostics: fromJson<PendingRevision['diagnostics']>(row.diagnostics),
    commits: fromJson<PendingRevision['commits']>(row.commits),
  }
}

export function pendingRevisionRow(held: PendingRevision): NewRow<'held_arrivals'> {
  const { origin, permissions, addedPermissions, licenceChange, waitsForAge, ...rest } = held
  const { proposal, ...kept } = rest
  const asked = { asks: permissions, newAsks: addedPermissions }
  const facts = { origin, ...asked, licenceChange, waitsForAge } satisfies Facts
  return {
    ...columnsOf({ ...kept, facts, storedBytes: storedBytes(held) }),
    permissions: permissionsText(addedPermissions),
    cost: held.skillMd.length,
    kind: pendingKind(held),
    proposed_for: proposal?.person ?? '',
    conversation_id: proposal?.conversationId ?? '',
    run_id: proposal?.runId ?? '',
    trace_id: proposal?.traceId ?? '',
    skill_scope: proposal?.scope ?? null,
    reason: proposal?.reason ?? '',
    offered_skill_id: proposal?.offeredSkillId ?? null,
  }
}
