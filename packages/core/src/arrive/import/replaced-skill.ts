import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Skill, SkillOrigin } from '../../domain/skill.ts'

/** Characters of a path or address in a message. */
const maxSourceLength = 200

/**
 * What a person should know when an import took the place of a skill that came from elsewhere (D11):
 * `skill.replaces-other`, a warning where another way in wrote it, a note where only its path differs.
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
      message: `This took the place of revision ${before.head.number} of "${before.slug}", ${describeOrigin(was)}.`,
      fix: 'If it is another skill, give this one a slug of its own; the earlier revision is kept.',
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
} as const
