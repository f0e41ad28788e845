import type { Timestamp } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { SkillSource } from '../../domain/source.ts'

const dayMs = 24 * 60 * 60 * 1000

type AgedSource = Pick<SkillSource, 'config' | 'minimumUpdateAgeDays' | 'reviewPolicy'>
type AgeSetting = Pick<OrganisationSettings, 'minimumUpdateAgeDays'>

/** How long an update has to be known here before it is applied by itself. What ships with the server does not wait. Pure. */
export function minimumUpdateAgeMs(source: AgedSource, settings: AgeSetting): number {
  if (source.config.kind === 'samples') return 0
  return (source.minimumUpdateAgeDays ?? settings.minimumUpdateAgeDays) * dayMs
}

/**
 * From when on a sync applies an update that waits for nothing but its age; null for every other one. Counts from when it
 * was first seen here: the time of a commit is its author's word. Pure.
 */
export function updateAppliesAt(
  held: Pick<PendingRevisionHead, 'state' | 'waitsForAge' | 'createdAt'>,
  source: AgedSource,
  settings: AgeSetting,
): Timestamp | null {
  const isWaiting = held.state === 'held' && held.waitsForAge
  if (!isWaiting || source.reviewPolicy !== 'apply-clean') return null
  return held.createdAt + minimumUpdateAgeMs(source, settings)
}
