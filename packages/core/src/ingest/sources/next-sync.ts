import type { Problem } from '../../base/errors.ts'
import type { Timestamp } from '../../base/ids.ts'
import type { SkillSource } from '../../domain/source.ts'

const minuteMs = 60_000
/** The wait after the first failure; doubled with each further one in a row. */
const firstRetryMs = 5 * minuteMs
const maxRetryMs = 24 * 60 * minuteMs

export interface SyncEnd {
  readonly now: Timestamp
  /** Failures in a row, with this one; 0 after a success. */
  readonly failures: number
  readonly error: Problem | null
  /** From 0 up to 1, so that sources that failed together are not all tried together again. */
  readonly random: number
}

/**
 * When a source is synced again by itself; null for one that is not. After failures the wait doubles, with jitter,
 * and is never shorter than what the source asked for (`retryAfterMs` in the problem's details).
 */
export function nextSyncAt(
  source: Pick<SkillSource, 'syncPolicy' | 'syncIntervalMinutes' | 'enabled'>,
  { now, failures, error, random }: SyncEnd,
): Timestamp | null {
  if (source.syncPolicy !== 'auto' || !source.enabled) return null
  const intervalMs = source.syncIntervalMinutes * minuteMs
  if (failures === 0) return now + intervalMs
  const doubled = firstRetryMs * 2 ** Math.min(failures - 1, 20)
  const jittered =
    Math.min(doubled, Math.max(intervalMs, firstRetryMs), maxRetryMs) * (0.5 + random)
  const asked = error?.details?.retryAfterMs
  return now + Math.round(Math.max(jittered, typeof asked === 'number' ? asked : 0))
}
