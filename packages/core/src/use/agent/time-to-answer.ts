import type { Approval } from '../../domain/approval.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'

const minuteMs = 60_000
/** 30 days: the longest that `approvalTtlMinutes` can be set to. */
const skillChangeMinutes = 43_200

/**
 * Milliseconds that an approval request stays open. A change of a skill is no less right after an hour, and a waiting run
 * holds no lease, so a person has 30 days. A run that a trigger started has the organisation's time: while it
 * waits, its conversation refuses the next firing. Pure.
 */
export function timeToAnswer(
  { type }: Pick<Approval, 'type'>,
  { approvalTtlMinutes }: Pick<OrganisationSettings, 'approvalTtlMinutes'>,
  trigger: TriggerContext | null,
): number {
  const isLong = type === 'skill_change' && trigger === null
  return (isLong ? skillChangeMinutes : approvalTtlMinutes) * minuteMs
}
