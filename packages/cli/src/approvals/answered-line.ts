import type { ApprovalBody } from '@repertoire/client'
import type { Server } from '../connection/api.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const states: Readonly<Record<ApprovalBody['status'], string>> = {
  pending: 'waits',
  approved: 'was approved',
  denied: 'was denied',
  expired: 'has expired',
  cancelled: 'was cancelled',
}

/** What became of an approval, by whom and when, safe to print: `apr_12 was denied by Ada, 2026-01-31T09:00:00Z: Not today.` */
export async function answeredLine(approval: ApprovalBody, server: Server): Promise<string> {
  const { id, status, answered_by: member, answered_at: at, note } = approval
  const who = member === null ? '' : ` by ${await nameOf(member, server)}`
  const when = at === null ? '' : `, ${at}`
  return sanitizeText(`${id} ${states[status]}${who}${when}${note === '' ? '.' : `: ${note}`}`)
}

/** The id of the member where the key may not read who they are. */
async function nameOf(member: string, { client }: Server): Promise<string> {
  const items = await client.members.list().then(
    (list) => list.items,
    () => [],
  )
  return items.find(({ id }) => id === member)?.name ?? member
}
