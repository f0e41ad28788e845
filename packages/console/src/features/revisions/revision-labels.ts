import type { PendingRevisionSummary, ScanFindingBody, TrustReportBody } from '@repertoire/protocol'
import type { BadgeLabel } from '../../shared/design/badge.tsx'

/** What the scan says, in one word. */
export const verdictLabels: Record<PendingRevisionSummary['verdict'], BadgeLabel> = {
  clean: { text: 'Scan: clean', tone: 'good' },
  notice: { text: 'Scan: notes', tone: 'neutral' },
  review: { text: 'Scan: look closely', tone: 'warn' },
  blocked: { text: 'Scan: blocked', tone: 'bad' },
  incomplete: { text: 'Scan: incomplete', tone: 'warn' },
}

export const stateLabels: Record<PendingRevisionSummary['state'], BadgeLabel> = {
  held: { text: 'Waiting', tone: 'accent' },
  approved: { text: 'Approved', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'bad' },
  quarantined: { text: 'Quarantined', tone: 'warn' },
  superseded: { text: 'Ended by its source', tone: 'neutral' },
  withdrawn: { text: 'Withdrawn', tone: 'warn' },
  stale: { text: 'Out of date', tone: 'warn' },
}

export const severityLabels: Record<ScanFindingBody['severity'], BadgeLabel> = {
  info: { text: 'Note', tone: 'neutral' },
  low: { text: 'Low', tone: 'neutral' },
  medium: { text: 'Medium', tone: 'warn' },
  high: { text: 'High', tone: 'bad' },
  critical: { text: 'Critical', tone: 'bad' },
}

const signatureLabels: Record<TrustReportBody['signature']['status'], BadgeLabel> = {
  unsigned: { text: 'Not signed', tone: 'neutral' },
  good: { text: 'Signed', tone: 'good' },
  untrusted: { text: 'Unknown signer', tone: 'warn' },
  broken: { text: 'Signature broken', tone: 'bad' },
}

export function signatureLabel(status: TrustReportBody['signature']['status']): BadgeLabel {
  return signatureLabels[status]
}

/** The licence, and for an update under another one which it was. */
export function licenceText({
  licence,
  licence_change: change,
}: Pick<PendingRevisionSummary, 'licence' | 'licence_change'>): string {
  const name = licence ?? 'No licence known'
  return change ? `${change.from ?? 'No licence known'} → ${name}` : name
}

/** The licence and whether the organisation takes it. */
export function licenceLabel(
  licence: string | null,
  decision: PendingRevisionSummary['licence_decision'],
): BadgeLabel {
  const name = licence ?? 'No licence known'
  if (decision === 'allowed') return { text: name, tone: 'good' }
  if (decision === 'ask') return { text: `${name}: your call`, tone: 'warn' }
  return { text: `${name}: refused`, tone: 'bad' }
}

/** What it would do to the library. */
export function revisionKind({
  kind,
  edited_here,
  skill_id,
  proposal,
}: Pick<PendingRevisionSummary, 'kind' | 'edited_here' | 'skill_id' | 'proposal'>): string {
  if (proposal?.by === 'member') return 'Offered to the organisation'
  if (proposal && skill_id !== null) {
    return proposal.scope === 'org' ? 'Change of an organisation’s skill' : 'Change of your skill'
  }
  if (kind === 'new') return 'New skill'
  return edited_here ? 'Update of a skill edited here' : 'Update'
}

/** The first digits of a commit; other versions as they are. */
export function shortVersion(version: string): string {
  return /^[0-9a-f]{40}$/.test(version) ? version.slice(0, 8) : version
}

/** Whether it may be approved without being opened, as the server sees it too. */
export function isCleanImport(arrival: PendingRevisionSummary): boolean {
  return (
    arrival.state === 'held' &&
    arrival.proposal === null &&
    (arrival.verdict === 'clean' || arrival.verdict === 'notice') &&
    arrival.licence_decision === 'allowed' &&
    arrival.signature !== 'broken' &&
    !arrival.edited_here
  )
}
