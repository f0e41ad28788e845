import type { HeldArrival } from '../../domain/held-arrival.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { ArrivalJudge } from './arrival-judge.ts'

export type JudgingDeps = CatalogDeps & { readonly judge: ArrivalJudge }

/**
 * The report on a held arrival by the rules and policies of now, which may have changed since it came. Its licence
 * stays as it was read, because files above its folder are no longer there.
 */
export async function currentTrust(
  { store, judge }: JudgingDeps,
  held: Pick<HeldArrival, 'id' | 'ruleset' | 'trust'>,
): Promise<TrustReport> {
  const { licence } = held.trust
  const files = held.ruleset === judge.ruleset ? null : await store.reviews.files(held.id)
  const [report, { decision, reason }] = await Promise.all([
    files ? judge.judge({ files }) : held.trust,
    judge.judgeLicence(licence),
  ])
  return { ...report, licence, licenceDecision: decision, licenceReason: reason }
}

/** Whether somebody may approve it without reading it. */
export function isClean({ scan, licenceDecision, signature }: TrustReport): boolean {
  const isScanned = scan.verdict === 'clean' || scan.verdict === 'notice'
  return isScanned && licenceDecision === 'allowed' && signature.status !== 'broken'
}
