import { ProblemError } from '../../base/errors.ts'
import type { SkillOrigin } from '../../domain/skill.ts'
import type { AdvisoryStore } from '../../ports/advisories.ts'
import { placeNamed } from './advisory-problems.ts'
import { advisoryAgainst, criticalAdvisories } from './match-advisory.ts'

/** Throws ProblemError `source.named-by-advisory` where a critical advisory names the publisher or the source. */
export async function rejectRevokedOrigin(
  advisories: Pick<AdvisoryStore, 'lists'>,
  place: Pick<SkillOrigin, 'sourceType' | 'sourceUrl' | 'sourceId'>,
): Promise<void> {
  // Most of what people bring in was written here.
  if (place.sourceUrl === null && place.sourceId === null) return
  const advisory = advisoryAgainst(criticalAdvisories(await advisories.lists()), place)
  if (advisory) throw new ProblemError(placeNamed(advisory))
}
