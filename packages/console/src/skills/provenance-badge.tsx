import type { SkillSummary } from '@repertoire/protocol'
import { Badge } from '../design/badge.tsx'
import { provenanceLabelOf } from './provenance-labels.ts'

/** D9: who wrote a skill. */
export function ProvenanceBadge({
  skill,
}: {
  readonly skill: Pick<SkillSummary, 'provenance' | 'source' | 'source_id'>
}) {
  const { label, explains, tone } = provenanceLabelOf(skill)
  return (
    <Badge tone={tone} title={explains}>
      {label}
    </Badge>
  )
}
