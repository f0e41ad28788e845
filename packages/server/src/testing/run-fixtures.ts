import type {
  ApprovalId,
  ConversationId,
  RevisionDigest,
  SkillId,
  UserId,
} from '@repertoire/core/base'
import type { Approval, ConversationEvent } from '@repertoire/core/domain'
import type { TestServer } from './test-server.ts'

export function completed(text: string): ConversationEvent {
  return { type: 'run-completed', text }
}

/** An approval request of the newest run: the event, and its row. */
export function approvalRequiredEvents(server: TestServer): {
  events: readonly ConversationEvent[]
  approval: Approval
} {
  const run = server.engine.started.at(-1)
  const conversationId = server.engine.conversationId()
  if (!run || !conversationId) throw new Error('no run was started')
  const now = server.clock.now()
  const approvalId = server.app.ids.next('apr') as ApprovalId
  const subject = {
    skillId: 'skl_1' as SkillId,
    digest: 'sha256:00' as RevisionDigest,
    slug: 'triage',
    name: 'Triage',
    description: 'Slow database.',
    contentLength: 42,
    sourceType: 'manual' as const,
  }
  const asked = { approvalId, callId: 'call_1', reason: 'it fits', expiresAt: now + 3_600_000 }
  const approval: Approval = {
    id: approvalId,
    type: 'skill_enablement',
    conversationId: conversationId as ConversationId,
    runId: run.runId,
    toolCallId: asked.callId,
    traceId: run.traceId,
    subject,
    reason: asked.reason,
    status: 'pending',
    requestedBy: 'usr_owner' as UserId,
    requestedAt: now,
    expiresAt: asked.expiresAt,
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
  const event: ConversationEvent = {
    type: 'approval-required',
    approvalType: 'skill_enablement',
    subject,
    ...asked,
  }
  return { events: [event], approval }
}

export interface SseFrame {
  /** Null when the frame had no id line. */
  readonly id: number | null
  readonly event: string
  readonly data: Record<string, unknown>
}

/** Reads frames of a response until it ends, or until there are `count`. The connection is cancelled then. */
export async function readSseFrames(response: Response, count = Infinity): Promise<SseFrame[]> {
  const frames: SseFrame[] = []
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && frames.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    frames.push(...parts.flatMap(toFrame))
  }
  await reader?.cancel()
  return frames
}

function toFrame(text: string): SseFrame[] {
  const lines = text.split('\n')
  const field = (name: string) => {
    const line = lines.find((one) => one.startsWith(`${name}: `))
    return line?.slice(name.length + 2)
  }
  const event = field('event')
  if (event === undefined) return []
  const id = field('id')
  return [
    { id: id === undefined ? null : Number(id), event, data: JSON.parse(field('data') ?? '') },
  ]
}
