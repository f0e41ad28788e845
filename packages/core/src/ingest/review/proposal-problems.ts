import { type Problem, ProblemError } from '../../base/errors.ts'
import type { PendingRevision, ReviewState } from '../../domain/pending-revision.ts'
import type { NewContent } from '../../domain/skill.ts'

/** Why a skill of an agent cannot be proposed. */
export function isValidProposal(arrival: NewContent): Problem | undefined {
  const empty = !arrival.facts.description.trim()
    ? 'description'
    : !arrival.content.body.trim()
      ? 'instructions'
      : undefined
  if (!empty) return undefined
  return {
    code: 'proposal.empty',
    kind: 'invalid',
    message: `The skill has no ${empty}, so it cannot be used.`,
    hint: `Save it again with ${empty}.`,
  }
}

export function tooManyProposals(limit: number): ProblemError {
  return new ProblemError({
    code: 'proposal.too-many',
    kind: 'conflict',
    message: `${limit} proposals of this conversation are already pending.`,
    hint: 'Continue with the task; further proposals are possible after a person has decided.',
    details: { limit },
  })
}

/** The note is what the agent needs to know to propose something better. */
export function rejectedBefore({ id, note }: Pick<PendingRevision, 'id' | 'note'>): ProblemError {
  return new ProblemError({
    code: 'proposal.rejected',
    kind: 'conflict',
    message: `A person rejected exactly this content${note.trim() === '' ? '' : ` and wrote: ${note.trim()}`}`,
    hint: 'Do not save it again as it is: change what they object to, or go on without it.',
    details: { proposal_id: id, note },
  })
}

export function proposalDecided(state: ReviewState): Problem {
  const status = state === 'approved' ? 'accepted' : state
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
    message: `"${details.slug}" has changed since this was proposed, so accepting it would overwrite those changes.`,
    hint: 'Open the proposed text as a draft in the editor, compare it with the current skill, and save the merged text.',
    details,
  }
}

export const scopeFixed: Problem = {
  code: 'proposal.scope-fixed',
  kind: 'invalid',
  message: 'This proposal changes an existing skill, which keeps its scope.',
  hint: 'Accept it without a scope.',
}

export function hasSecrets(id: string): ProblemError {
  return new ProblemError({
    code: 'offer.has-secrets',
    kind: 'conflict',
    message: 'This skill has secrets of its owner, which the organisation would get with it.',
    hint: 'Its owner removes them first; an owner or admin can set new ones after acceptance.',
    details: { id },
  })
}
