import { truncate } from '@repertoire/skill-md'
import { z } from 'zod'
import { type Problem, ProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Skill } from '../../../domain/skill.ts'
import { listLibrarySkills } from '../../library/library-skills.ts'
import { listedSkill } from '../../library/skill-shape.ts'
import { skillFolderNote } from '../../scripts/skill-folder.ts'
import { addedSkill } from '../../tools/added-skill.ts'
import { enablementRequest } from '../../tools/enablement-request.ts'
import { runsInSubAgent } from '../../tools/forked-skill.ts'
import { instructionsOf, slugFromName, usableSkill } from '../../tools/portable-skill.ts'
import { availableHere } from '../../tools/skill-conditions.ts'
import { defineTool } from '../../tools/tool.ts'

/** The maximum characters of a list, as JSON; about 15,000 tokens. */
const maxListLength = 60_000
/** The characters of a shortened description. */
const shortDescription = 120

export const listSkillsTool = defineTool({
  name: 'list_skills',
  description:
    'List the skills there are, by name, with what they are for. Skills that are switched off are left out unless asked for.',
  input: z.strictObject({
    tag: z.string().max(200).optional().describe('Only skills with this tag.'),
    include_disabled: z
      .boolean()
      .optional()
      .describe('Also those that are switched off. False unless told.'),
  }),
  permission: 'skills.read',
  policy: 'none',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  bind: ({ tag, include_disabled: all = false }) => ({
    effect: {
      kind: 'read',
      run: async (services) => {
        const library = await listLibrarySkills(services)
        const matching = library.filter(
          ({ enabled, head }) => (all || enabled) && (!tag || head.tags.includes(tag)),
        )
        return { skills: fitList(await availableHere(matching, services.environment)) }
      },
    },
  }),
})

/** The full list, or one with short descriptions; skills are never left out silently. */
function fitList(skills: readonly Skill[]): JsonObject[] {
  const full = skills.map(
    (skill): JsonObject => ({ ...listedSkill(skill), tags: [...skill.head.tags] }),
  )
  if (JSON.stringify(full).length <= maxListLength) return full
  const short = full.map((one) => ({
    ...one,
    description: truncate(String(one.description), shortDescription),
  }))
  if (JSON.stringify(short).length <= maxListLength) return short
  throw new ProblemError(tooMany(skills))
}

function tooMany(skills: readonly Skill[]): Problem {
  const counts = new Map<string, number>()
  for (const tag of skills.flatMap(({ head }) => [...new Set(head.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const commonTags = [...counts].sort(([, one], [, other]) => other - one).slice(0, 100)
  return {
    code: 'library.too-many',
    kind: 'too-large',
    message: `There are ${skills.length} skills, more than can be listed at once.`,
    hint: 'Call it again with one of these tags.',
    details: { skills: skills.length, tags: commonTags.map(([tag, count]) => ({ tag, count })) },
  }
}

export const readSkillTool = defineTool({
  name: 'read_skill',
  description:
    'Read a skill in full, to follow it or to change it. Do so before you do what it is about.',
  input: z.strictObject({
    name: z.string().max(200).describe('The name as list_skills gives it.'),
  }),
  skillField: 'name',
  permission: 'skills.read',
  policy: 'skill-enablement',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  hintWhenDisabled:
    'If the task needs it, switch it on with enable_skill (with update_skill and enabled, where enable_skill is about this conversation alone); a person may be asked. Otherwise go on without it.',
  bind: ({ name }) => ({
    skillSlug: slugFromName(name),
    approvalRequest: (facts) =>
      (facts.skill && runsInSubAgent(facts.skill)) ?? enablementRequest(facts, name),
    effect: {
      kind: 'record',
      run: async (services, facts) => {
        const skill = usableSkill(facts, name)
        const content = await instructionsOf(services, skill)
        const folder = skillFolderNote(skill.slug, content)
        const { name: slug, title, description, tags, source, version } = listedSkill(skill)
        return {
          output: {
            ...{ name: slug, title, description, content, tags: [...tags], source, version },
            ...(folder !== '' && { folder }),
          },
          events: [addedSkill(skill)],
          skillsUsed: [skill.id],
        }
      },
    },
  }),
})
