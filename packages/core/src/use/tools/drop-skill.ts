import { z } from 'zod'
import type { Problem } from '../../base/errors.ts'
import type { GivenSkill } from '../../domain/given-skill.ts'
import { budget } from './budget.ts'
import { slugFromName } from './portable-skill.ts'
import { defineTool, type RecordEffect, type SessionEffect } from './tool.ts'

/**
 * `drop_skill`: leaves a skill's text out of the conversation, whether it was given as a result or stands in the system
 * prompt, as one fetched from a registry does. Nothing else drops it, so it would fill the context for good.
 * `disable_skill` of document A does the same where it is there.
 */
export const dropSkill = defineTool({
  name: 'drop_skill',
  description:
    'Leave the text of a skill that was given to you, or that you fetched, out of this conversation, to make room. Load it again when you need it.',
  input: z.strictObject({ name: z.string().min(1).max(200).describe('The name of the skill.') }),
  skillField: 'name',
  permission: 'skills.read',
  policy: 'none',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  mainAgentOnly: true,
  bind: ({ name }) => ({
    effect: { kind: 'session', command: () => notGiven(name), report: () => null },
    plan: async ({ session, given }) => {
      const slug = slugFromName(name)
      const active = session.active.find((one) => one.slug === name || one.slug === slug)
      if (active) return { effect: sessionRemoval(active.slug, 'dropped') }
      const found = given().find((one) => one.slug === slug)
      return found ? { effect: removalEffect(found) } : notGiven(name)
    },
  }),
})

/** Takes it out of the system prompt, which gives its characters back to the budget. */
export function sessionRemoval(slug: string, status: 'disabled' | 'dropped'): SessionEffect {
  return {
    kind: 'session',
    command: () => ({ type: 'deactivate', slug }),
    report: (_result, facts) => ({ status, skill: slug, ...budget(facts) }),
  }
}

/** Leaves its results out of all later requests. Its list of allowed tools holds until the end of the turn. */
export function removalEffect({ slug, callIds, tokens }: GivenSkill): RecordEffect {
  return {
    kind: 'record',
    run: async () => ({
      output: { status: 'dropped', skill: slug, freed_tokens: tokens },
      events: [{ type: 'context-trimmed', callIds, tokensBefore: tokens }],
    }),
  }
}

function notGiven(name: string): Problem {
  return {
    code: 'skill.not-given',
    kind: 'not-found',
    message: `No text of a skill "${name.slice(0, 100)}" stands in this conversation.`,
    hint: 'Go on: there is nothing to drop.',
  }
}
