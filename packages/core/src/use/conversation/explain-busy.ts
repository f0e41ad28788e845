import { isProblemError, ProblemError } from '../../base/errors.ts'
import type { ConversationId } from '../../base/ids.ts'
import type { Approval } from '../../domain/approval.ts'
import type { Run } from '../../domain/conversation.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TenantStore } from '../../ports/store.ts'

/** More open requests than this are not listed in one problem. */
const maxListed = 20

/**
 * Runs `start`. Where it throws `conversation.busy` because the open run waits for a person, the error says so, with
 * the run's id and the approval requests to answer in `details`. Every other error passes unchanged.
 */
export async function explainBusy<Result>(
  { conversations, approvals }: Pick<TenantStore, 'conversations' | 'approvals'>,
  { principal, conversationId }: { principal: Principal; conversationId: ConversationId },
  start: () => Promise<Result>,
): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== 'conversation.busy') throw error
    const run = await conversations.openRun(principal.userId, conversationId)
    if (run?.status !== 'waiting') throw error
    const open = { conversationId, status: 'pending' } as const
    const { items } = await approvals.list(open, { limit: maxListed })
    const ofRun = items.filter(({ runId }) => runId === run.id)
    throw ofRun.length > 0 ? waitsForAnswer(run, ofRun) : error
  }
}

function waitsForAnswer(run: Run, open: readonly Approval[]): ProblemError {
  const ids = open.map(({ id }) => id)
  return new ProblemError({
    code: 'conversation.busy',
    kind: 'conflict',
    message: 'The agent waits for an answer before it goes on. This message was not sent.',
    hint: `Answer in the conversation, under Approvals, or with POST /api/v1/approvals/${ids[0]}. Or stop the turn with POST /api/v1/conversations/${run.conversationId}/cancel.`,
    details: {
      id: run.conversationId,
      run_id: run.id,
      waiting_for: open.map(({ id, type }) => ({ approval_id: id, type })),
    },
  })
}
