import type { SkillSummary } from '@repertoire/protocol'
import { Badge } from '../../shared/design/badge.tsx'
import { provenanceLabelOf } from './provenance-labels.ts'

/** Who wrote a skill. What an agent made stands out; the rest is said in grey. */
export function ProvenanceLabel({
  skill,
}: {
  readonly skill: Pick<SkillSummary, 'provenance' | 'source' | 'source_id'>
}) {
  const { label, explains, tone } = provenanceLabelOf(skill)
  if (tone === 'neutral') {
    return (
      <span title={explains} className="text-ink-2">
        {label}
      </span>
    )
  }
  return (
    <Badge tone={tone} title={explains}>
      {label}
    </Badge>
  )
}
