import type { PendingRevision } from '../../domain/pending-revision.ts'
import { subjectOfImport } from '../../domain/suppression.ts'
import { judgeFindings } from '../checks/judge-findings.ts'
import type { CurrentTrust, JudgingDeps, WaitingTrust } from '../checks/package-assessor.ts'
import { scanReasons } from '../checks/review-needs.ts'

/**
 * The report on a held arrival by the rules and policies of now, which may have changed since it came. Its licence
 * stays as it was read, because files above its folder are no longer there.
 */
export async function currentTrust(
  { store, judge }: JudgingDeps,
  held: Pick<
    PendingRevision,
    'id' | 'ruleset' | 'trust' | 'digest' | 'skillId' | 'sourceId' | 'entryId' | 'proposal'
  >,
): Promise<WaitingTrust> {
  const { licence, signature } = held.trust
  // Trusted signers may have changed, and certificates may have ended.
  const isKnown = held.ruleset === (await judge.ruleset()) && signature.status === 'unsigned'
  const files = isKnown ? null : await store.reviews.files(held.id, 'server')
  const [raw, now, known, suppressions] = await Promise.all([
    files ? judge.judge({ files }) : held.trust,
    judge.policiesOn(licence),
    store.reviews.acknowledgements(held.digest),
    store.reviews.suppressions(subjectOfImport(held)),
  ])
  const { isSignatureRequired, scanPolicy } = now
  const report = judgeFindings(raw, { suppressions, scanPolicy })
  const { decision, reason } = now.licence
  const seen = new Set(known.flatMap((one) => (one.isForAll ? one.findings : [])))
  const areTaken = scanReasons(report.scan).every((one) => seen.has(one))
  const lift = areTaken ? (known.findLast(({ isForAll }) => isForAll) ?? null) : null
  return {
    ...report,
    licence,
    licenceDecision: decision,
    licenceReason: reason,
    ...{ isSignatureRequired, lift },
  }
}

/** Whether somebody may approve it without reading it. */
export function isClean(trust: CurrentTrust): boolean {
  const { scan, licenceDecision, signature, isSignatureRequired } = trust
  if (isSignatureRequired && signature.status !== 'good') return false
  const isScanned = scan.verdict === 'clean' || scan.verdict === 'notice'
  return isScanned && licenceDecision === 'allowed' && signature.status !== 'broken'
}
