import type { Problem } from '../../base/errors.ts'
import type { ApprovalId } from '../../base/ids.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { CallApproval } from './fold-run.ts'
import type { Journal } from './journal.ts'

/** The code of a call that a person has to approve first. Its approval stays open. */
export const approvalPendingCode = 'approval.pending'

/** Ends a client's run with the question, which stays open: the client calls again when it is answered. */
export async function returnResult(
  journal: Journal,
  { call, approval: { approvalId } }: { readonly call: ToolCall; readonly approval: CallApproval },
): Promise<void> {
  const outcome = { status: 'refused', problem: approvalPending(approvalId) } as const
  await journal.append(
    [
      { type: 'tool-completed', callId: call.id, name: call.name, outcome, untrusted: [] },
      { type: 'run-completed', text: '' },
    ],
    { run: { status: 'completed' } },
  )
}

export function approvalPending(id: ApprovalId): Problem {
  return {
    code: approvalPendingCode,
    kind: 'conflict',
    message: 'A person has to approve this first.',
    hint: 'Ask them to, then make the same call again with the same arguments.',
    details: { approval_id: id },
  }
}
