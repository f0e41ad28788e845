import type { UsedSkill } from '../../domain/events.ts'
import type { Transcript } from '../conversation/transcript.ts'
import { isShed, toUsedSkill } from '../session/skills-state.ts'
import type { StepContext } from './step-context.ts'

/** The revisions whose texts this request has, in the prompt or in results that compaction left in. Each once. Pure. */
export function skillsInRequest(
  { journal, fork }: Pick<StepContext, 'journal' | 'fork'>,
  { entries }: Transcript,
): readonly UsedSkill[] {
  const { session } = journal
  const inPrompt = fork
    ? [fork.started.skill]
    : session.active.filter(({ skillId }) => !isShed(session, skillId)).map(toUsedSkill)
  const results = new Set(
    entries.flatMap(({ message, skill }) =>
      message.role === 'tool' && skill !== null ? [message.callId] : [],
    ),
  )
  const given = journal.events.flatMap(({ event }) =>
    event.type === 'skill-used' && !event.repeated && results.has(event.callId)
      ? [event.skill]
      : [],
  )
  const revisions = [...inPrompt, ...given].map(
    (one) => [`${one.skillId} ${one.digest}`, one] as const,
  )
  return [...new Map(revisions).values()]
}
