import type {
  OrganisationSettings,
  PendingRevisionHead,
  RequestedPermissions,
  RevisionProposal,
  Revocation,
  SkillSource,
  Suppression,
  TrustReport,
} from '@repertoire/core/domain'
import { updateAppliesAt } from '@repertoire/core/ingest'
import type {
  CatalogWaiting,
  PendingRevisionSummary,
  RequestedPermissionsBody,
  RevocationBody,
  ScanFindingBody,
  SuppressionBody,
  TrustReportBody,
} from '@repertoire/protocol'
import type { ScanFinding } from '@repertoire/skill-md'
import type { PersonNames } from './skill.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export interface PendingRevisionContext {
  /** Of sources that are still here. */
  readonly sources: ReadonlyMap<string | null, SkillSource>
  readonly people: PersonNames
  readonly settings: OrganisationSettings
}

export function toPendingRevisionSummary(
  held: PendingRevisionHead,
  { sources, people, settings }: PendingRevisionContext,
): PendingRevisionSummary {
  const source = sources.get(held.sourceId)
  return {
    ...{ id: held.id, state: held.state, kind: held.baseDigest === null ? 'new' : 'update' },
    proposal: held.proposal && toProposalBody(held.proposal, people),
    ...{
      source_id: held.sourceId,
      source_name: source?.name ?? null,
      path: held.entryId,
    },
    ...{ source_version: held.sourceVersion, source_url: held.origin.sourceUrl },
    ...{ slug: held.slug, name: held.name, description: held.description, digest: held.digest },
    ...{ skill_id: held.skillId, base_digest: held.baseDigest, edited_here: held.isDetached },
    ...{ verdict: held.verdict, ruleset: held.ruleset, findings: held.findings },
    ...{ licence: held.licence, licence_decision: held.licenceDecision, signature: held.signature },
    licence_change: held.licenceChange,
    applies_at: wireTimeOrNull(source ? updateAppliesAt(held, source, settings) : null),
    asks: toRequestedPermissionsBody(held.permissions),
    new_asks: toRequestedPermissionsBody(held.addedPermissions),
    created_at: wireTime(held.createdAt),
    decided_by: held.decidedBy,
    decided_by_name: held.decidedBy && (people.get(held.decidedBy) ?? null),
    decided_at: wireTimeOrNull(held.decidedAt),
    note: held.note,
  }
}

function toProposalBody(
  { person, conversationId, runId, offeredSkillId, traceId, scope, reason }: RevisionProposal,
  people: PersonNames,
): NonNullable<PendingRevisionSummary['proposal']> {
  return {
    ...{ by: conversationId === null ? 'member' : 'agent', person },
    ...{ person_name: people.get(person) ?? null, conversation_id: conversationId },
    ...{ run_id: runId, offered_skill_id: offeredSkillId, trace_id: traceId, scope, reason },
  }
}

/** What a member asked for. */
export function toWaitingBody({ id, slug, digest, state }: PendingRevisionHead): CatalogWaiting {
  return { arrival_id: id, slug, digest, state }
}

export function toRequestedPermissionsBody({
  tools,
  hooks,
  scripts,
  hosts,
  env,
}: RequestedPermissions): RequestedPermissionsBody {
  return {
    ...{ tools: [...tools], hooks: [...hooks], scripts: [...scripts] },
    ...{ hosts: [...hosts], env: [...env] },
  }
}

export function toTrustBody(
  { scan, licence, suppressed = [], lift = null, ...rest }: TrustReport,
  people: PersonNames,
): TrustReportBody {
  return {
    ...{ ruleset: scan.ruleset, verdict: scan.verdict, findings: scan.findings.map(toFindingBody) },
    lifted: lift && {
      ...{ by: lift.by, by_name: people.get(lift.by) ?? null },
      ...{ reason: lift.reason, at: wireTime(lift.at) },
    },
    unscanned: [...scan.unscanned],
    suppressed: suppressed.map(({ finding, by }) => ({
      finding: toFindingBody(finding),
      suppression: toSuppressionBody(by, people),
    })),
    licence: {
      ...{ status: licence.status, expression: licence.expression },
      ...{ decision: rest.licenceDecision, reason: rest.licenceReason },
      evidence: licence.evidence.map(({ textSha256, ...evidence }) => ({
        ...evidence,
        text_sha256: textSha256,
      })),
    },
    signature: rest.signature,
  }
}

/** A finding, with what the scanner says of it beside what it counts with. */
export function toFindingBody({ scannerSeverity, ...finding }: ScanFinding): ScanFindingBody {
  return { ...finding, scanner_severity: scannerSeverity ?? finding.severity }
}

export function toRevocationBody({ at, ...revocation }: Revocation): RevocationBody {
  return { ...revocation, at: wireTime(at) }
}

export function toSuppressionBody(one: Suppression, people: PersonNames): SuppressionBody {
  const { id, slug, rule, severity, match, path, excerpt, reason } = one
  return {
    ...{ id, skill_id: one.skillId, arrival_id: one.arrivalId, slug, rule, severity, match, path },
    ...{ excerpt, reason, by: one.by, by_name: people.get(one.by) ?? null, at: wireTime(one.at) },
  }
}
