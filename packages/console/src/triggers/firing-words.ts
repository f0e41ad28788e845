import type { TriggerFiringBody } from '@repertoire/protocol'
import type { Tone } from '../design/badge.tsx'

interface FiringWords {
  readonly word: string
  readonly tone: Tone
}

const outcomes: Record<NonNullable<TriggerFiringBody['run_status']>, FiringWords> = {
  running: { word: 'Under way', tone: 'accent' },
  waiting: { word: 'Waits', tone: 'accent' },
  completed: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

/** What came of a firing, in a word or two. */
export function firingWords({ outcome, run_status }: TriggerFiringBody): FiringWords {
  if (outcome === 'skipped') return { word: 'Skipped', tone: 'warn' }
  return run_status ? outcomes[run_status] : gone
}

const gone: FiringWords = { word: 'Its conversation was deleted', tone: 'neutral' }
