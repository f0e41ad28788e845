import type { Problem } from '../../base/errors.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { Skill } from '../../domain/skill.ts'
import { proposalDecided, proposalStale } from './proposal-problems.ts'

export const revisionNotFound: Problem = {
  code: 'arrival.not-found',
  kind: 'not-found',
  message: 'There is no such import or proposal.',
  hint: 'It may be gone with its source; the inbox shows what waits now.',
}

export function importDecided({ state, slug }: Pick<PendingRevision, 'state' | 'slug'>): Problem {
  if (state === 'held') return stillWaits(slug)
  return {
    code: 'arrival.decided',
    kind: 'conflict',
    message: `"${slug}" is ${state}; it does not wait for a decision any more.`,
    hint: 'Load the list again. A rejected one can be taken back for 30 days, while its files are kept.',
    details: { state },
  }
}

function stillWaits(slug: string): Problem {
  return {
    code: 'arrival.decided',
    kind: 'conflict',
    message: `"${slug}" waits already: there is no decision to take back.`,
    hint: 'Decide about it, or leave it.',
    details: { state: 'held' },
  }
}

/** Why a revision is decided about no more, in the words of what it is. */
export function revisionDecided(
  held: Pick<PendingRevision, 'id' | 'state' | 'slug' | 'proposal'>,
): Problem {
  const { id, slug, state, proposal } = held
  if (!proposal) return importDecided(held)
  return state === 'stale' ? proposalStale({ id, slug }) : proposalDecided(state)
}

export function revisionChanged({ digest }: Pick<PendingRevision, 'digest'>): Problem {
  return {
    code: 'arrival.changed',
    kind: 'stale',
    message: 'The digest is not the one of what waits here: you decided on another content.',
    hint: 'Read it again, and decide on its digest.',
    details: { digest },
  }
}

export function importBlocked({ slug, trust }: Pick<PendingRevision, 'slug' | 'trust'>): Problem {
  const [worst] = trust.scan.findings
  return {
    code: 'arrival.blocked',
    kind: 'forbidden',
    message: `The scan of "${slug}" found what nobody may approve${worst ? `: ${worst.message}` : '.'}`,
    hint: 'Reject it. If a finding is wrong, an owner can lift the verdict of this digest with a reason.',
    details: { rules: [...new Set(trust.scan.findings.map(({ rule }) => rule))] },
  }
}

export function importIncomplete({ slug }: Pick<PendingRevision, 'slug'>): Problem {
  return {
    code: 'arrival.incomplete',
    kind: 'invalid',
    message: `A part of "${slug}" could not be scanned, so nothing is known of it.`,
    hint: 'Read that part yourself and say in the note why it may be used, or reject it.',
  }
}

export function licenceDenied({ slug, trust }: Pick<PendingRevision, 'slug' | 'trust'>): Problem {
  return {
    code: 'arrival.licence-refused',
    kind: 'forbidden',
    message: `The licence of "${slug}" is not taken here: ${trust.licenceReason}`,
    hint: 'Ask its author for another licence, or change the organisation’s licence policy.',
    details: { licence: trust.licence.expression, status: trust.licence.status },
  }
}

export function signatureBroken({ slug, trust }: Pick<PendingRevision, 'slug' | 'trust'>): Problem {
  return {
    code: 'arrival.signature-broken',
    kind: 'forbidden',
    message: `The signature of "${slug}" does not fit its files: ${trust.signature.detail}`,
    hint: 'Somebody changed it after it was signed. Reject it, and ask its author.',
  }
}

export function signatureRequired({
  slug,
  trust,
}: Pick<PendingRevision, 'slug' | 'trust'>): Problem {
  return {
    code: 'arrival.signature-required',
    kind: 'forbidden',
    message: `"${slug}" has no signature that is trusted here: ${trust.signature.detail}`,
    hint: 'This organisation takes signed packages alone. Add its signer to the trusted ones, or ask its author to sign it.',
    details: { status: trust.signature.status, signer: trust.signature.signer },
  }
}

export function importStale({ slug }: Pick<PendingRevision, 'slug'>): Problem {
  return {
    code: 'arrival.stale',
    kind: 'stale',
    message: `"${slug}" has another text here now than when this update was compared with it.`,
    hint: 'Look at the difference again, and approve that.',
  }
}

export function skillDetached({ slug, head }: Skill): Problem {
  return {
    code: 'arrival.detached',
    kind: 'conflict',
    message: `"${slug}" was edited here, so the update would replace those edits.`,
    hint: 'Compare the three texts. Approve with overwrite_edits to take the source’s, or reject to keep yours.',
    details: { head: head.digest },
  }
}

/** Where nobody says which digest was read. */
export function importNeedsReading({ id, slug }: Pick<PendingRevision, 'id' | 'slug'>): Problem {
  return {
    code: 'arrival.needs-reading',
    kind: 'conflict',
    message: `"${slug}" has findings, a licence or changes that somebody has to read.`,
    hint: 'Open it, and decide on it alone, with the digest that was read.',
    details: { arrival_id: id },
  }
}
