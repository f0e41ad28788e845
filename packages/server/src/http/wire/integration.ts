import type { Problem } from '@repertoire/core/base'
import type {
  BundledSkillFacts,
  IntegrationOverview,
  ProjectionOutcome,
} from '@repertoire/core/ingest'
import type { IntegrationEntry } from '@repertoire/core/ports'
import type {
  BundledSkillBody,
  IntegrationBody,
  IntegrationEntryBody,
  IntegrationOutcome,
} from '@repertoire/protocol'
import { withoutLocation } from './problem-without-location.ts'
import { wireTime } from './time.ts'

export function toIntegrationBody(overview: IntegrationOverview): IntegrationBody {
  const { domain, manifest, problem, skills, entries } = overview
  return {
    domain,
    name: manifest?.name ?? domain,
    version: manifest?.version ?? null,
    description: manifest?.description ?? '',
    homepage: manifest?.homepage ?? null,
    problem: problem && toBrief(problem),
    skills: skills.map(toBundledSkillBody),
    entries: entries.map((entry) => toEntryBody(entry, manifest?.version)),
  }
}

function toBundledSkillBody(skill: BundledSkillFacts): BundledSkillBody {
  const { folder } = skill
  if (skill.problem) {
    const problem = toBrief(skill.problem)
    return { folder, slug: null, name: null, description: null, problem, remarks: [] }
  }
  const { slug, name, description } = skill
  return { folder, slug, name, description, problem: null, remarks: skill.remarks.map(toBrief) }
}

function toEntryBody(entry: IntegrationEntry, current: string | undefined): IntegrationEntryBody {
  return {
    scope: entry.scope.kind,
    version: entry.version,
    set_up_by: entry.setUpBy,
    set_up_at: wireTime(entry.setUpAt),
    update_available: current !== undefined && current !== entry.version,
  }
}

export function toOutcomeBody(outcome: ProjectionOutcome): IntegrationOutcome {
  const { name: folder, status } = outcome
  if (status === 'broken') {
    return { folder, status, skill_id: null, slug: null, problem: toBrief(outcome.problem) }
  }
  const problem = status === 'skipped' ? toBrief(outcome.why) : null
  const { skill } = outcome
  return { folder, status, skill_id: skill?.id ?? null, slug: skill?.slug ?? null, problem }
}

/** Without details, which a list does not need. */
function toBrief(problem: Problem): {
  code: string
  message: string
  hint?: string
} {
  const { code, message, hint } = withoutLocation(problem)
  return { code, message, ...(hint === undefined ? {} : { hint }) }
}
