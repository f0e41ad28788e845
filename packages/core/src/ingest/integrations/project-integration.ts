import { isProblemError, type Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { IntegrationEntry, LoadedIntegration, Projection } from '../../ports/integrations.ts'
import type { SkillStore } from '../../ports/skills.ts'
import {
  type AcceptingFindings,
  checked,
  checkPackage,
  type PackageCheckRequest,
} from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestBundledSkill, type ReadBundledSkill } from './ingest-bundled-skill.ts'
import { slugNotFree } from './integration-problems.ts'
import {
  bundledSourceId,
  type IngestedBundledSkill,
  isFromIntegration,
  type ProjectionStep,
  planProjection,
  planRemoval,
} from './plan-projection.ts'

/** The outcome of one bundled skill. `name` is its folder name. */
export type ProjectionOutcome = { readonly name: string } & (
  | { readonly status: 'created' | 'updated' | 'unchanged' | 'removed'; readonly skill: Skill }
  /** Content of a person stays; null for a deleted skill. */
  | { readonly status: 'skipped'; readonly skill: Skill | null; readonly why: Problem }
  | { readonly status: 'broken'; readonly problem: Problem }
)

/** The part of an entry that a projection needs. */
export type ProjectionTarget = Pick<IntegrationEntry, 'domain' | 'scope' | 'projections'> & {
  /** A viewer of the scope, and the author of revisions. */
  readonly author: UserId
}

export interface ProjectIntegrationRequest {
  readonly integration: LoadedIntegration
  readonly target: ProjectionTarget
  readonly restore: boolean
  readonly yes: AcceptingFindings | null
  /** Awaited between skills, so that a large integration does not block the event loop. */
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined
  /** Stores the intended projections before they are written, for crash safety. */
  readonly recordIntent: (projections: readonly Projection[]) => Promise<void>
}

/** Writes the skills of an integration into the library, each with its own outcome. */
export async function projectIntegration(
  deps: JudgingDeps,
  request: ProjectIntegrationRequest,
): Promise<{
  readonly outcomes: readonly ProjectionOutcome[]
  readonly projections: readonly Projection[]
}> {
  const { integration, target } = request
  const { scope, author } = target
  const names = [...integration.skills, ...target.projections].map(({ name }) => name)
  const existing = await findProjected(deps.store.skills, target, names)
  const bundled: IngestedBundledSkill[] = []
  for (const skill of integration.skills) {
    const read = ingestBundledSkill({ integration, skill, scope, author }, deps.sha256)
    bundled.push(
      await judgeBundled(deps, read, {
        ...{ before: existing.get(skill.name) ?? null, yes: request.yes },
      }),
    )
    await request.yieldToEventLoop?.()
  }
  const { projections } = target
  const steps = planProjection({ bundled, existing, projections, restore: request.restore })
  const intended = intendedProjections(projections, steps)
  await request.recordIntent(intended)
  // Removals first: a renamed folder reuses its slug.
  const inOrder = steps.toSorted((a, b) => Number(b.do === 'remove') - Number(a.do === 'remove'))
  const outcomes = new Map<string, ProjectionOutcome>()
  for (const step of inOrder) {
    outcomes.set(step.name, await applyStep(deps.store.skills, author, step))
    await request.yieldToEventLoop?.()
  }
  const reported = steps.flatMap(({ name }) => outcomes.get(name) ?? [])
  return { outcomes: reported, projections: finalProjections(intended, reported) }
}

/** What needs a person's yes is reported with its findings, and taken once a person who may says it. */
async function judgeBundled(
  deps: JudgingDeps,
  read: ReadBundledSkill,
  { before, yes }: Pick<PackageCheckRequest, 'before' | 'yes'>,
): Promise<IngestedBundledSkill> {
  const { name } = read
  if ('problem' in read) return read
  if (!read.outcome.ok) return { name, problem: read.outcome.problem }
  const { arrival } = read.outcome
  if (before?.head.digest === arrival.facts.digest)
    return { name, arrival: checked(arrival, undefined) }
  try {
    return { name, arrival: await checkPackage(deps, { arrival, before, yes }) }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { name, problem: error.problem }
  }
}

/** Removes the unedited skills of an integration from the library. */
export async function removeIntegrationSkills(
  { store }: Pick<CatalogDeps, 'store'>,
  target: ProjectionTarget,
): Promise<readonly ProjectionOutcome[]> {
  const names = target.projections.map(({ name }) => name)
  const existing = await findProjected(store.skills, target, names)
  const outcomes: ProjectionOutcome[] = []
  for (const step of planRemoval(target.projections, existing)) {
    outcomes.push(await applyStep(store.skills, target.author, step))
  }
  return outcomes
}

