import type { SkillId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'

/** Where what the model was given in a conversation came from, in all its turns and sub-agents. */
export interface Taint {
  /** A turn was begun by a program outside, or a tool that may bring a stranger's words went to work: its failures tell as much as its results. */
  readonly untrustedInput: boolean
  /** Skills whose text was given, stood in the prompt for a while, was read by its code, or carried out by a sub-agent. */
  readonly skills: readonly SkillId[]
}

/** What is known of tools: whether what they answer may be untrusted. */
interface ToolLookup {
  find(
    name: string,
  ): { readonly externalContent: boolean; readonly relayedContent?: boolean } | undefined
}

/** Folds a conversation's log. A tool nobody knows any more may have brought anything. Pure. */
export function foldTaint(events: readonly LoggedEvent[], tools: ToolLookup): Taint {
  const names = new Set<string>()
  const skills = new Set<SkillId>()
  let delivered = false
  for (const { event } of events) {
    if (event.type === 'tool-started') names.add(event.call.name)
    if (event.type === 'run-started') delivered ||= event.signal?.source === 'webhook'
    if (event.type === 'skill-used' || event.type === 'fork-started')
      skills.add(event.skill.skillId)
    if (event.type === 'skills-state-changed')
      for (const skillId of event.skillIds ?? []) skills.add(skillId)
    if (event.type === 'skills-read') for (const { skillId } of event.skills) skills.add(skillId)
  }
  const told = [...names].some((name) => {
    const tool = tools.find(name)
    return !tool || tool.externalContent || tool.relayedContent
  })
  return { untrustedInput: delivered || told, skills: [...skills] }
}
