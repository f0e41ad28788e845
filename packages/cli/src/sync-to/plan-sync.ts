/** A skill as the server has it now. */
export interface OfferedSkill {
  readonly id: string
  /** Of its folder. */
  readonly name: string
  readonly description: string
  /** Of the revision. */
  readonly digest: string
}

/** A skill as the last sync left it. */
export interface LockedSkill {
  /** Of the revision on the server. */
  readonly digest: string
  /** Of the files that were written. */
  readonly content: string
}

/** What is there now: nothing, a folder of plain files, or something that a sync never wrote. */
export type LocalSkill =
  | { readonly kind: 'absent' }
  | { readonly kind: 'files'; readonly content: string }
  | { readonly kind: 'foreign'; readonly reason: string }

export type SyncAction =
  | { readonly kind: 'unchanged' | 'add' | 'update' | 'remove' }
  /** Nothing was there and nothing is: it leaves the lock. */
  | { readonly kind: 'forget' }
  /** A local edit, or a folder of somebody else: never overwritten unless the person names it. */
  | { readonly kind: 'keep'; readonly reason: KeepReason }

export type KeepReason =
  | 'edited'
  | 'edited-and-changed'
  | 'edited-and-gone'
  | 'deleted'
  | 'not-ours'

export interface SyncedSkill {
  readonly offered: OfferedSkill | undefined
  readonly locked: LockedSkill | undefined
  readonly local: LocalSkill
  /** The person said that this one may be overwritten. */
  readonly isForced: boolean
}

/** Three-way: what the last sync left, what is there now, what the server has now. Pure. */
export function planSkill({ offered, locked, local, isForced }: SyncedSkill): SyncAction {
  if (!offered) return locked ? planGone(locked, local, { isForced }) : { kind: 'unchanged' }
  if (local.kind === 'foreign') return { kind: 'keep', reason: 'not-ours' }
  if (local.kind === 'absent') {
    return locked && !isForced ? { kind: 'keep', reason: 'deleted' } : { kind: 'add' }
  }
  if (!locked) return isForced ? { kind: 'update' } : { kind: 'keep', reason: 'not-ours' }
  const isCurrent = locked.digest === offered.digest
  if (local.content === locked.content) return { kind: isCurrent ? 'unchanged' : 'update' }
  if (isForced) return { kind: 'update' }
  return { kind: 'keep', reason: isCurrent ? 'edited' : 'edited-and-changed' }
}

function planGone(
  locked: LockedSkill,
  local: LocalSkill,
  { isForced }: Pick<SyncedSkill, 'isForced'>,
): SyncAction {
  if (local.kind === 'absent') return { kind: 'forget' }
  const isUnedited = local.kind === 'files' && local.content === locked.content
  if (isUnedited || (isForced && local.kind === 'files')) return { kind: 'remove' }
  return { kind: 'keep', reason: 'edited-and-gone' }
}
