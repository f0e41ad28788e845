import { ProblemError } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { routingOf } from '../../choose/routing/routing-of.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import type { ActiveSkill, WithdrawalReason } from '../../domain/session-state.ts'
import { fitBodies, restoreBodies } from '../session/fit-bodies.ts'
import { skillsOverBudget } from '../session/over-budget.ts'
import { type PinnedFacts, pinnedFacts } from '../session/pinned-facts.ts'
import { reduceSession } from '../session/reduce-session.ts'
import { isShed, toUsedSkill } from '../session/skills-state.ts'
import { withdrawnOf } from '../session/withdrawn-of.ts'
import { routedToolsetName } from '../toolsets/routed/routed.ts'
import { leaveOutRevoked } from './leave-out-revoked.ts'
import type { StepContext } from './step-context.ts'

/** An active skill with its body. */
export interface PromptSkill {
  readonly skill: ActiveSkill
  /** Null when the body was shed from the prompt. */
  readonly body: string | null
}

type StateChanged = Extract<ConversationEvent, { type: 'skills-state-changed' }>

/** Whether the agent is routed: it gets a catalogue per turn, and bodies within a budget. */
export function isRouted({ tools }: Pick<StepContext, 'tools'>): boolean {
  return tools.toolsets.includes(routedToolsetName)
}

/**
 * The active skills for this step's prompt. Deleted, disabled or hidden skills are withdrawn from the
 * session, and revoked ones from earlier results, first; then bodies are shed, where the agent is routed.
 */
export async function loadPromptSkills(context: StepContext): Promise<readonly PromptSkill[]> {
  const { ports, journal, principal } = context
  const { skills } = ports.store
  const viewer = principal.userId
  await leaveWithdrawn(context)
  const unavailable = new Map<SkillId, WithdrawalReason>()
  const bodies = new Map<ActiveSkill, string>()
  for (const skill of journal.session.active) {
    const body = skill.fetchedFrom
      ? fetchedBody(journal.events, skill)
      : (await skills.content(viewer, skill.skillId, skill.digest))?.body
    if (body !== undefined) bodies.set(skill, body)
    else unavailable.set(skill.skillId, 'deleted')
  }
  await leaveUnavailable(context, unavailable)
  await leaveOutRevoked(context)
  await keepWithinBudget(context)
  const { session } = journal
  return session.active.map((skill) => ({
    skill,
    body: isShed(session, skill.skillId) ? null : (bodies.get(skill) ?? ''),
  }))
}

/** Takes out of the session what its person may no longer use. */
export async function leaveWithdrawn(context: StepContext): Promise<void> {
  const { ports, journal, principal } = context
  const gone = await withdrawnOf(ports.store.skills, principal.userId, journal.session.active)
  await leaveUnavailable(context, new Map(gone.map(({ skillId, reason }) => [skillId, reason])))
}

/** The text of a skill from a registry stands in the conversation's log alone. */
export function fetchedBody(
  events: readonly LoggedEvent[],
  { digest }: ActiveSkill,
): string | undefined {
  for (const { event } of events) {
    if (event.type === 'registry-skill-fetched' && event.skill.digest === digest) return event.body
  }
  return undefined
}

async function leaveUnavailable(
  context: StepContext,
  reasons: ReadonlyMap<SkillId, WithdrawalReason>,
): Promise<void> {
  const withdrawn = context.journal.session.active.flatMap((skill) => {
    const reason = reasons.get(skill.skillId)
    return reason ? [{ ...toUsedSkill(skill), reason }] : []
  })
  await withdraw(context, withdrawn, { withdrawn })
}

/** The event of the change says which skills left, and why. */
async function withdraw(
  { journal, settings }: StepContext,
  leaving: readonly Pick<ActiveSkill, 'skillId'>[],
  why: Pick<StateChanged, 'withdrawn' | 'leftOverBudget'>,
): Promise<void> {
  const command = { type: 'withdraw', skillIds: leaving.map(({ skillId }) => skillId) } as const
  const reduction = reduceSession(journal.session, command, { settings })
  if (!reduction.ok) throw new ProblemError(reduction.refusal)
  if (reduction.events.length === 0) return
  const events = reduction.events.map((event) =>
    event.type === 'skills-state-changed' ? { ...event, ...why } : event,
  )
  await journal.append(events, { session: reduction.state })
}

async function keepWithinBudget(context: StepContext): Promise<void> {
  const { journal, settings, ports, principal } = context
  const { active } = journal.session
  const priorityOf = priorities(await pinnedFacts(ports.store.skills, principal.userId, active))
  const fitted = isRouted(context)
    ? fitBodies(journal.session, priorityOf, settings)
    : restoreBodies(journal.session, settings)
  if (fitted.events.length > 0) await journal.append(fitted.events, { session: fitted.session })
  if (!isRouted(context)) await leaveOverBudget(context, priorityOf)
}

/** A budget that was lowered counts from the next prompt on. */
async function leaveOverBudget(
  context: StepContext,
  priorityOf: (skill: ActiveSkill) => number,
): Promise<void> {
  const { journal, settings } = context
  const leaving = skillsOverBudget(journal.session, priorityOf, settings)
  await withdraw(context, leaving, { leftOverBudget: leaving.map(toUsedSkill) })
}

/** The priority by the frontmatter of the pinned revision. */
function priorities(facts: ReadonlyMap<ActiveSkill['skillId'], PinnedFacts>) {
  return ({ skillId }: ActiveSkill): number => {
    const pinned = facts.get(skillId)
    return pinned ? routingOf(pinned.facts).priority : lastPriority
  }
}

/** The priority of a skill whose revision is gone. */
const lastPriority = 100
