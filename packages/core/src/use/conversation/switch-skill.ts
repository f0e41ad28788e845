import { type Problem, ProblemError } from '../../base/errors.ts'
import type { ConversationId, TraceId } from '../../base/ids.ts'
import { disabledSkill } from '../../domain/disabled-skill.ts'
import type { SkillsState } from '../../domain/events.ts'
import { mayNotEnable, missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { SessionState } from '../../domain/session-state.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'
import { conversationBusy } from '../../ports/store-problems.ts'
import { activeSkillOf } from '../session/active-skill.ts'
import { reduceSession, type SessionCommand } from '../session/reduce-session.ts'
import { skillsState } from '../session/skills-state.ts'
import { runsInSubAgent } from '../tools/forked-skill.ts'
import { isContextOverflow } from '../tools/is-context-overflow.ts'
import { availabilityProblem, type ReadEnvironment } from '../tools/skill-conditions.ts'
import { readLog } from './read-log.ts'
import { skillsInMessages } from './skills-in-messages.ts'
import { writeAtHead } from './start-run.ts'

export interface SkillSwitch {
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly slug: string
  /** `newest`: the active skill is pinned to its newest revision. */
  readonly to: 'active' | 'inactive' | 'newest'
  readonly traceId: TraceId
}

export interface SkillSwitchPorts {
  readonly store: TenantStore
  readonly clock: Clock
  /** The environment of a turn of this conversation. */
  readonly environment: ReadEnvironment
  /** The context window of the conversation's model. */
  readonly contextTokens: number
}

/**
 * A person activates or deactivates a skill in their conversation, or upgrades it to its newest revision.
 * No approval is needed; all other rules are those of the agent. Throws ProblemError
 * `conversation.busy` while a run is open, `conversation.not-found`, `skill.not-found`, `skill.disabled`,
 * `skill.runs-apart`, `skill.exceeds-context`, `skill.not-available-here`, `policy.admin-only`, and the refusals of {@link reduceSession}.
 */
export async function switchSkill(
  ports: SkillSwitchPorts,
  request: SkillSwitch,
): Promise<SkillsState> {
  const { store, clock } = ports
  const { principal, conversationId, traceId } = request
  const { conversations } = store
  let state: SkillsState | undefined
  await writeAtHead(conversations, request, async ({ headSeq, session }) => {
    if (await conversations.openRun(principal.userId, conversationId)) {
      throw conversationBusy(conversationId)
    }
    const { settings } = await store.settings.get()
    if (
      request.to === 'inactive' &&
      (await removeSkillMessages(ports, request, { headSeq, session }))
    ) {
      state = skillsState(session, settings)
      return
    }
    const command = await commandFor(ports, { settings, session }, request)
    const reduction = reduceSession(session, command, { settings })
    if (!reduction.ok) throw new ProblemError(reduction.refusal)
    state = skillsState(reduction.state, settings)
    if (reduction.events.length === 0) return
    const { result, events } = reduction
    const given = result.change === 'activated' || result.change === 'upgraded'
    const skillsUsed = given ? [result.skill.skillId] : []
    const batch = { expectedSeq: headSeq, runId: null, traceId, events, skillsUsed }
    await conversations.append(conversationId, { ...batch, session: reduction.state }, clock.now())
  })
  if (!state) throw new Error('a session was reduced without a state')
  return state
}

/**
 * Leaves out the results that have the skill's text, where it was given as a result and is not in the session:
 * otherwise a conversation that such texts fill could never go on. False where there are none.
 */
async function removeSkillMessages(
  { store, clock }: SkillSwitchPorts,
  { principal, conversationId, slug, traceId }: SkillSwitch,
  { headSeq, session }: { readonly headSeq: number; readonly session: SessionState },
): Promise<boolean> {
  if (session.active.some((active) => active.slug === slug)) return false
  const conversation = await store.conversations.get(principal.userId, conversationId)
  if (!conversation) return false
  const given = skillsInMessages(await readLog(store.conversations, conversation)).find(
    (one) => one.slug === slug,
  )
  if (!given) return false
  const { callIds, tokens: tokensBefore } = given
  const events = [{ type: 'context-trimmed', callIds, tokensBefore }] as const
  const batch = { expectedSeq: headSeq, runId: null, traceId, events, session }
  await store.conversations.append(conversationId, batch, clock.now())
  return true
}

async function commandFor(
  { store, environment, contextTokens }: SkillSwitchPorts,
  { settings, session }: { settings: OrganisationSettings; session: SessionState },
  { principal, slug, to }: SkillSwitch,
): Promise<SessionCommand> {
  if (to === 'inactive') return { type: 'deactivate', slug }
  const problem = skillUseProblem(principal, settings)
  if (problem) throw new ProblemError(problem)
  const { skills } = store
  // An active skill keeps the slug that it was activated under, even when it was renamed.
  const pinned = to === 'newest' && session.active.find((active) => active.slug === slug)
  const skill = pinned
    ? await skills.get(principal.userId, pinned.skillId)
    : await skills.findBySlug(principal.userId, slug)
  if (!skill) throw new ProblemError(skillNotFound(slug))
  if (!skill.enabled) throw new ProblemError(disabledSkill(skill, 'conflict'))
  const refusal =
    runsInSubAgent(skill) ??
    isContextOverflow(skill, { contextTokens }) ??
    (await availabilityProblem(skill, environment))
  if (refusal) throw new ProblemError(refusal)
  return { type: to === 'newest' ? 'upgrade' : 'activate', skill: activeSkillOf(skill) }
}

/**
 * Why a person may not use skills (`auth.permission-missing`, `policy.admin-only`); undefined when they
 * may.
 */
export function skillUseProblem(
  principal: Principal,
  settings: OrganisationSettings,
): Problem | undefined {
  const missing = missingPermission(principal, 'skills.read')
  if (missing) return missing
  if (!mayNotEnable(settings, principal.role)) return undefined
  return {
    code: 'policy.admin-only',
    kind: 'forbidden',
    message: 'In this organisation only owners and admins may activate skills.',
    hint: 'Ask an owner or admin.',
  }
}

function skillNotFound(slug: string): Problem {
  return {
    code: 'skill.not-found',
    kind: 'not-found',
    message: `There is no skill "${slug}" that you can see.`,
    details: { slug },
  }
}
