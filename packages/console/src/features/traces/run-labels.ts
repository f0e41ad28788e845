import type { TracedRunBody } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'

/** How a turn stands, in a word. */
export const runLabel: Readonly<
  Record<TracedRunBody['status'], { readonly word: string; readonly tone: BadgeVariant }>
> = {
  running: { word: 'Under way', tone: 'accent' },
  waiting: { word: 'Waits', tone: 'accent' },
  completed: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

/** What started a turn that was not begun by a person. */
export const starterLabel = { cron: 'Schedule', webhook: 'Webhook', person: 'You' } as const
