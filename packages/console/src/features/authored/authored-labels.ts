import type { AuthoredToolSummary } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'

type Facts = Pick<AuthoredToolSummary, 'kind' | 'status' | 'enabled'>

/** How one stands, in a word or two. */
export function standingOf({ kind, status, enabled }: Facts): {
  readonly text: string
  readonly tone: BadgeVariant
} {
  if (!enabled) return { text: 'Disabled', tone: 'neutral' }
  if (status === 'broken') return { text: 'Cannot run', tone: 'bad' }
  if (kind === 'library') return { text: 'Library', tone: 'neutral' }
  return status === 'approved'
    ? { text: 'Approved', tone: 'good' }
    : { text: 'Not approved yet', tone: 'warn' }
}

export function kindWord(kind: AuthoredToolSummary['kind']): string {
  return kind === 'tool' ? 'Tool' : 'Library'
}
