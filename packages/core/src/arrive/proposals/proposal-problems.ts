import { type Problem, ProblemError } from '../../base/errors.ts'
import type { SkillArrival } from '../../domain/skill.ts'
import type { ProposalStatus } from '../../ports/proposals.ts'

/** Why a skill an agent wrote is not taken. */
export function canBeProposed(arrival: SkillArrival): Problem | undefined {
  const empty = !arrival.facts.description.trim()
    ? 'description'
    : !arrival.content.body.trim()
      ? 'instructions'
      : undefined
  if (!empty) return undefined
  return {
    code: 'proposal.empty',
    kind: 'invalid',
    message: `The skill has no ${empty}, so nobody would know ${empty === 'description' ? 'when to use it' : 'what to do with it'}.`,
    hint: `Save it again with ${empty}.`,
  }
}

export function tooManyProposals(limit: number): ProblemError {
  return new ProblemError({
    code: 'proposal.too-many',
    kind: 'conflict',
    message: `${limit} skills of this conversation already wait for a person.`,
    hint: 'Go on with the task; nothing more can be proposed until somebody has decided.',
    details: { limit },
  })
}

export const proposalNotFound: Problem = {
  code: 'proposal.not-found',
  kind: 'not-found',
  message: 'There is no such proposal, or it is not yours to see.',
}

export function proposalDecided(status: ProposalStatus): Problem {
  return {
    code: 'proposal.decided',
    kind: 'conflict',
    message: `This proposal is no longer open: it is ${status}.`,
    hint: 'Read it again to see who decided, and when.',
    details: { status },
  }
}

export function proposalStale(details: { id: string; slug: string }): Problem {
  return {
    code: 'proposal.stale',
    kind: 'stale',
    message: `"${details.slug}" has changed since this was proposed, so it would overwrite what it has not seen.`,
    hint: 'Open the proposed text as a draft in the editor, compare it with the skill as it is now, and save what is right.',
    details,
  }
}

export const scopeFixed: Problem = {
  code: 'proposal.scope-fixed',
  kind: 'invalid',
  message: 'This changes a skill that is there already; it stays where it is.',
  hint: 'Accept it without a scope.',
}
