import { ProblemError } from '../../base/errors.ts'
import type { ConversationId, RunId } from '../../base/ids.ts'
import type { AnswerRating } from '../../domain/events.ts'
import { isServiceAccount } from '../../domain/member.ts'
import type { Principal } from '../../domain/principal.ts'
import { isOpenRun } from '../../domain/run-status.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'
import { conversationBusy } from '../../ports/store-problems.ts'
import { readLog } from './read-log.ts'
import { runNotFound, writeAtHead } from './start-run.ts'

export interface RateAnswerRequest {
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly runId: RunId
  /** Null takes it back. */
  readonly rating: AnswerRating | null
}

/**
 * Records what the person of the conversation thinks of a run's answer. The same again changes nothing. Throws
 * ProblemError `conversation.not-found`, `run.not-found`, `conversation.busy` while a run is open, and
 * `rating.people-only` for a service account.
 */
export async function rateAnswer(
  { store, clock }: { readonly store: TenantStore; readonly clock: Clock },
  { principal, conversationId, runId, rating }: RateAnswerRequest,
): Promise<void> {
  const { conversations, members } = store
  const { userId } = principal
  if (isServiceAccount(userId, await members.get(userId))) throw peopleOnly()
  await writeAtHead(conversations, { principal, conversationId }, async (conversation) => {
    const run = await conversations.run(userId, runId)
    if (run?.conversationId !== conversationId) throw runNotFound(runId)
    // A turn writes to the same log, and would have to begin its step again.
    const isBusy = isOpenRun(run.status) || (await conversations.openRun(userId, conversationId))
    if (isBusy) throw conversationBusy(conversationId)
    const log = await readLog(conversations, conversation)
    const last = log.findLast(
      ({ runId: of, event }) => of === runId && event.type === 'answer-rated',
    )?.event
    const before = last?.type === 'answer-rated' ? last.rating : null
    if (before === rating) return
    const event = { type: 'answer-rated', rating, by: userId } as const
    const { traceId } = run
    const batch = { expectedSeq: conversation.headSeq, runId, traceId, events: [event] }
    await conversations.append(conversationId, batch, clock.now())
  })
}

function peopleOnly(): ProblemError {
  return new ProblemError({
    code: 'rating.people-only',
    kind: 'forbidden',
    message: 'Only people rate answers; this is a service account.',
  })
}
