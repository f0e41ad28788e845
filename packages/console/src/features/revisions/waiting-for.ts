import type { Me, PendingRevisionSummary } from '@repertoire/protocol'
import { mayWriteScope } from '../../shared/session/may.ts'

/** The pending proposals that this person may accept; a member's own offers wait for others. */
export function waitingFor(
  me: Me,
  pending: readonly PendingRevisionSummary[] = [],
): readonly PendingRevisionSummary[] {
  return pending.filter(({ proposal }) => mayWriteScope(me, proposal?.scope ?? 'user'))
}
