import type { Timestamp } from '../../base/ids.ts'
import type { OutcomeRetest } from '../../domain/outcome-retest.ts'
import { dayOf } from '../../domain/quotas.ts'
import type { OutcomeRetestStore } from '../../ports/outcome-retests.ts'

/** Retests that are looked at, the latest; of an organisation, fewer run in a day. */
const maxRetests = 100

/**
 * What the retests that ended on the UTC day of `now` have spent, all of each. Null where it is unknown of any, so that
 * nobody can say what is left of the day's ceiling.
 */
export async function retestCostOn(
  { outcomeRetests }: { readonly outcomeRetests: Pick<OutcomeRetestStore, 'list' | 'trials'> },
  now: Timestamp,
): Promise<number | null> {
  const retests = await outcomeRetests.list(maxRetests)
  let spent = 0
  for (const retest of retests.filter((one) => hasEndedOn(one, now))) {
    for (const { costNanos } of await outcomeRetests.trials(retest.id)) {
      if (costNanos === null) return null
      spent += costNanos
    }
  }
  return spent
}

function hasEndedOn({ result }: OutcomeRetest, now: Timestamp): boolean {
  return result !== null && dayOf(result.endedAt) === dayOf(now)
}
