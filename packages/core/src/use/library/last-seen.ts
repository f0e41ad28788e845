import type { RevisionDigest } from '../../base/ids.ts'
import type { Revision } from '../../domain/skill.ts'

export interface SeenRevisions {
  /** The revision whose text the conversation was given last. */
  readonly read: RevisionDigest | null
  /** The numbers of the revisions that the conversation wrote. */
  readonly written: readonly number[]
}

/**
 * Whether a conversation has seen the current text of a skill: nobody else has written since it read or
 * created the skill. A conversation that never read the skill passes. `number`: the revision it has seen.
 * `revisions`: newest first.
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
