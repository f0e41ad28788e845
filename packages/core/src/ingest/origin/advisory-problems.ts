import type { Problem } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { Advisory, AdvisoryList } from '../../domain/advisory.ts'

/** Nothing of a list that cannot be read counts. */
export function listInvalid(detail: string): Problem {
  return {
    code: 'advisories.invalid',
    kind: 'invalid',
    message: `The advisory list cannot be read: ${detail}`,
    hint: 'Nothing changed. Whoever publishes the list has to correct it.',
  }
}

export function advisorySerialTooOld(serial: number, known: number): Problem {
  return {
    code: 'advisories.rolled-back',
    kind: 'conflict',
    message: `The advisory list has the serial ${serial}, and ${known} was here already.`,
    hint: 'Nothing changed: somebody may be serving an old list. Whoever publishes it has to raise the serial with every change.',
    details: { serial, known },
  }
}

export function serialReused(serial: number): Problem {
  return {
    code: 'advisories.serial-reused',
    kind: 'conflict',
    message: `The advisory list has another content than before under the same serial, ${serial}.`,
    hint: 'Nothing changed. Whoever publishes it has to raise the serial with every change.',
    details: { serial },
  }
}

export const listExpired: Problem = {
  code: 'advisories.expired',
  kind: 'conflict',
  message: 'The advisory list has expired.',
  hint: 'What it said still counts, and newer warnings may be missing. Ask whoever publishes it.',
}

export const ownerNeeded: Problem = {
  code: 'advisories.owner-needed',
  kind: 'forbidden',
  message: 'Only an owner may decide that an advisory does not count.',
  hint: 'Ask an owner of the organisation.',
}

export const noAdvisoryList: Problem = {
  code: 'advisories.not-found',
  kind: 'not-found',
  message: 'The organisation has no advisory list of its own.',
  hint: 'List them: the one of whoever runs the server cannot be removed here.',
}

/** Somebody takes back what an advisory list said. */
export function revokedByAdvisory(digest: RevisionDigest): Problem {
  return {
    code: 'revocation.by-advisory',
    kind: 'conflict',
    message: 'An advisory list says that this content must not be used.',
    hint: 'An owner can say that it does not count, with a reason: repertoire advisories allow.',
    details: { digest },
  }
}

export function contentNotNamed(digest: RevisionDigest): Problem {
  return {
    code: 'advisories.not-named',
    kind: 'not-found',
    message: 'No advisory list took this content out of use.',
    hint: 'List the advisories. What a person revoked is taken back as a revocation.',
    details: { digest },
  }
}

/** A source, or what comes from it, is not taken. */
export function placeNamed({ id, reason, url }: Advisory): Problem {
  return {
    code: 'source.named-by-advisory',
    kind: 'forbidden',
    message: `Nothing is taken from there: the advisory ${id} says: ${reason}`,
    hint: url === null ? 'See the advisories on the Sources page.' : `It is explained at ${url}`,
    details: { advisory: id, url },
  }
}

/** Why a list that was read is not taken; null when it is. Pure. */
export function serialProblem(
  { content: before, sha256 }: Pick<AdvisoryList, 'content' | 'sha256'>,
  after: { readonly serial: number; readonly sha256: string },
): Problem | null {
  if (!before) return null
  if (after.serial < before.serial) return advisorySerialTooOld(after.serial, before.serial)
  const isOther = after.serial === before.serial && after.sha256 !== sha256
  return isOther ? serialReused(after.serial) : null
}
