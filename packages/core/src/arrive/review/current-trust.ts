import type { HeldArrival } from '../../domain/held-arrival.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { ArrivalJudge } from './arrival-judge.ts'

export type JudgingDeps = CatalogDeps & { readonly judge: ArrivalJudge }

export interface CurrentTrust extends TrustReport {
  readonly isSignatureRequired: boolean
}

/**
 * The report on a held arrival by the rules and policies of now, which may have changed since it came. Its licence
 * stays as it was read, because files above its folder are no longer there.
 */
export async function currentTrust(
  { store, judge }: JudgingDeps,
  held: Pick<HeldArrival, 'id' | 'ruleset' | 'trust'>,
): Promise<CurrentTrust> {
  const { licence, signature } = held.trust
  // Trusted signers may have changed, and certificates may have ended.
  const isKnown = held.ruleset === judge.ruleset && signature.status === 'unsigned'
  const files = isKnown ? null : await store.reviews.files(held.id)
  const [report, now] = await Promise.all([
    files ? judge.judge({ files }) : held.trust,
    judge.policiesOn(licence),
  ])
  const { decision, reason } = now.licence
  const { isSignatureRequired } = now
  return {
    ...report,
    licence,
    licenceDecision: decision,
    licenceReason: reason,
    isSignatureRequired,
  }
}

/** Whether somebody may approve it without reading it. */
export function isClean(trust: CurrentTrust): boolean {
  const { scan, licenceDecision, signature, isSignatureRequired } = trust
  if (isSignatureRequired && signature.status !== 'good') return false
  const isScanned = scan.verdict === 'clean' || scan.verdict === 'notice'
  return isScanned && licenceDecision === 'allowed' && signature.status !== 'broken'
}
