import type { SkillId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { UntrustedContent } from '../../domain/untrusted-content.ts'
import { foldLog, type LogFold } from './log-fold.ts'

/** The provenance of all content that the model was given in a conversation, in all turns and sub-agents. */
export interface Taint {
  /** What no person of the organisation wrote, skills in the prompt aside. */
  readonly untrusted: ReadonlySet<UntrustedContent>
  /** Skills whose text was given, was in the prompt, was read by code, or was carried out by a sub-agent. */
  readonly skills: readonly SkillId[]
}

/** Folds a conversation's log into its taint. Pure. */
export function foldTaint(events: readonly LoggedEvent[]): Taint {
  return foldLog(createTaintFold(), events)
}

export function createTaintFold(): LogFold<Taint> {
  const untrusted = new Set<UntrustedContent>()
  const skills = new Set<SkillId>()
  return {
    add: ({ event }) => {
      for (const content of untrustedIn(event)) untrusted.add(content)
      for (const skillId of skillsIn(event)) skills.add(skillId)
    },
    value: () => ({ untrusted: new Set(untrusted), skills: [...skills] }),
  }
}

/** The content of one event that no person of the organisation wrote, skills by id aside. Pure. */
export function untrustedIn(event: LoggedEvent['event']): readonly UntrustedContent[] {
  switch (event.type) {
    case 'tool-completed':
      return event.untrusted ?? ['undeclared']
    case 'step-started':
      return event.untrusted ?? []
    case 'message-received':
      return event.byProgram ? ['program-message'] : []
    case 'run-started':
      return event.signal?.source === 'webhook' ? ['program-message'] : []
    default:
      return []
  }
}

function skillsIn(event: LoggedEvent['event']): readonly SkillId[] {
  switch (event.type) {
    case 'skill-used':
    case 'fork-started':
      return [event.skill.skillId]
    case 'skills-state-changed':
      return event.skillIds ?? []
    case 'skills-read':
    case 'skills-preloaded':
      return event.skills.map(({ skillId }) => skillId)
    default:
      return []
  }
}
