import type { Clock } from '@repertoire/core/ports'
import { scripts } from '@repertoire/core/use'
import type { Capability } from './run-activities.ts'
import type { TemporalSettings } from './temporal-settings.ts'

/** Less than an activity may last. */
const segmentMilliseconds = 60 * 60_000

const scriptTools: ReadonlySet<string> = new Set(scripts.tools.map(({ name }) => name))

/** What one activity may do of a run. */
export interface ActionLimit {
  /** See `AgentTurn.mayTake`. */
  mayTake(tool: string | null): boolean
  /** What the worker of the refused action needs. */
  refused(): { readonly on?: Capability }
}

/**
 * One action, or with the cheaper setting all until a person is asked or the run is over; scripts only where this
 * worker runs them.
 */
export function createActionLimit(
  { activity, runsScripts }: Pick<TemporalSettings, 'activity' | 'runsScripts'>,
  clock: Clock,
): ActionLimit {
  const end = clock.now() + segmentMilliseconds
  let taken = 0
  let asked: string | null = null
  const isScript = () => asked !== null && scriptTools.has(asked)
  return {
    mayTake: (tool) => {
      asked = tool
      if (isScript() && !runsScripts) return false
      taken += 1
      return taken === 1 || (activity === 'segment' && clock.now() < end)
    },
    refused: () => (isScript() ? { on: 'scripts' } : {}),
  }
}
