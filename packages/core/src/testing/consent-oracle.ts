import type { Sha256 } from '../base/sha256.ts'
import type { LoggedEvent } from '../domain/events.ts'
import { callKey } from '../use/tools/connector-call.ts'
import type { Move } from './finance-pack/ledger.ts'

/** Tools that may happen again in a conversation once a person said yes to one call; written down by hand. */
const rememberedTools: ReadonlySet<string> = new Set(['set_alert'])

/**
 * The oracle of permissions (E6): every move needs a yes of a person to a question that showed this tool with
 * these arguments, or a grant that was used for this call, or, of a tool that is confirmed once, an earlier yes in
 * this conversation, with no turn since that nobody started. It reads the log alone and knows nothing of tiers in force. What contradicts it, in words.
 */
export function consentBreaches(
  log: readonly LoggedEvent[],
  moves: readonly Move[],
  sha256: Sha256,
): string[] {
  const calls = new Map(
    log.flatMap(({ event, runId }, at) => {
      if (event.type !== 'tool-started' || runId === null) return []
      const conversationId = 'cnv_1' as Parameters<typeof callKey>[0]['conversationId']
      const key = callKey({ sha256, conversationId, runId, callId: event.call.id })
      return [[key, { id: event.call.id, at }] as const]
    }),
  )
  const seen = new Set<string>()
  return moves.flatMap(({ key, tool, arguments: given }) => {
    const words = `${tool} ${JSON.stringify(given)}`
    if (seen.has(key)) return [`${words} happened twice`]
    seen.add(key)
    const call = calls.get(key)
    if (!call) return [`${words} never started`]
    const before = log.slice(0, call.at)
    const shown = approvalsOf(before, tool).filter(
      ({ callId, arguments: asked }) =>
        callId === call.id && JSON.stringify(asked) === JSON.stringify(given),
    )
    const usedGrant = before.some(
      ({ event }) => event.type === 'grant-used' && event.callId === call.id,
    )
    const remembered =
      rememberedTools.has(tool) && approvalsOf(sinceAutonomousTurn(before), tool).length > 0
    return shown.length > 0 || usedGrant || remembered ? [] : [`${words} was not permitted`]
  })
}

/** What came after the last turn that nobody started began: nothing of before is remembered there, or since. */
function sinceAutonomousTurn(before: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const at = before.findLastIndex(({ event }) => event.type === 'run-started' && event.signal)
  return before.slice(at + 1)
}

/** What a person said yes to of a tool, before. */
function approvalsOf(before: readonly LoggedEvent[], tool: string) {
  const approved = new Set(
    before.flatMap(({ event }) =>
      event.type === 'approval-resolved' && event.decision === 'approved' ? [event.approvalId] : [],
    ),
  )
  return before.flatMap(({ event }) => {
    if (event.type !== 'approval-required' || event.approvalType !== 'tool_call') return []
    if (!approved.has(event.approvalId) || !('arguments' in event.subject)) return []
    const { subject, callId } = event
    return subject.tool === tool ? [{ callId, arguments: subject.arguments }] : []
  })
}
