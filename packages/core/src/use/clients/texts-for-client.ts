import type { UserId } from '../../base/ids.ts'
import type { AllowedToolsSettings } from '../../domain/allowed-tools-meaning.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { promptBlockOf } from '../agent/prompt-block.ts'
import { fetchedBody } from '../agent/prompt-skills.ts'
import { renderSystemPrompt } from '../prompt/system-prompt.ts'

/**
 * The texts of skills as a client's agent gets them with the result of a call, since no prompt of this server reaches
 * it. Each stands in a block that nothing in the text can end.
 */
export async function textsForClient(
  skills: Pick<SkillStore, 'content'>,
  {
    viewer,
    active,
    log,
    settings,
  }: {
    readonly viewer: UserId
    readonly active: readonly ActiveSkill[]
    readonly log: readonly LoggedEvent[]
    readonly settings: AllowedToolsSettings
  },
): Promise<readonly string[]> {
  const blocks = await Promise.all(
    active.map(async (skill) => {
      const body = skill.fetchedFrom
        ? fetchedBody(log, skill)
        : (await skills.content(viewer, skill.skillId, skill.digest))?.body
      return body === undefined ? [] : [promptBlockOf(skill, body, settings)]
    }),
  )
  return renderSystemPrompt({
    ...{ organisationPolicies: '', toolsetInstructions: '' },
    skills: blocks.flat(),
  })
}
