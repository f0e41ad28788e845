import type { Problem } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import type { ActiveSkill, SessionState } from '../../domain/session-state.ts'
import { minimalRemovals } from './minimal-removals.ts'
import { type BudgetSettings, budgetUsed, skillsStateChanged } from './skills-state.ts'

export type SessionCommand =
  | { readonly type: 'activate'; readonly skill: ActiveSkill }
  | { readonly type: 'deactivate'; readonly slug: string }
  /** Pins the same skill to another revision. */
  | { readonly type: 'upgrade'; readonly skill: ActiveSkill }
  /**
   * Makes exactly these skills active. None is refused for its size: bodies are shed at the next step.
   * A skill that stays keeps its pin; the order is the given one.
   */
  | { readonly type: 'replace'; readonly skills: readonly ActiveSkill[] }
  /** Removes skills that were deleted, disabled or hidden. Unknown ids are ignored. */
  | { readonly type: 'withdraw'; readonly skillIds: readonly SkillId[] }

export interface SessionContext {
  readonly settings: BudgetSettings
}

export type SessionResult =
  | { readonly change: 'activated' | 'deactivated' | 'upgraded'; readonly skill: ActiveSkill }
  /** Nothing changed. `newerRevision`: the skill's head differs from the revision in the prompt. */
  | {
      readonly change: 'already-active'
      readonly skill: ActiveSkill
      readonly newerRevision: boolean
    }
  /** All active skills, and the difference from before. */
  | {
      readonly change: 'replaced'
      readonly skills: readonly ActiveSkill[]
      readonly loaded: readonly ActiveSkill[]
      readonly unloaded: readonly ActiveSkill[]
    }
  | { readonly change: 'withdrawn'; readonly skills: readonly ActiveSkill[] }

export type ReducedSession =
  | {
      readonly ok: true
      readonly state: SessionState
      readonly events: readonly ConversationEvent[]
      readonly result: SessionResult
    }
  | { readonly ok: false; readonly state: SessionState; readonly refusal: Problem }

/**
 * The only function that changes a session. Pure. A refusal keeps the state: `session.over-budget`,
 * `session.slug-in-use`, `session.not-active`. A state over a lowered cap is kept, but accepts no further
 * skill.
 */
export function reduceSession(
  state: SessionState,
  command: SessionCommand,
  context: SessionContext,
): ReducedSession {
  switch (command.type) {
    case 'activate':
      return activate(state, command.skill, context)
    case 'deactivate':
      return deactivate(state, command.slug, context)
    case 'upgrade':
      return upgrade(state, command.skill, context)
    case 'replace':
      return replace(state, command.skills, context)
    case 'withdraw':
      return withdraw(state, command.skillIds, context)
  }
}

function activate(
  state: SessionState,
  skill: ActiveSkill,
  context: SessionContext,
): ReducedSession {
  const present = state.active.find((active) => active.skillId === skill.skillId)
  if (present) {
    const newerRevision = present.digest !== skill.digest
    const result: SessionResult = { change: 'already-active', skill: present, newerRevision }
    return { ok: true, state, events: [], result }
  }
  const refusal = slugInUse(state, skill) ?? overBudget(state, skill, context)
  if (refusal) return { ok: false, state, refusal }
  const next: SessionState = { ...state, active: [...state.active, skill] }
  return changed(next, { change: 'activated', skill }, context)
}

function deactivate(state: SessionState, slug: string, context: SessionContext): ReducedSession {
  const skill = state.active.find((active) => active.slug === slug)
  if (!skill) return { ok: false, state, refusal: notActive(state, slug) }
  const next: SessionState = { ...state, active: state.active.filter((other) => other !== skill) }
  return changed(next, { change: 'deactivated', skill }, context)
}

/** The skill keeps its position in the prompt, and its old text when the new one does not fit. */
function upgrade(state: SessionState, skill: ActiveSkill, context: SessionContext): ReducedSession {
  const present = state.active.find((active) => active.skillId === skill.skillId)
  if (!present) return { ok: false, state, refusal: notActive(state, skill.slug) }
  if (present.digest === skill.digest) {
    const result: SessionResult = { change: 'already-active', skill: present, newerRevision: false }
    return { ok: true, state, events: [], result }
  }
  const others: SessionState = {
    ...state,
    active: state.active.filter((active) => active !== present),
  }
  const refusal = slugInUse(others, skill) ?? overBudget(others, skill, context)
  if (refusal) return { ok: false, state, refusal }
  const active = state.active.map((one) => (one === present ? skill : one))
  return changed({ ...state, active }, { change: 'upgraded', skill }, context)
}

