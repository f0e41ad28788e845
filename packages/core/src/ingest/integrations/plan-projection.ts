import type { Problem } from '../../base/errors.ts'
import type { CheckedContent, Skill } from '../../domain/skill.ts'
import type { Projection } from '../../ports/integrations.ts'
import { skillEdited, skillRemovedByUser, slugRepeated } from './integration-problems.ts'

/** The arrival of a bundled skill, or why it was not taken. */
export type IngestedBundledSkill =
  | { readonly name: string; readonly arrival: CheckedContent }
  | { readonly name: string; readonly problem: Problem }

/** The planned action for one bundled skill. */
export type ProjectionStep = { readonly name: string } & (
  | { readonly do: 'create'; readonly arrival: CheckedContent }
  | { readonly do: 'update' | 'keep'; readonly skill: Skill; readonly arrival: CheckedContent }
  | { readonly do: 'remove'; readonly skill: Skill }
  | { readonly do: 'skip'; readonly skill: Skill | null; readonly why: Problem }
  | { readonly do: 'report'; readonly problem: Problem }
)

export interface ProjectionRequest {
  readonly bundled: readonly IngestedBundledSkill[]
  /** Skills of the scope that come from this integration, by name of the bundled skill. */
  readonly existing: ReadonlyMap<string, Skill>
  /** The previous projections. */
  readonly projections: readonly Projection[]
  /** Restore deleted skills, because a person requested the set-up. */
  readonly restore: boolean
}

/**
 * Plans the actions of a set-up, skill by skill. Skills that a person wrote, edited, renamed or deleted stay
 * unchanged. The store checks on saving whether the slug of a new skill is free.
 */
export function planProjection(request: ProjectionRequest): readonly ProjectionStep[] {
  const known = new Map(request.projections.map((projection) => [projection.name, projection]))
  const steps = refuseRepeatedSlugs(request.bundled).map((bundled): ProjectionStep => {
    const { name } = bundled
    if ('problem' in bundled) return { name, do: 'report', problem: bundled.problem }
    const { arrival } = bundled
    const skill = request.existing.get(name)
    if (skill) return { name, ...planExisting(skill, arrival, known.get(name)) }
    if (!known.has(name) || request.restore) return { name, do: 'create', arrival }
    return { name, do: 'skip', skill: null, why: skillRemovedByUser(name) }
  })
  const brought = new Set(request.bundled.map(({ name }) => name))
  const dropped = request.projections.filter(({ name }) => !brought.has(name))
  return [...steps, ...planRemoval(dropped, request.existing)]
}

/** Plans the removal of unedited skills; edited ones belong to a person. */
export function planRemoval(
  projections: readonly Projection[],
  existing: ReadonlyMap<string, Skill>,
): readonly ProjectionStep[] {
  return projections.flatMap((projection): readonly ProjectionStep[] => {
    const { name, slug } = projection
    const skill = existing.get(name)
    if (!skill) return []
    const untouched = isAsProjected(skill, projection) && skill.slug === slug
    if (untouched) return [{ name, do: 'remove', skill }]
    return [{ name, do: 'skip', skill, why: skillEdited(skill) }]
  })
}

function planExisting(skill: Skill, arrival: CheckedContent, projection: Projection | undefined) {
  if (skill.head.digest === arrival.facts.digest) return { do: 'keep', skill, arrival } as const
  if (isAsProjected(skill, projection)) return { do: 'update', skill, arrival } as const
  return { do: 'skip', skill, why: skillEdited(skill) } as const
}

/** The first revision of a projected skill always counts as unedited, recorded or not. */
function isAsProjected({ head }: Skill, projection: Projection | undefined): boolean {
  return head.number === 1 || (projection?.digests.includes(head.digest) ?? false)
}

function refuseRepeatedSlugs(
  bundled: readonly IngestedBundledSkill[],
): readonly IngestedBundledSkill[] {
  const first = new Map<string, string>()
  return bundled.map((one) => {
    if ('problem' in one) return one
    const { slug } = one.arrival
    const firstName = first.get(slug)
    if (firstName !== undefined) return { name: one.name, problem: slugRepeated(slug, firstName) }
    first.set(slug, one.name)
    return one
  })
}

/** `<domain>:<name>`: the upstream identity of a bundled skill. A domain has no colon. */
export function bundledSourceId(domain: string, name: string): string {
  return `${domain}:${name}`
}

/** Whether this integration created the skill under that name; a claimed source id alone is not enough. */
export function isFromIntegration(skill: Skill, domain: string, name: string): boolean {
  const { provenance, sourceId } = skill.origin
  return provenance === 'integration' && sourceId === bundledSourceId(domain, name)
}
