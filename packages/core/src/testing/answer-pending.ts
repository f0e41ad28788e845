import { isProblemError } from '../base/errors.ts'
import { answerApproval } from '../use/approvals/answer-approval.ts'
import type { AgentHarness } from './agent-harness.ts'

/** Answers every pending request as `said` says, one after the other. An answer that may not be given changes nothing. */
export async function answerPending(
  { tenant, principal, clock }: AgentHarness,
  said: Iterator<boolean>,
): Promise<void> {
  const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 50 })
  for (const { id } of items) {
    const answer = { id, approved: said.next().value === true, note: 'Yes.', now: clock.now() }
    await answerApproval(tenant, principal, answer).catch((error: unknown) => {
      if (!isProblemError(error)) throw error
    })
  }
}
