import type { PendingRevisionSummary } from '@repertoire/protocol'

type Offer = PendingRevisionSummary

const lately = 7 * 86_400_000

/** Whether it was decided in the last seven days. Pure. */
export function isDecidedLately({ decided_at: at }: Pick<Offer, 'decided_at'>, now: number) {
  return at !== null && now - Date.parse(at) < lately
}
