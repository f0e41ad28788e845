import { z } from 'zod'
import { removalEffect, sessionRemoval } from '../../tools/drop-skill.ts'
import { defineTool, type PlannedCall, type ToolServices } from '../../tools/tool.ts'

/**
 * `disable_skill`, also for a skill whose text was given as a result: nothing else ever drops such a text, so it
 * would fill the context for good.
 */
export const disableSkill = defineTool({
  name: 'disable_skill',
  description:
    'Take a skill out of your context: out of the system prompt, which gives its characters back to the budget, or, if its text was given as a result, out of the conversation.',
  input: z.strictObject({
    skill_slug: z.string().min(1).max(200).describe('The slug of the skill.'),
  }),
  skillField: 'skill_slug',
  permission: 'skills.read',
  policy: 'none',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  mainAgentOnly: true,
  bind: ({ skill_slug }) => ({
    effect: sessionRemoval(skill_slug, 'disabled'),
    plan: async (services) => planDisabling(services, skill_slug),
  }),
})

function planDisabling({ session, given }: ToolServices, slug: string): PlannedCall {
  const isActive = session.active.some((active) => active.slug === slug)
  const found = isActive ? undefined : given().find((one) => one.slug === slug)
  return { effect: found ? removalEffect(found) : sessionRemoval(slug, 'disabled') }
}
