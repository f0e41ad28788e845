import { type Problem, ProblemError } from '../../base/errors.ts'

export function notUserSkill(slug: string): ProblemError {
  return new ProblemError({
    code: 'offer.not-personal',
    kind: 'conflict',
    message: `"${slug}" belongs to the organisation already.`,
    hint: 'Only your own skills can be offered.',
    details: { slug },
  })
}

export function suggestionStale(slug: string): ProblemError {
  return new ProblemError({
    code: 'offer.stale',
    kind: 'stale',
    message: `"${slug}" has changed since you read it, so it was not offered.`,
    hint: 'Read it again, then offer its current digest.',
    details: { slug },
  })
}

export function alreadyOffered(id: string): ProblemError {
  return new ProblemError({
    code: 'offer.pending',
    kind: 'conflict',
    message: 'You have offered this skill already, and nobody has decided yet.',
    hint: 'Withdraw that proposal first to offer another text.',
    details: { proposal_id: id },
  })
}

export function tooManyOffers(limit: number): ProblemError {
  return new ProblemError({
    code: 'offer.too-many',
    kind: 'conflict',
    message: `${limit} of your proposals are already pending.`,
    hint: 'Withdraw or reject some of them in the inbox.',
    details: { limit },
  })
}

export function fileNotText(path: string): Problem {
  return {
    code: 'offer.file-not-text',
    kind: 'invalid',
    message: `"${path}" is not text, so whoever decides could not read it.`,
    hint: 'Remove the file, or ask an owner or admin to import the package for the organisation.',
    details: { path },
  }
}
