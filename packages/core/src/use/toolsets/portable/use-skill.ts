import { z } from 'zod'
import type { JsonObject } from '../../../base/json.ts'
import { allowedNames, parseAllowedTools } from '../../../domain/allowed-tools.ts'
import { meaningOfAllowedTools } from '../../../domain/allowed-tools-meaning.ts'
import type { Skill } from '../../../domain/skill.ts'
import { skillFolderNote } from '../../scripts/skill-folder.ts'
import { allowedToolsOf } from '../../session/active-skill.ts'
import { enablementRequest } from '../../tools/enablement-request.ts'
import { forkInstruction, isForked, startFork } from '../../tools/forked-skill.ts'
import {
  instructionsOf,
  slugFromName,
  usableSkill,
  usedSkillOf,
} from '../../tools/portable-skill.ts'
import {
  defineTool,
  type EffectOutcome,
  type ForkStart,
  type ToolServices,
} from '../../tools/tool.ts'
import { skillResources } from './skill-resources.ts'

/** `use_skill`. */
export const useSkill = defineTool({
  name: 'use_skill',
  description:
    'Load the full instructions of a skill by its name, to follow them. The result also tells the files it brings (read them with read_skill_file) and the tools it lists: the only ones for the rest of this turn where they are enforced, or those that need no confirmation where allowed_tools_meaning is "preapprove". The skill used last is the one whose list holds.',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('The name as the list of available skills has it.'),
    task: z
      .string()
      .max(20_000)
      .optional()
      .describe(
        'What is to be done, complete in itself, for a skill that is carried out by a sub-agent: it sees nothing of this conversation.',
      ),
  }),
  skillField: 'name',
  permission: 'skills.read',
  policy: 'skill-enablement',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  bind: ({ name, task = '' }) => ({
    skillSlug: slugFromName(name),
    approvalRequest: (facts) => enablementRequest(facts, name),
    effect: {
      kind: 'record',
      run: async (services, facts) => loadSkill(services, usableSkill(facts, name), task),
    },
  }),
})

async function loadSkill(
  services: ToolServices,
  skill: Skill,
  task: string,
): Promise<EffectOutcome | ForkStart> {
  const contextFork = isForked(skill)
  const allowedTools = allowedToolsOf(skill.head)
  const list = parseAllowedTools(allowedTools)
  const meaning = meaningOfAllowedTools(services.settings, skill.id)
  const instructions = await instructionsOf(services, skill)
  if (contextFork && services.mayFork) return startFork(services, skill, task)
  const folderNote = skillFolderNote(skill.slug, instructions)
  const output = {
    name: skill.slug,
    description: skill.head.description,
    instructions,
    context_fork: contextFork,
    ...(contextFork && { directive: forkInstruction }),
    allowed_tools: list.restricts ? [...allowedNames(list)] : [],
    ...(list.restricts && { enforced: meaning === 'restrict' }),
    ...(list.restricts && meaning === 'preapprove' && { allowed_tools_meaning: meaning }),
    ...(await resourcesOf(services, skill)),
    ...(folderNote !== '' && { folder: folderNote }),
  }
  return {
    output,
    events: [{ type: 'skill-used', skill: usedSkillOf(skill), allowedTools }],
    skillsUsed: [skill.id],
  }
}

async function resourcesOf({ skills, viewer }: ToolServices, skill: Skill): Promise<JsonObject> {
  const { readable, notReadable, omitted } = await skillResources(skills, viewer, skill)
  return {
    resources: [...readable],
    ...(notReadable.length > 0 && { not_readable: [...notReadable] }),
    ...(omitted > 0 && { resources_untold: omitted }),
  }
}
