import type { PendingRevisionSummary } from '@repertoire/protocol'

type Offer = PendingRevisionSummary

const lately = 7 * 86_400_000

/** Whether it was decided in the last seven days. Pure. */
export function isRecentDecision({ decided_at: at }: Pick<Offer, 'decided_at'>, now: number) {
  return at !== null && now - Date.parse(at) < lately
}

const decided: ReadonlySet<Offer['state']> = new Set(['approved', 'rejected', 'stale'])

/** Of a person's own offers those that somebody else decided about lately, the last decision first. Pure. */
export function decidedByOthers(
  offers: readonly Offer[],
  { person, now }: { readonly person: string; readonly now: number },
): readonly Offer[] {
  return offers
    .filter(
      (one) => decided.has(one.state) && one.decided_by !== person && isRecentDecision(one, now),
    )
    .toSorted((one, other) => (other.decided_at ?? '').localeCompare(one.decided_at ?? ''))
}
