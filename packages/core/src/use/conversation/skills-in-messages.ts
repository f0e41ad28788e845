import type { LoggedEvent } from '../../domain/events.ts'
import type { GivenSkill } from '../../domain/given-skill.ts'
import { estimateMessage } from '../prompt/estimate-tokens.ts'
import { foldTranscript, type Transcript } from './transcript.ts'

/**
 * The skills whose texts the model's messages contain now, of the main agent. Compaction never drops them, so
 * they can fill a context; a person can drop them. Pure.
 */
export function skillsInMessages(
  events: readonly LoggedEvent[],
  { entries }: Pick<Transcript, 'entries'> = foldTranscript(events, null),
): readonly GivenSkill[] {
  const slugs = new Map<string, string>()
  for (const { event } of events) {
    if (event.type === 'skill-used') slugs.set(event.skill.skillId, event.skill.slug)
  }
  const bySlug = new Map<string, GivenSkill>()
  for (const { message, skill } of entries) {
    const slug = skill === null ? undefined : slugs.get(skill)
    if (slug === undefined || message.role !== 'tool') continue
    const before = bySlug.get(slug)
    bySlug.set(slug, {
      slug,
      callIds: [...(before?.callIds ?? []), message.callId],
      tokens: (before?.tokens ?? 0) + estimateMessage(message),
    })
  }
  return [...bySlug.values()]
}
