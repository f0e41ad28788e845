import type { PendingRevisionSummary, SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../shared/session/use-me.ts'
import { isRecentDecision } from '../revisions/recent-decisions.ts'
import { ownOffersQuery } from '../revisions/revision-queries.ts'

type Offer = PendingRevisionSummary
type Offered = Pick<SkillBody, 'id' | 'scope'>

/** Those that say something about the skill afterwards. */
const reported: ReadonlySet<Offer['state']> = new Set(['held', 'approved', 'rejected', 'stale'])

/**
 * The last offer of a skill that its owner wants to know of; null for none. `offers` are its own, the newest first. What
 * the organisation took is news for some days. Pure.
 */
export function lastOffer(
  { id, scope }: Offered,
  offers: readonly Offer[],
  now: number,
): Offer | null {
  const [last] =
    scope === 'user'
      ? offers
      : offers.filter(
          (one) => one.state === 'approved' && one.skill_id === id && isRecentDecision(one, now),
        )
  return last && reported.has(last.state) ? last : null
}

/** What became of this person's last offer of a skill. */
export function useOwnOffer(skill: SkillBody): Offer | null {
  const { data } = useQuery({ ...ownOffersQuery(skill), enabled: useCan('skills.write') })
  return lastOffer(skill, data?.items ?? [], Date.now())
}

/** Whether it may be offered once more because nobody took it. Pure. */
export function isNotTaken(offer: Offer | null): boolean {
  return offer?.state === 'rejected' || offer?.state === 'stale'
}
