import type { WireEvent, WithdrawalReasonBody } from '@repertoire/protocol'

interface Withdrawn {
  readonly slug: string
  readonly reason: WithdrawalReasonBody
}

/** `postgres-triage is no longer available: revoked`. */
export function withdrawnLabel({ slug, reason }: Withdrawn): string {
  return `${slug} is no longer available: ${reason}`
}

/** The skills that left during a turn because they were no longer available. */
export function withdrawnIn(events: readonly WireEvent[]): readonly Withdrawn[] {
  return events.flatMap(({ event, data }) =>
    event === 'skills_state_changed' ? (data.withdrawn ?? []) : [],
  )
}
