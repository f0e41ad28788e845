import type { SkillId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'

/** The provenance of all content that the model was given in a conversation, in all turns and sub-agents. */
export interface Taint {
  /**
   * A webhook began a turn, or a tool was started that may return content of third parties. A failed call
   * counts too: its error may carry such content.
   */
  readonly untrustedInput: boolean
  /** Skills whose text was given, was in the prompt, was read by code, or was carried out by a sub-agent. */
  readonly skills: readonly SkillId[]
}

/** Whether the results of a tool may be untrusted. */
interface ToolLookup {
  find(
    name: string,
  ): { readonly externalContent: boolean; readonly relayedContent?: boolean } | undefined
}

/** Folds a conversation's log into its taint. An unknown tool counts as untrusted. Pure. */
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
  const startedUntrustedTool = [...names].some((name) => {
    const tool = tools.find(name)
    return !tool || tool.externalContent || tool.relayedContent
  })
  return { untrustedInput: delivered || startedUntrustedTool, skills: [...skills] }
}
