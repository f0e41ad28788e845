import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Skill, SkillOrigin } from '../../domain/skill.ts'

/** Maximum characters of a path or URL in a message. */
const maxSourceLength = 200

/**
 * The diagnostic `skill.replaces-other` when an import replaces a skill of another origin: a warning for another
 * provenance, a note when only its path differs.
 */
export function replacedSkillDiagnostics(before: Skill, after: Skill): readonly Diagnostic[] {
  const [was, is] = [before.origin, after.origin]
  const samePlace = was.sourceId === is.sourceId && was.sourceUrl === is.sourceUrl
  const sameAuthor = was.provenance === is.provenance && was.sourceType === is.sourceType
  if (samePlace && sameAuthor) return []
  return [
    {
      code: 'skill.replaces-other',
      severity: sameAuthor ? 'info' : 'warning',
      line: 1,
      column: 1,
      message: `This replaces revision ${before.head.number} of "${before.slug}", ${describeOrigin(was)}.`,
      fix: 'If it is a different skill, give this one its own slug; the earlier revision is kept.',
    },
  ]
}

function describeOrigin({ provenance, sourceUrl, sourceId }: SkillOrigin): string {
  const place = sourceUrl ?? sourceId
  const from = place === null ? '' : ` from ${JSON.stringify(truncate(place, maxSourceLength))}`
  return `which was ${provenanceLabels[provenance]}${from}`
}

const provenanceLabels = {
  authored: 'written here',
  imported: 'imported',
  integration: 'brought by an integration',
  catalog: 'installed',
  agent: 'written by an agent',
  'agent-edited': 'written by an agent and edited by a person',
} as const
