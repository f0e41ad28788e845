import type { TriggerFiringBody } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'

interface FiringLabel {
  readonly word: string
  readonly tone: BadgeVariant
}

const outcomes: Record<NonNullable<TriggerFiringBody['run_status']>, FiringLabel> = {
  running: { word: 'Under way', tone: 'accent' },
  waiting: { word: 'Waits', tone: 'accent' },
  completed: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

/** What came of a firing, in a word or two. */
export function firingLabel({ outcome, run_status }: TriggerFiringBody): FiringLabel {
  if (outcome === 'skipped') return { word: 'Skipped', tone: 'warn' }
  return run_status ? outcomes[run_status] : gone
}

const gone: FiringLabel = { word: 'Its conversation was deleted', tone: 'neutral' }
