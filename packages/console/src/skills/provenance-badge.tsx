import type { SkillSummary } from '@repertoire/protocol'
import { Badge } from '../design/badge.tsx'
import { provenanceLabels } from './provenance-labels.ts'

/** D9: who wrote a skill. */
export function ProvenanceBadge({
  provenance,
}: {
  readonly provenance: SkillSummary['provenance']
}) {
  const { label, explains, tone } = provenanceLabels[provenance]
  return (
    <Badge tone={tone} title={explains}>
      {label}
    </Badge>
  )
}
