import { provenanceLabelOf } from '../skills/provenance-labels.ts'
import type { SkillQuestion } from './approval-question.ts'

/** `Imported, from skills/report`. The place is untrusted text. */
export function originText(origin: NonNullable<SkillQuestion['origin']>): string {
  const place = origin.source_url ?? origin.source_id
  const { label } = provenanceLabelOf(origin)
  return place === null ? label : `${label}, from ${place}`
}
