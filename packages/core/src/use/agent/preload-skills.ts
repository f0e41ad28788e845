import type { Problem } from '../../base/errors.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { ActiveSkill, SessionState } from '../../domain/session-state.ts'
import { skillUseProblem } from '../conversation/switch-skill.ts'
import { activeSkillOf } from '../session/active-skill.ts'
import { type ReducedSession, reduceSession } from '../session/reduce-session.ts'
import { runsInSubAgent } from '../tools/forked-skill.ts'
import { isContextOverflow } from '../tools/is-context-overflow.ts'
import { findNamedSkill, unavailable, unknownSkill } from '../tools/portable-skill.ts'
import { isRouted } from './prompt-skills.ts'
import { contextTokensOf, type StepContext } from './step-context.ts'

interface RefusedSkill {
  readonly slug: string
  readonly problem: Problem
}

/**
 * Loads the skills that the run's trigger names, once, before the first model call. It does what
 * `activate_skills` does: it puts text into the prompt. For an agent that is not routed its own enablement
 * rules apply; where a person would have to approve, nothing is loaded.
 */
export async function preloadSkills(context: StepContext): Promise<void> {
  const { journal, settings } = context
  const slugs = journal.view.trigger()?.preloadSkills ?? []
  if (slugs.length === 0 || journal.view.hasPreloaded()) return
  const { found, refused } = await findAll(context, [...new Set(slugs)])
  const loaded = isRouted(context)
    ? replaceAll(journal.session, found, settings)
    : activateEach(journal.session, found, settings)
  const skills = loaded.session.active.filter(({ skillId }) =>
    found.some((skill) => skill.skillId === skillId),
  )
  const event: ConversationEvent = {
    type: 'skills-preloaded',
    skills: skills.map(({ skillId, digest, slug, name }) => ({ skillId, digest, slug, name })),
    refused: [...refused, ...loaded.refused],
  }
  await journal.append([event, ...loaded.events], { session: loaded.session })
}

async function findAll(
  context: StepContext,
  slugs: readonly string[],
): Promise<{ readonly found: readonly ActiveSkill[]; readonly refused: readonly RefusedSkill[] }> {
  const { ports, principal, settings } = context
  const forbidden = isRouted(context)
    ? missingPermission(principal, 'skills.read')
    : skillUseProblem(principal, settings)
  const { environment } = context
  const contextTokens = contextTokensOf(ports)
  const services = { skills: ports.store.skills, viewer: principal.userId, environment }
  const found: ActiveSkill[] = []
  const refused: RefusedSkill[] = []
  for (const slug of slugs) {
    const named = await findNamedSkill(services, slug)
    const { skill } = named
    const problem =
      forbidden ??
      unavailable(named, slug) ??
      (skill ? (runsInSubAgent(skill) ?? isContextOverflow(skill, { contextTokens })) : undefined)
    if (problem || !skill) refused.push({ slug, problem: problem ?? unknownSkill(slug) })
    else found.push(activeSkillOf(skill))
  }
  return { found, refused }
}

interface LoadResult {
  readonly session: SessionState
  readonly events: readonly ConversationEvent[]
  readonly refused: readonly RefusedSkill[]
}

function replaceAll(
  session: SessionState,
  skills: readonly ActiveSkill[],
  settings: StepContext['settings'],
): LoadResult {
  if (skills.length === 0) return { session, events: [], refused: [] }
  const reduction = reduceSession(session, { type: 'replace', skills }, { settings })
  return { session: reduction.state, events: eventsOf(reduction), refused: [] }
}

function activateEach(
  session: SessionState,
  skills: readonly ActiveSkill[],
  settings: StepContext['settings'],
): LoadResult {
  if (settings.skillEnablementPolicy === 'prompt-user') {
    return {
      session,
      events: [],
      refused: skills.map(({ slug }) => ({ slug, problem: noApprover })),
    }
  }
  let loaded: LoadResult = { session, events: [], refused: [] }
  for (const skill of skills) {
    const reduction = reduceSession(loaded.session, { type: 'activate', skill }, { settings })
    loaded = reduction.ok
      ? {
          ...{ session: reduction.state, refused: loaded.refused },
          events: reduction.events.length > 0 ? reduction.events : loaded.events,
        }
      : {
          ...loaded,
          refused: [...loaded.refused, { slug: skill.slug, problem: reduction.refusal }],
        }
  }
  return loaded
}

function eventsOf(reduction: ReducedSession): readonly ConversationEvent[] {
  return reduction.ok ? reduction.events : []
}

const noApprover: Problem = {
  code: 'policy.nobody-to-ask',
  kind: 'forbidden',
  message:
    'In this organisation a person is asked before a skill is enabled, and nobody is here to be asked.',
  hint: 'Give the agent the toolset routed, or load the skill in a turn a person begins.',
}
