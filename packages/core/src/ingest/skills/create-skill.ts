import type { Diagnostic } from '@repertoire/skill-md'
import { ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { NewContent, Skill, SkillOrigin, SkillScopeKind } from '../../domain/skill.ts'
import { type CatalogActor, recordChanges, scopeFor } from '../../keep/skills/catalog-deps.ts'
import { slugTaken } from '../../ports/store-problems.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import {
  type IngestOutcome,
  type IngestOverrides,
  ingestPackage,
} from '../packages/ingest-package.ts'

export interface CreateSkillRequest {
  /** SKILL.md as text. */
  readonly content: string
  readonly overrides: IngestOverrides
  readonly scope: SkillScopeKind
  readonly enabled: boolean
  readonly reason: string
  /** Where the content was taken from; by default a person wrote it. */
  readonly source?: SkillSource
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

/** Pointers to a source, as a client states them. They are recorded, never followed. */
export type SkillSource = Omit<SkillOrigin, 'provenance'>

/** The origin of skills written by people. */
export const authoredOrigin: SkillOrigin = {
  sourceType: 'manual',
  sourceUrl: null,
  sourceRef: null,
  sourceId: null,
  provenance: 'authored',
}

/**
 * Creates a skill from a SKILL.md. Throws ProblemError: those of {@link skillWriteProblem},
 * {@link ingestPackage} and {@link checkPackage}, `skill.slug-taken` with the id of the holder.
 */
export async function createSkill(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: CreateSkillRequest,
): Promise<Skill> {
  const { principal } = actor
  const scope = scopeFor(request.scope, principal)
  throwIf(skillWriteProblem(principal, scope))
  const outcome = ingestPackage(
    {
      files: [skillMdFile(request.content)],
      scope,
      origin: request.source ? statedOrigin(request.source) : authoredOrigin,
      author: principal.userId,
      overrides: request.overrides,
      enabled: request.enabled,
      reason: request.reason,
    },
    deps.sha256,
  )
  const yes = { actor, digests: request.acknowledged ?? [] }
  const arrival = await checkPackage(deps, { arrival: requireIngested(outcome), before: null, yes })
  const [saved] = await deps.store.skills.save([arrival], 'create')
  if (!saved) throw new Error('the store returned no outcome for an arrival')
  if (saved.status === 'conflict') throw slugTaken(saved.existing)
  const { skill } = saved
  const details = { slug: skill.slug, scope: scope.kind, digest: skill.head.digest }
  await recordChanges(deps, actor, [{ action: 'skill-created', target: skill.id, details }])
  return skill
}

/** Text that was taken from elsewhere is not `authored`: agents that read it have read untrusted input. */
function statedOrigin(source: SkillSource): SkillOrigin {
  const provenances = {
    manual: 'authored',
    github: 'imported',
    url: 'imported',
    marketplace: 'catalog',
  } as const
  return { ...source, provenance: provenances[source.sourceType] }
}

/** The only file of a skill without resources. */
export function skillMdFile(content: string): {
  path: string
  bytes: Uint8Array
  executable: boolean
} {
  return { path: 'SKILL.md', bytes: new TextEncoder().encode(content), executable: false }
}

/** The arrival; throws its problem with the diagnostics. */
export function requireIngested(outcome: IngestOutcome): NewContent {
  if (outcome.ok) return outcome.arrival
  const { problem } = outcome
  const diagnostics = outcome.diagnostics.map(asDetails)
  throw new ProblemError({ ...problem, details: { ...problem.details, diagnostics } })
}

/** A diagnostic as details of a problem, with wire field names. */
function asDetails({ endLine, endColumn, ...diagnostic }: Diagnostic): JsonObject {
  return {
    ...diagnostic,
    ...(endLine !== undefined && { end_line: endLine }),
    ...(endColumn !== undefined && { end_column: endColumn }),
  }
}
