import { z } from 'zod'
import { ProblemError, throwIf } from '../../../base/errors.ts'
import { editFields } from '../../../base/text/edit-text.ts'
import { skillWriteProblem } from '../../../domain/permissions.ts'
import type { RevisionContent, Skill } from '../../../domain/skill.ts'
import { skillFieldsOf } from '../../../domain/skill-fields.ts'
import { assessImport, checkEnabling } from '../../../ingest/checks/check-package.ts'
import { filesExceptSkillMd } from '../../../keep/skills/package-files.ts'
import { skillNotFound } from '../../../ports/store-problems.ts'
import {
  composeChangedSkill,
  composeNewSkill,
  type SkillEditInput,
} from '../../library/compose-change.ts'
import { lastSeen } from '../../library/last-seen.ts'
import { reportOf } from '../../library/library-change.ts'
import {
  changedSince,
  nameTaken,
  nothingToChange,
  oneChangeAtATime,
} from '../../library/library-problems.ts'
import { findByName, unknownSkill } from '../../tools/portable-skill.ts'
import { type BoundCall, defineTool, type ToolServices } from '../../tools/tool.ts'
import { planLibraryChange } from './library-plan.ts'

/** Limits of texts in lists and prompts, in code points. */
const maxTitleLength = 200
/** As over REST; lists show less of it. */
const maxDescriptionLength = 4096
const maxTags = 50
const maxTagLength = 100

const title = z.string().max(maxTitleLength)
const description = z.string().max(maxDescriptionLength)
const tags = z.array(z.string().min(1).max(maxTagLength)).max(maxTags)

/** A call whose effect comes entirely from its plan. */
function plannedCall(plan: NonNullable<BoundCall['plan']>): BoundCall {
  const effect: BoundCall['effect'] = { kind: 'read', run: async () => ({}) }
  return { skillSlug: null, reason: '', effect, plan }
}

export const createSkillTool = defineTool({
  name: 'create_skill',
  description:
    'Write a new skill: a procedure, a standard or knowledge that will be needed again. Write it for a reader who knows nothing of this conversation. A person may be asked first.',
  input: z.strictObject({
    name: z.string().max(200).describe('Short and unique, lower case with hyphens: weekly-report'),
    title: title.describe('What people call it.'),
    description: description.describe(
      'One sentence for lists: what it does and when it is needed.',
    ),
    content: z.string().describe('The whole text, in Markdown.'),
    tags: tags.optional().describe('Words to group skills by.'),
  }),
  skillField: 'name',
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: (input) =>
    plannedCall((services) =>
      planLibraryChange(services, 'create', async () => {
        const { principal, skills, viewer, sha256 } = services
        throwIf(skillWriteProblem(principal, { kind: 'user', userId: viewer }))
        const draft = { ...input, tags: input.tags ?? [] }
        const arrival = composeNewSkill(draft, { person: viewer, sha256 })
        const existing = await skills.findBySlug(viewer, arrival.slug)
        if (existing) throw new ProblemError(nameTaken(existing))
        const judged = await assessImport(services, { arrival, before: null, yes: null })
        return { action: 'create', arrival, judged }
      }),
    ),
})

const updateFields = {
  name: z.string().max(200).describe('The name of the skill to change.'),
  title: title.optional().describe('A new title.'),
  description: description.optional().describe('A new description.'),
  tags: tags.optional().describe('New tags, in place of all there are.'),
  ...editFields,
}

type UpdateInput = z.output<z.ZodObject<typeof updateFields>>

const updateTool = {
  name: 'update_skill',
  description:
    'Change a skill: its content by one edit, its title, description or tags, or all of these at once. Read it first. Prefer a small edit (find_replace, append) to replacing the whole. A person may be asked first.',
  skillField: 'name',
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
} as const

export const updateSkillTool = defineTool({
  ...updateTool,
  input: z.strictObject(updateFields),
  bind: (input) => plannedCall((services) => planUpdate(services, input)),
})

/**
 * `update_skill` beside the toolset `discovery`, whose `enable_skill` and `disable_skill` load and unload:
 * here the library's switch is a field.
 */
export const updateOrSwitchSkillTool = defineTool({
  ...updateTool,
  description: `${updateTool.description} "enabled" alone switches the skill on or off in the library.`,
  input: z.strictObject({
    ...updateFields,
    enabled: z
      .boolean()
      .optional()
      .describe('Whether it is listed and can be used at all. Give it without other changes.'),
  }),
  bind: ({ enabled, ...input }) =>
    plannedCall(async (services) => {
      if (enabled === undefined) return planUpdate(services, input)
      const { name, ...changes } = input
      if (Object.values(changes).some(Boolean)) throw new ProblemError(oneChangeAtATime(name))
      return planSwitch(services, name, enabled ? 'enable' : 'disable')
    }),
})

