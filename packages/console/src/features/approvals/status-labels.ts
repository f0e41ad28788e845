import type { ApprovalBody } from '@repertoire/protocol'
import type { BadgeLabel } from '../../shared/design/badge.tsx'

/** How an approval's state is written. */
export const statusLabels: Record<ApprovalBody['status'], BadgeLabel> = {
  pending: { text: 'Waiting for you', tone: 'accent' },
  approved: { text: 'Approved', tone: 'good' },
  denied: { text: 'Denied', tone: 'bad' },
  expired: { text: 'Expired', tone: 'neutral' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
}
