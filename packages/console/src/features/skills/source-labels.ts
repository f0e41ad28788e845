import type { SkillSummary } from '@repertoire/protocol'

/** How a skill's source is written. */
export const sourceLabels: Record<SkillSummary['source_type'], string> = {
  manual: 'Manual',
  github: 'GitHub',
  url: 'URL',
  marketplace: 'Marketplace',
}
