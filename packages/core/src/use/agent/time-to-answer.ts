import type { Approval } from '../../domain/approval.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'

const minuteMs = 60_000
/** 30 days: the longest that `approvalTtlMinutes` can be set to. */
const longMinutes = 43_200

/**
 * Milliseconds that an approval request stays open. A change of a skill and a list of packages are no less right
 * after an hour, the one who answers may not be the one who asks, and a waiting run holds no lease: there are 30 days.
 * Pure.
 */
export function timeToAnswer(
  { type }: Pick<Approval, 'type'>,
  { approvalTtlMinutes }: Pick<OrganisationSettings, 'approvalTtlMinutes'>,
): number {
  const waitsForOthers = type === 'skill_change' || type === 'package_installation'
  return (waitsForOthers ? longMinutes : approvalTtlMinutes) * minuteMs
}
