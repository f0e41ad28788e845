import type { HitReasonBody } from '@repertoire/protocol'

/** The other factors are those of nearly every skill. */
const shown = ['reviewed', 'used-with-success'] as const

/** What people did with a skill that search raised for its quality: `reviewed`, `used with success`. */
export function qualityLabels(quality: NonNullable<HitReasonBody['quality']>): readonly string[] {
  return shown
    .filter((factor) => quality.includes(factor))
    .map((factor) => factor.replaceAll('-', ' '))
}
