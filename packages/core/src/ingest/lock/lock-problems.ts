import type { Problem } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { LockEntry } from './skill-lock.ts'

/** `found`: what is here, or in its source. */
export function lockNotMatched({ slug, digest }: LockEntry, found: RevisionDigest): Problem {
  return {
    code: 'lock.mismatch',
    kind: 'conflict',
    message: `"${slug}" has another content than the lock says. Nothing was changed.`,
    hint: 'Export the lock again where it is right, or delete or rename the skill here.',
    details: { digest, found },
  }
}

export function entryNotThere({ slug, path, source, commit }: LockEntry): Problem {
  const at = commit === null ? '' : ` at ${commit}`
  return {
    code: 'lock.entry-not-there',
    kind: 'not-found',
    message: `"${slug}" is not in ${source}${at}: there is no skill at "${path}".`,
    hint: 'Export the lock again.',
  }
}

export function lockRejected({ slug }: LockEntry): Problem {
  return {
    code: 'lock.rejected',
    kind: 'conflict',
    message: `The content of "${slug}" was rejected here.`,
    hint: 'Take it back in the inbox, or leave it out of the lock.',
  }
}
