import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  type Approval,
  type ApprovalId,
  answerApproval,
  isProblemError,
  type Principal,
} from '@repertoire/core'
import { z } from 'zod'
import type { Application } from '../base/application.ts'
import { questionText } from './tool-result.ts'

const answerKey = 'approval'
const answerSchema = z.object({ approve: z.boolean() })

/** The question as the client shows it; its answer comes with the same call again. */
export function askInPlace(approval: Approval, requestState: string) {
  const message = `Repertoire asks: ${questionText(approval)}`
  const requestedSchema = {
    type: 'object' as const,
    properties: { approve: { type: 'boolean' as const, title: 'Approve' } },
    required: ['approve'],
  }
  const inputRequests = { [answerKey]: inputRequired.elicit({ message, requestedSchema }) }
  return inputRequired({ inputRequests, requestState })
}

/**
 * Records what the client says its person answered. It counts for the key's own person alone, by the rules of every
 * answer: where an owner or admin has to answer, theirs. An answer that was given on the page meanwhile stands.
 */
export async function answerInPlace(
  { store, clock }: Pick<Application, 'store' | 'clock'>,
  principal: Principal,
  { approvalId: id, ctx }: { readonly approvalId: ApprovalId; readonly ctx: ServerContext },
): Promise<void> {
  const responses = ctx.mcpReq.inputResponses
  const said = inputResponse(responses, answerKey)
  if (said.kind !== 'elicit' || said.action === 'cancel') return
  const approved = acceptedContent(responses, answerKey, answerSchema)?.approve === true
  try {
    const answer = { id, approved, note: '', now: clock.now() }
    await answerApproval(store.tenant(principal.tenantId), principal, answer)
  } catch (error) {
    if (!isProblemError(error) || !answeredElsewhere.has(error.problem.code)) throw error
  }
}

const answeredElsewhere: ReadonlySet<string> = new Set([
  'approval.already-answered',
  'approval.expired',
])
