import type { SkillId } from '../../base/ids.ts'
import type { ConversationEvent, RoutedSkills } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { UntrustedContent } from '../../domain/untrusted-content.ts'
import type { LogFold } from '../session/log-fold.ts'
import { untrustedIn } from '../session/taint.ts'
import { writeFileName } from '../toolsets/workspace/workspace.ts'

/** What one event says of a fact; undefined where it says nothing. */
export type ReadFact<Value> = (event: ConversationEvent) => Value | undefined

/** The trigger that started a run; null for a person. */
export const triggerIn: ReadFact<TriggerContext | null> = (event) =>
  event.type === 'run-started' ? (event.signal ?? null) : undefined

export const messageIn: ReadFact<string> = (event) =>
  event.type === 'message-received' ? event.text : undefined

export const catalogueIn: ReadFact<RoutedSkills> = (event) =>
  event.type === 'skills-routed' ? event : undefined

export const listOrderIn: ReadFact<readonly SkillId[]> = (event) =>
  event.type === 'step-started' ? event.listOrder : undefined

export const mainStepIn: ReadFact<boolean> = (event) =>
  event.type === 'step-started' && !event.fork ? true : undefined

export const preloadIn: ReadFact<boolean> = (event) =>
  event.type === 'skills-preloaded' ? true : undefined

/** The skill whose text the model is given last; null where none is left. */
export const skillIn: ReadFact<string | null> = (event) => {
  switch (event.type) {
    case 'skill-used':
    case 'fork-started':
      return event.skill.slug
    case 'skills-preloaded':
      return event.skills.at(-1)?.slug
    case 'skills-state-changed':
      return event.state.enabledSkills.at(-1)?.slug ?? null
    default:
      return undefined
  }
}

/** Content that taints a turn for sub-agents: document D means what tools brought from outside. */
const outsideContents: ReadonlySet<UntrustedContent> = new Set([
  'web-page',
  'connector',
  'registry',
  'program-message',
  'undeclared',
])

export const outsideContentIn: ReadFact<boolean> = (event) =>
  untrustedIn(event).some((content) => outsideContents.has(content)) ? true : undefined

/** The paths that the agent itself gave to files. */
export function createFilesFold(): LogFold<ReadonlySet<string>> {
  const paths = new Set<string>()
  return {
    add: ({ event }) => {
      if (event.type !== 'tool-started' || event.call.name !== writeFileName) return
      const { input } = event.call
      if (input !== null && typeof input === 'object' && 'path' in input) {
        paths.add(String(input.path))
      }
    },
    value: () => new Set(paths),
  }
}