function planUpdate(
  services: ToolServices,
  { name, title, description, tags, operation, ...fields }: UpdateInput,
) {
  return planLibraryChange(services, 'update', async () => {
    const target = await skillToChange(services, name)
    if (!target) throw new ProblemError(unknownSkill(name))
    const edit = operation && { operation, ...fields }
    // Models write empty texts for absent fields.
    const input = { title: title || undefined, description: description || undefined, tags, edit }
    const incomplete = !edit && [fields.content, fields.find, fields.replace].some((text) => text)
    if (incomplete || isEmptyChange(input)) throw new ProblemError(nothingToChange(target.slug))
    const content = await contentOf(services, target)
    if (operation === 'replace') await refuseUnseen(services, target, content)
    const { viewer: person, sha256, skills } = services
    const otherFiles = await filesExceptSkillMd(skills, person, target)
    const now = { skill: target, content, otherFiles }
    const arrival = composeChangedSkill(now, input, { person, sha256 })
    if (arrival.facts.digest === target.head.digest) {
      const { slug, head } = target
      return { unchanged: reportOf('update', { slug, number: head.number }) }
    }
    const judged = await assessImport(services, { arrival, before: target, yes: null })
    return { action: 'update', target, before: content.source, arrival, judged }
  })
}

export const deleteSkillTool = defineTool({
  name: 'delete_skill',
  description:
    'Delete a skill. It can be restored by a person for 30 days. A person may be asked first.',
  input: z.strictObject({ name: z.string().max(200).describe('The name of the skill to delete.') }),
  skillField: 'name',
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ name }) =>
    plannedCall((services) =>
      planLibraryChange(services, 'delete', async () => {
        const target = await skillToChange(services, name)
        if (!target) return { unchanged: { deleted: false } }
        const { source: before } = await contentOf(services, target)
        return { action: 'delete', target, before }
      }),
    ),
})

export const enableSkillTool = defineSwitch('enable')
export const disableSkillTool = defineSwitch('disable')

/**
 * Defines the tools that enable and disable a skill in the library: a disabled skill is not listed and not
 * read.
 */
function defineSwitch(action: 'enable' | 'disable') {
  const on = action === 'enable'
  return defineTool({
    name: `${action}_skill`,
    description: on
      ? 'Switch a skill on: it is listed again and can be read. A person may be asked first.'
      : 'Switch a skill off: it is kept, but not listed and not read until it is switched on again. A person may be asked first.',
    input: z.strictObject({ name: z.string().max(200) }),
    skillField: 'name',
    permission: 'skills.write',
    policy: 'none',
    answersFrom: 'services',
    bind: ({ name }) => plannedCall((services) => planSwitch(services, name, action)),
  })
}

function planSwitch(services: ToolServices, name: string, action: 'enable' | 'disable') {
  const enabled = action === 'enable'
  return planLibraryChange(services, action, async () => {
    const target = await skillToChange(services, name)
    if (!target) throw new ProblemError(unknownSkill(name))
    if (target.enabled === enabled) return { unchanged: { name: target.slug, enabled } }
    // No person can say yes to an agent's wish.
    if (enabled) await checkEnabling(services, target, null)
    const { source: before } = await contentOf(services, target)
    return { action, target, before }
  })
}

/** Null for a skill that does not exist for this agent. Throws the problem of {@link skillWriteProblem}. */
async function skillToChange(services: ToolServices, name: string): Promise<Skill | null> {
  const { principal } = services
  const skill = await findByName(services, name)
  if (!skill || skillFieldsOf(skill.head).disableModelInvocation) return null
  throwIf(skillWriteProblem(principal, skill.scope, skill))
  return skill
}

async function contentOf({ skills, viewer }: ToolServices, skill: Skill): Promise<RevisionContent> {
  const content = await skills.content(viewer, skill.id, skill.head.digest)
  if (!content) throw skillNotFound(skill.id)
  return content
}

function isEmptyChange({ title, description, tags, edit }: SkillEditInput): boolean {
  return title === undefined && description === undefined && tags === undefined && !edit
}

/**
 * Replacing a whole text requires that the conversation has seen the current one; otherwise changes of
 * others would be lost.
 */
async function refuseUnseen(
  services: ToolServices,
  skill: Skill,
  content: RevisionContent,
): Promise<void> {
  const { skills, viewer, conversationId, turn } = services
  const [revisions, own] = await Promise.all([
    skills.revisions(viewer, skill.id),
    skills.changesUnder(conversationId),
  ])
  const given = turn.used.get(skill.slug)
  const read = given?.skillId === skill.id ? given.digest : null
  const written = own.filter(({ skillId }) => skillId === skill.id).map(({ number }) => number)
  const seen = lastSeen(revisions, { read, written })
  if (seen.current) return
  throw new ProblemError(changedSince({ skill, content: content.body }, seen.number))
}
