import type { ApprovalId } from '@repertoire/core/base'
import type { WireEvent } from '@repertoire/protocol'
import { questionText } from '../http/mcp/tool-result.ts'
import { answerAudited } from '../http/review/answer-audited.ts'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'
import type { Embedded } from './open-embedded.ts'
import type { ApprovalAnswer, OnApproval } from './repertoire-options.ts'

/** Whoever answers for the person of a program. */
export interface EmbeddedAgent {
  readonly embedded: Embedded
  readonly onApproval: OnApproval | undefined
}

/** The event of a turn that waits for a person. */
export type ApprovalQuestion = Extract<WireEvent, { event: 'approval_required' }>

export function approvalIdOf({ data }: ApprovalQuestion): ApprovalId {
  // Each kind of question has the id inside its own field.
  const named = Object.values(data).find(
    (part) => typeof part === 'object' && 'approval_id' in part,
  )
  return (named as { approval_id: string }).approval_id as ApprovalId
}

/** Asks the program's callback, and records what it says by the rules of every answer. */
export async function askPerson(
  { embedded, onApproval }: EmbeddedAgent,
  id: ApprovalId,
): Promise<void> {
  const { services, principal } = embedded
  const approval = await services.store.tenant(principal.tenantId).approvals.get(id)
  if (!onApproval || approval?.status !== 'pending') return
  await recordAnswer(embedded, id, await onApproval(approval, questionText(approval)))
}

export async function recordAnswer(
  { services, principal }: Embedded,
  id: ApprovalId,
  given: ApprovalAnswer,
): Promise<void> {
  const { approved, note = '' } = typeof given === 'object' ? given : { approved: given }
  // A callback in plain JavaScript may return anything: only `true` is a yes.
  const said = { id, approved: approved === true, note, through: 'program' }
  const ports = { store: services.store, clock: systemClock, ids: randomIds }
  await answerAudited(ports, { caller: { principal }, traceId: randomIds.traceId() }, said)
  services.engine.wake()
}
