import { z } from 'zod'
import type { Problem } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { ActiveSkill } from '../../../domain/session-state.ts'
import type { Skill } from '../../../domain/skill.ts'
import { activeSkillOf } from '../../session/active-skill.ts'
import { runsInSubAgent } from '../../tools/forked-skill.ts'
import { isContextOverflow } from '../../tools/is-context-overflow.ts'
import { findByName, unavailable, unknownSkill } from '../../tools/portable-skill.ts'
import { failedConditionHere } from '../../tools/skill-conditions.ts'
import { defineTool, type PlannedCall, type ToolServices } from '../../tools/tool.ts'

/** The maximum number of skills in one call. */
const maxIds = 50

/**
 * `activate_skills`: the last call defines the set of loaded skills. It needs no approval and grants
 * nothing: it only loads text, and each tool call is decided on its own.
 */
export const activateSkills = defineTool({
  name: 'activate_skills',
  description:
    'Load skills by their ids from the catalogue: their instructions stand in the system prompt from your next step on. The skills you name replace those that were loaded before; name all you need, and none to unload them all.',
  input: z.strictObject({
    ids: z
      .array(z.string().min(1).max(200))
      .max(maxIds)
      .describe('Ids exactly as the catalogue has them.'),
    confirmed: z.boolean().optional().describe('Loading is never asked about: it changes nothing.'),
  }),
  permission: 'skills.read',
  policy: 'none',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  mainAgentOnly: true,
  bind: ({ ids }) => ({
    effect: { kind: 'session', command: () => nothingFound(ids), report: () => null },
    plan: (services) => planActivation(services, ids),
  }),
})

interface RefusedSkill {
  readonly id: string
  readonly problem: Problem
}

interface FoundSkill {
  readonly skill: Skill
  /** Pinned as already loaded, otherwise at its current revision. */
  readonly pin: ActiveSkill
}

/** The skills of these names that a model may load, and the problems of the others. */
export async function findSkills(
  services: Pick<ToolServices, 'skills' | 'viewer' | 'session' | 'environment' | 'contextTokens'>,
  ids: readonly string[],
): Promise<{ readonly found: readonly FoundSkill[]; readonly notFound: readonly RefusedSkill[] }> {
  const { skills, viewer, session, environment } = services
  const found: FoundSkill[] = []
  const notFound: RefusedSkill[] = []
  for (const id of new Set(ids)) {
    const active = session.active.find(({ slug }) => slug === id)
    const skill =
      (await findByName(services, id)) ?? (active ? await skills.get(viewer, active.skillId) : null)
    const failedCondition = skill && !active ? await failedConditionHere(skill, environment) : null
    const problem =
      unavailable({ skill, failedCondition }, id) ??
      (skill ? (runsInSubAgent(skill) ?? isContextOverflow(skill, services)) : undefined)
    if (problem || !skill) {
      notFound.push({ id, problem: problem ?? unknownSkill(id) })
    } else if (!found.some((other) => other.skill.id === skill.id)) {
      const now = activeSkillOf(skill)
      const pinned = session.active.find(
        ({ skillId, slug }) => skillId === skill.id && slug === now.slug,
      )
      found.push({ skill, pin: pinned ?? now })
    }
  }
  return { found, notFound }
}

function toRefusal({ id, problem: { code, message, hint } }: RefusedSkill): JsonObject {
  return { id, code, message, ...(hint && { hint }) }
}

function nothingFound(ids: readonly string[]): Problem {
  const shownIds = ids.slice(0, 5).map((id) => JSON.stringify(id.slice(0, 100)))
  return {
    code: 'skill.not-found',
    kind: 'not-found',
    message: `None of these can be loaded: ${shownIds.join(', ')}. What was loaded stays as it was.`,
    hint: 'Take the ids exactly as the catalogue or a search gives them; if none fits, go on without a skill.',
    details: { ids: ids.map((id) => id.slice(0, 200)) },
  }
}

async function planActivation(
  services: ToolServices,
  ids: readonly string[],
): Promise<PlannedCall | Problem> {
  const { found, notFound } = await findSkills(services, ids)
  const [only] = notFound
  if (found.length === 0 && only) return notFound.length === 1 ? only.problem : nothingFound(ids)
  const command = { type: 'replace', skills: found.map(({ pin }) => pin) } as const
  const outdated = found.filter(({ pin, skill }) => pin.digest !== skill.head.digest)
  return {
    effect: {
      kind: 'session',
      command: () => command,
      report: (result) => ({
        active: command.skills.map(({ slug }) => slug),
        unloaded: result.change === 'replaced' ? result.unloaded.map(({ slug }) => slug) : [],
        ...(notFound.length > 0 && { not_loaded: notFound.map(toRefusal) }),
        ...(outdated.length > 0 && {
          newer_revision_available: outdated.map(({ pin }) => pin.slug),
        }),
        note: 'Their instructions stand in your prompt from your next step on, as far as there is room; the catalogue says which do not.',
      }),
    },
  }
}
