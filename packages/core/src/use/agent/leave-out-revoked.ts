import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import { estimateMessage } from '../prompt/estimate-tokens.ts'
import type { StepContext } from './step-context.ts'

/**
 * Leaves results out of this and later requests whose texts or files were revoked since: what does harm must not stay
 * because it came as a result. What was only deleted or disabled stays, as it may come back.
 */
export async function leaveOutRevoked(context: StepContext): Promise<void> {
  const { ports, principal, journal, fork } = context
  const results = new Map(
    journal.view
      .transcriptOf(fork?.call.id ?? null)
      .entries.flatMap(({ message, dropped }) =>
        message.role === 'tool' && !dropped
          ? [[message.callId, estimateMessage(message)] as const]
          : [],
      ),
  )
  const given = journal.events.flatMap(({ event }) => skillsGiven(event, results))
  if (given.length === 0) return
  const gone = await ports.store.skills.withdrawn(principal.userId, given)
  const withdrawn = gone.filter(({ reason }) => reason === 'revoked')
  if (withdrawn.length === 0) return
  const revocations = await ports.store.reviews.revocations()
  const critical = revocations.filter(({ severity }) => severity === 'critical')
  const digests = new Set(critical.map(({ digest }) => digest))
  const revoked = withdrawn.filter(({ digest }) => digests.has(digest))
  if (revoked.length === 0) return
  const callIds = [...new Set(revoked.map(({ callId }) => callId))]
  const tokensBefore = callIds.reduce((sum, callId) => sum + (results.get(callId) ?? 0), 0)
  await journal.append([{ type: 'context-trimmed', callIds, tokensBefore }])
}

interface SkillInResult {
  readonly callId: string
  readonly skillId: SkillId
  readonly digest: RevisionDigest
}

/** The skills of which one of these results holds a text or a file. */
function skillsGiven(
  event: ConversationEvent,
  results: ReadonlyMap<string, number>,
): readonly SkillInResult[] {
  if (event.type !== 'skill-used' && event.type !== 'skills-read') return []
  const { callId } = event
  if (!results.has(callId)) return []
  const skills = event.type === 'skills-read' ? event.skills : event.repeated ? [] : [event.skill]
  return skills.map(({ skillId, digest }) => ({ callId, skillId, digest }))
}
