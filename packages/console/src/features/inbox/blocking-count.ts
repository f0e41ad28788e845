import type { InboxPageBody } from '@repertoire/protocol'

/** How many of them an agent waits for. Pure. */
export function blockingCount(groups: InboxPageBody['groups']): number {
  return groups
    .filter(({ kind }) => kind === 'approval' || kind === 'tool')
    .reduce((sum, { count }) => sum + count, 0)
}

/** How many of them can be decided together: imports and updates. Pure. */
export function pendingCount(groups: InboxPageBody['groups']): number {
  return groups
    .filter(({ kind }) => kind === 'import' || kind === 'update')
    .reduce((sum, { count }) => sum + count, 0)
}
