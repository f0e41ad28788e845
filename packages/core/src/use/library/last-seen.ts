import type { RevisionDigest } from '../../base/ids.ts'
import type { Revision } from '../../domain/skill.ts'

export interface SeenRevisions {
  /** The revision whose text the conversation was given last. */
  readonly read: RevisionDigest | null
  /** Numbers of those it wrote itself. */
  readonly written: readonly number[]
}

/**
 * Whether a conversation knows a skill as it is: nobody else has written since it read it, or created it. One that
 * never looked is taken to mean what it says. `number`: the revision it knows. Newest first.
 */
export function lastSeen(
  revisions: readonly Pick<Revision, 'number' | 'digest'>[],
  { read, written }: SeenRevisions,
): { readonly current: boolean; readonly number: number | null } {
  if (read === null && written.length === 0) return { current: true, number: null }
  const own = new Set(written)
  const others = revisions.findIndex(({ number, digest }) => digest !== read && !own.has(number))
  const base = revisions.findIndex(({ digest }) => digest === read)
  const known = base === -1 ? revisions.findLastIndex(({ number }) => own.has(number)) : base
  return { current: others === -1 || others > known, number: revisions[known]?.number ?? null }
}
