import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type ApprovalId, isProblemError } from '@repertoire/core/base'
import { z } from 'zod'
import type { AuditedCall } from '../../identity/audit/record-audit.ts'
import type { Application } from '../base/application.ts'
import { answerAudited } from '../review/answer-audited.ts'

const answerKey = 'approval'
const answerSchema = z.object({ approve: z.boolean() })

/** The question as the client shows it; its answer comes with the same call again. */
export function askInPlace(question: string, requestState: string) {
  const message = `Repertoire asks: ${question}`
  const requestedSchema = {
    type: 'object' as const,
    properties: { approve: { type: 'boolean' as const, title: 'Approve' } },
    required: ['approve'],
  }
  const inputRequests = { [answerKey]: inputRequired.elicit({ message, requestedSchema }) }
  return inputRequired({ inputRequests, requestState })
}

interface AnswerInPlace {
  readonly approvalId: ApprovalId
  readonly ctx: ServerContext
  /** As it calls itself. */
  readonly client: string
}

/**
 * Records what the client says its person answered. It counts for the key's own person alone, by the rules of every
 * answer: where an owner or admin has to answer, theirs. An answer that was given on the page meanwhile stands.
 */
export async function answerInPlace(
  app: Pick<Application, 'store' | 'clock' | 'ids'>,
  call: AuditedCall,
  { approvalId: id, ctx, client }: AnswerInPlace,
): Promise<void> {
  const responses = ctx.mcpReq.inputResponses
  const said = inputResponse(responses, answerKey)
  if (said.kind !== 'elicit' || said.action === 'cancel') return
  const approved = acceptedContent(responses, answerKey, answerSchema)?.approve === true
  try {
    await answerAudited(app, call, { id, approved, note: '', through: client })
  } catch (error) {
    if (!isProblemError(error) || !answeredElsewhere.has(error.problem.code)) throw error
  }
}

const answeredElsewhere: ReadonlySet<string> = new Set([
  'approval.already-answered',
  'approval.expired',
])
