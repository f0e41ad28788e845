import { z } from 'zod'
import { escapeAttribute, neutralise, oneLine } from '../../../base/text/neutralise.ts'
import { emptySession } from '../../../domain/session-state.ts'
import type { Skill } from '../../../domain/skill.ts'
import { skillFolderNote } from '../../scripts/skill-folder.ts'
import { activateSkillToolName } from '../../session/tool-restrictions.ts'
import { addedSkill } from '../../tools/added-skill.ts'
import { enablementRequest, isGiven } from '../../tools/enablement-request.ts'
import { forkInstruction, isForked, startFork } from '../../tools/forked-skill.ts'
import { instructionsOf, usableSkill } from '../../tools/portable-skill.ts'
import {
  defineTool,
  type EffectOutcome,
  type ForkStart,
  type Tool,
  type ToolServices,
} from '../../tools/tool.ts'

/** The maximum number of listed files: a package may have thousands. */
const maxListedFiles = 200

/** `activate_skill` of an agent with these skills: its input accepts no other name. */
export function activateSkill(attached: readonly [Skill, ...Skill[]]): Tool {
  return defineTool({
    name: activateSkillToolName,
    description:
      'Load the full instructions of one of your skills by its name, to follow them. The result also names the files it brings.',
    input: z.strictObject({
      skill_name: z
        .enum(namesOf(attached))
        .describe('The name as the list of available skills has it.'),
    }),
    skillField: 'skill_name',
    permission: 'skills.read',
    policy: 'skill-enablement',
    answersFrom: 'services',
    exemptFromAllowlist: true,
    bind: ({ skill_name: name }) => ({
      skillSlug: name,
      isAgentSkill: true,
      approvalRequest: (facts) => enablementRequest(facts, name),
      effect: {
        kind: 'record',
        run: async (services, facts) => activate(services, usableSkill(facts, name)),
      },
    }),
  })
}

function namesOf([first, ...others]: readonly [Skill, ...Skill[]]): [string, ...string[]] {
  return [first.slug, ...others.map(({ slug }) => slug)]
}

async function activate(services: ToolServices, skill: Skill): Promise<EffectOutcome | ForkStart> {
  if (isForked(skill) && services.mayFork) return startFork(services, skill, '')
  return isInContext(skill, services) ? alreadyInContext(skill) : giveInstructions(services, skill)
}

/** A sub-agent does not see the conversation's prompt. */
function isInContext(skill: Skill, { turn, session }: ToolServices): boolean {
  return isGiven(skill, { turn, session: turn.fork === null ? session : emptySession })
}

/** Compaction keeps a skill's text, so it is not repeated. */
function alreadyInContext(skill: Skill): EffectOutcome {
  const event = addedSkill(skill)
  return {
    output: `The instructions of "${skill.slug}" stand above already, and have not changed since. Follow them.`,
    events: event.allowedTools ? [{ ...event, repeated: true }] : [],
  }
}

async function giveInstructions(services: ToolServices, skill: Skill): Promise<EffectOutcome> {
  const instructions = await instructionsOf(services, skill)
  const body = isForked(skill) ? `${forkInstruction}\n\n${instructions}` : instructions
  return {
    output: skillContent(skill, body),
    events: [addedSkill(skill)],
    skillsUsed: [skill.id],
  }
}

/** The block that the document prescribes. Neither the instructions nor a file name can end it. */
export function skillContent({ slug, head }: Skill, body: string): string {
  const files = head.manifest
    .map(({ path }) => path)
    .filter((path) => path !== 'SKILL.md')
    .sort()
  const listed = files.slice(0, maxListedFiles).map((path) => `- ${oneLine(path)}`)
  const omitted = files.length - listed.length
  const more = omitted > 0 ? [`(And ${omitted} more.)`] : []
  const list = listed.length > 0 ? `\n\nSkill files:\n${[...listed, ...more].join('\n')}` : ''
  const instructions = body.replace(/^(?:[\t ]*\r?\n)+/, '').trimEnd()
  const folder = skillFolderNote(slug, body)
  const note = folder === '' ? '' : `\n\n${folder}`
  return `<skill_content name="${escapeAttribute(slug)}">\n${neutralise(instructions + list + note)}\n</skill_content>`
}