/** Skills of the scope that this integration created under one of the names. */
async function findProjected(
  skills: SkillStore,
  { domain, scope, author, projections }: ProjectionTarget,
  names: readonly string[],
): Promise<ReadonlyMap<string, Skill>> {
  const slugs = new Map(projections.map(({ name, slug }) => [name, slug]))
  const wanted = new Map(names.map((name) => [bundledSourceId(domain, name), name]))
  const filter = { scope: scope.kind, provenances: ['integration'] } as const
  const existing = new Map<string, Skill>()
  let cursor: string | undefined
  do {
    const page = await skills.list(author, filter, { limit: 200, cursor })
    for (const skill of page.items) {
      const name = wanted.get(skill.origin.sourceId ?? '')
      if (name === undefined || !isFromIntegration(skill, domain, name)) continue
      // A deleted skill can be restored under another slug after a new set-up.
      if (!existing.has(name) || skill.slug === slugs.get(name)) existing.set(name, skill)
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return existing
}

async function applyStep(
  skills: SkillStore,
  viewer: UserId,
  step: ProjectionStep,
): Promise<ProjectionOutcome> {
  const { name } = step
  if (step.do === 'report') return { name, status: 'broken', problem: step.problem }
  if (step.do === 'skip') return { name, status: 'skipped', skill: step.skill, why: step.why }
  try {
    return { name, ...(await applyWrite(skills, viewer, step)) }
  } catch (error) {
    if (!isProblemError(error) || !skipsOne(error.problem)) throw error
    const skill = step.do === 'create' ? null : step.skill
    return { name, status: 'skipped', skill, why: error.problem }
  }
}

/** A concurrent change of a person wins; a full quota leaves room for smaller skills. */
function skipsOne({ kind, code }: Problem): boolean {
  return kind === 'stale' || kind === 'not-found' || code === 'quota.exceeded'
}

type WriteStep = Extract<ProjectionStep, { do: 'create' | 'update' | 'keep' | 'remove' }>

async function applyWrite(skills: SkillStore, viewer: UserId, step: WriteStep) {
  if (step.do === 'create') {
    const [saved] = await skills.save([step.arrival], 'create')
    if (saved?.status === 'created') return { status: 'created', skill: saved.skill } as const
    if (saved?.status !== 'conflict')
      throw new Error('the store returned no outcome for a new skill')
    const { existing } = saved
    // Another process created the same skill concurrently.
    if (isSameContent(existing, step.arrival))
      return { status: 'unchanged', skill: existing } as const
    return { status: 'skipped', skill: existing, why: slugNotFree(existing) } as const
  }
  const { skill } = step
  if (step.do === 'remove') {
    await skills.remove(viewer, skill.id, skill.version)
    return { status: 'removed', skill } as const
  }
  const { arrival } = step
  const change = step.do === 'update' ? { arrival } : { origin: arrival.origin }
  const after = await skills.update(viewer, skill.id, change, skill.version)
  return { status: step.do === 'update' ? 'updated' : 'unchanged', skill: after } as const
}

function isSameContent({ origin, head }: Skill, arrival: NewContent): boolean {
  const { provenance, sourceId } = arrival.origin
  const sameSource = origin.provenance === provenance && origin.sourceId === sourceId
  return sameSource && head.digest === arrival.facts.digest
}

/** Adds the digest of an update before it is written, so that a crash does not make it look like an edit of a person. */
function intendedProjections(
  projections: readonly Projection[],
  steps: readonly ProjectionStep[],
): readonly Projection[] {
  const arriving = new Map(
    steps.flatMap((step) => (step.do === 'update' ? [[step.name, step.arrival] as const] : [])),
  )
  return projections.map((projection) => {
    const digest = arriving.get(projection.name)?.facts.digest
    if (digest === undefined || projection.digests.includes(digest)) return projection
    return { ...projection, digests: [...projection.digests, digest] }
  })
}

/** The projections after the writes; skipped skills keep their previous or intended ones. */
function finalProjections(
  intended: readonly Projection[],
  outcomes: readonly ProjectionOutcome[],
): readonly Projection[] {
  const known = new Map(intended.map((projection) => [projection.name, projection]))
  for (const outcome of outcomes) {
    const { name, status } = outcome
    if (status === 'removed') known.delete(name)
    if (status !== 'created' && status !== 'updated' && status !== 'unchanged') continue
    const { slug, head } = outcome.skill
    known.set(name, { name, slug: known.get(name)?.slug ?? slug, digests: [head.digest] })
  }
  return [...known.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