function replace(
  state: SessionState,
  requested: readonly ActiveSkill[],
  context: SessionContext,
): ReducedSession {
  const before = new Map(state.active.map((skill) => [skill.skillId, skill]))
  const unique = requested.filter(
    ({ skillId, slug }, at) =>
      requested.findIndex((other) => other.skillId === skillId || other.slug === slug) === at,
  )
  const skills = unique.map((skill) => {
    const pinned = before.get(skill.skillId)
    return pinned?.slug === skill.slug ? pinned : skill
  })
  const kept = new Set(skills.map(({ skillId }) => skillId))
  const loaded = skills.filter(({ skillId }) => !before.has(skillId))
  const unloaded = state.active.filter(({ skillId }) => !kept.has(skillId))
  const result: SessionResult = { change: 'replaced', skills, loaded, unloaded }
  const same =
    state.shed !== undefined &&
    skills.length === state.active.length &&
    skills.every((skill, at) => skill === state.active[at])
  if (same) return { ok: true, state, events: [], result }
  const shed = (state.shed ?? []).filter((skillId) => kept.has(skillId))
  return changed({ ...state, active: skills, shed }, result, context)
}

function withdraw(
  state: SessionState,
  skillIds: readonly SkillId[],
  context: SessionContext,
): ReducedSession {
  const withdrawnIds = new Set(skillIds)
  const skills = state.active.filter((skill) => withdrawnIds.has(skill.skillId))
  const result: SessionResult = { change: 'withdrawn', skills }
  if (skills.length === 0) return { ok: true, state, events: [], result }
  const active = state.active.filter((skill) => !withdrawnIds.has(skill.skillId))
  return changed({ ...state, active }, result, context)
}

function changed(
  state: SessionState,
  result: SessionResult,
  context: SessionContext,
): ReducedSession {
  return { ok: true, state, events: [skillsStateChanged(state, context.settings)], result }
}

function slugInUse(state: SessionState, skill: ActiveSkill): Problem | undefined {
  const other = state.active.find((active) => active.slug === skill.slug)
  if (!other) return undefined
  return {
    code: 'session.slug-in-use',
    kind: 'conflict',
    message: `Another skill with the slug "${skill.slug}" is already enabled here: "${other.name}". Disable it first.`,
    details: { slug: skill.slug },
  }
}

function notActive(state: SessionState, slug: string): Problem {
  const enabled = state.active.map((skill) => skill.slug)
  return {
    code: 'session.not-active',
    kind: 'not-found',
    message: `"${slug}" is not enabled in this conversation, so there is nothing to disable.`,
    hint: enabled.length > 0 ? `Enabled here: ${enabled.join(', ')}.` : 'No skill is enabled here.',
    details: { slug, enabled },
  }
}

function overBudget(
  state: SessionState,
  skill: ActiveSkill,
  { settings }: SessionContext,
): Problem | undefined {
  if (state.shed) return undefined
  const limit = settings.skillsMaxPromptChars
  const used = budgetUsed(state)
  if (used + skill.contentLength <= limit) return undefined
  const missing = used + skill.contentLength - limit
  const fitsAlone = skill.contentLength <= limit
  const sets = fitsAlone ? minimalRemovals(state.active, missing) : []
  const numbers = `limit ${limit} characters, in use ${used}, "${skill.slug}" needs ${skill.contentLength}, ${missing} too many`
  return {
    code: 'session.over-budget',
    kind: 'too-large',
    message: `"${skill.slug}" does not fit into this conversation's skill budget: ${numbers}.`,
    hint: freeBudgetHint(fitsAlone, sets),
    details: {
      limit_chars: limit,
      used_chars: used,
      skill_chars: skill.contentLength,
      missing_chars: missing,
      fits_alone: fitsAlone,
      room_by_disabling: sets.map((set) => set.map((active) => active.slug)),
    },
  }
}

function freeBudgetHint(fitsAlone: boolean, sets: readonly (readonly ActiveSkill[])[]): string {
  if (!fitsAlone) {
    return 'The skill alone is larger than the whole budget: disabling others cannot help. Ask an administrator to raise skills_max_prompt_chars, or use a shorter skill.'
  }
  const choices = sets.map((set) =>
    set.map((skill) => `${skill.slug} (${skill.contentLength})`).join(' + '),
  )
  return `Make room with disable_skill, if it is no longer needed: ${choices.join('; or ')}.`
}
