import { estimateMessage } from '../prompt/estimate-tokens.ts'
import type { StepContext } from './step-context.ts'

/**
 * Leaves results out of this and later requests whose texts were revoked since: what does harm must not stay
 * because it came as a result. What was only deleted or disabled stays, as it may come back.
 */
export async function leaveOutRevoked(context: StepContext): Promise<void> {
  const { ports, principal, journal, fork } = context
  const results = new Map(
    journal.view
      .transcriptOf(fork?.call.id ?? null)
      .entries.flatMap(({ message, skill }) =>
        message.role === 'tool' && skill !== null
          ? [[message.callId, estimateMessage(message)] as const]
          : [],
      ),
  )
  if (results.size === 0) return
  const given = journal.events.flatMap(({ event }) =>
    event.type === 'skill-used' && !event.repeated && results.has(event.callId)
      ? [{ callId: event.callId, skillId: event.skill.skillId, digest: event.skill.digest }]
      : [],
  )
  const gone = await ports.store.skills.withdrawn(principal.userId, given)
  const withdrawn = gone.filter(({ reason }) => reason === 'revoked')
  if (withdrawn.length === 0) return
  const revocations = await ports.store.reviews.revocations()
  const critical = revocations.filter(({ severity }) => severity === 'critical')
  const digests = new Set(critical.map(({ digest }) => digest))
  const revoked = withdrawn.filter(({ digest }) => digests.has(digest))
  if (revoked.length === 0) return
  const callIds = revoked.map(({ callId }) => callId)
  const tokensBefore = callIds.reduce((sum, callId) => sum + (results.get(callId) ?? 0), 0)
  await journal.append([{ type: 'context-trimmed', callIds, tokensBefore }])
}
