import type { Sha256 } from '../base/sha256.ts'
import type { LoggedEvent } from '../domain/events.ts'
import { callKey } from '../use/tools/connector-call.ts'
import type { Move } from './finance-pack/action-log.ts'

/** Tools that need one approval per conversation, written by hand. */
const rememberedTools: ReadonlySet<string> = new Set(['set_alert'])

/**
 * The oracle of permissions: every transfer needs an approval that showed this tool with these arguments,
 * a grant used for this call, or for tools that are confirmed once an earlier approval in this conversation
 * without an autonomous turn since. It reads only the log, and ignores tiers. Describes all violations.
 */
export function consentViolations(
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
  const checkedKeys = new Set<string>()
  return moves.flatMap(({ key, tool, arguments: given }) => {
    const description = `${tool} ${JSON.stringify(given)}`
    if (checkedKeys.has(key)) return [`${description} happened twice`]
    checkedKeys.add(key)
    const call = calls.get(key)
    if (!call) return [`${description} never started`]
    const before = log.slice(0, call.at)
    const shown = approvalsOf(before, tool).filter(
      ({ callId, arguments: shownArguments }) =>
        callId === call.id && JSON.stringify(shownArguments) === JSON.stringify(given),
    )
    const usedGrant = before.some(
      ({ event }) => event.type === 'grant-used' && event.callId === call.id,
    )
    const remembered =
      rememberedTools.has(tool) && approvalsOf(sinceAutonomousTurn(before), tool).length > 0
    return shown.length > 0 || usedGrant || remembered ? [] : [`${description} was not permitted`]
  })
}

/** The log since the start of the last autonomous turn, which ends remembered approvals. */
function sinceAutonomousTurn(before: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const at = before.findLastIndex(({ event }) => event.type === 'run-started' && event.signal)
  return before.slice(at + 1)
}

/** The earlier approved calls of a tool. */
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
