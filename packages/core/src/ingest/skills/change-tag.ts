import { isProblemError, type Problem, throwIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { missingPermission, skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { requireIngested } from './create-skill.ts'

export interface ChangeTagRequest {
  /** The exact tag. */
  readonly tag: string
  /** The new name, possibly an existing tag; null removes the tag. */
  readonly to: string | null
  /** Awaited between skills, so that a large library does not block the event loop. */
  readonly yieldToEventLoop?: () => Promise<void>
}

/** The outcome of one skill with the tag. */
export type TagOutcome = { readonly skill: Skill } & (
  | { readonly status: 'changed' }
  | { readonly status: 'refused'; readonly problem: Problem }
)

/** Page size of reads. */
const pageSize = 200
/** Maximum attempts per skill after concurrent changes. */
const maxAttempts = 5

/**
 * Renames or removes a tag on every skill the actor may write. Each skill gets a new revision and its own outcome; a rejected
 * skill does not affect the others. The origin of a skill does not change. Throws ProblemError `auth.permission-missing`;
 * problems per skill: those of {@link skillWriteProblem} and {@link checkPackage}.
 */
export async function changeTag(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: ChangeTagRequest,
): Promise<readonly TagOutcome[]> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  if (request.to === request.tag) return []
  const outcomes: TagOutcome[] = []
  for (const skill of await taggedSkills(deps, actor, request.tag)) {
    const outcome = await changeOne(deps, actor, { skill, request })
    if (outcome) outcomes.push(outcome)
    await request.yieldToEventLoop?.()
  }
  return outcomes
}

/** Reads all pages first, because changes would shift the pages. */
async function taggedSkills(
  { store }: JudgingDeps,
  { principal }: CatalogActor,
  tag: string,
): Promise<readonly Skill[]> {
  const found: Skill[] = []
  let cursor: string | undefined
  do {
    const page = await store.skills.list(
      principal.userId,
      { tags: [tag] },
      { cursor, limit: pageSize },
    )
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** Null when the skill was deleted or lost the tag since it was listed. */
async function changeOne(
  deps: JudgingDeps,
  actor: CatalogActor,
  { skill: listed, request }: { readonly skill: Skill; readonly request: ChangeTagRequest },
): Promise<TagOutcome | null> {
  const { id } = listed
  for (let attempt = 1; ; attempt += 1) {
    const skill = attempt === 1 ? listed : await reloadSkill(deps, actor, id)
    if (!skill?.head.tags.includes(request.tag)) return null
    try {
      return { skill: await retag(deps, actor, { skill, request }), status: 'changed' }
    } catch (error) {
      if (!isProblemError(error)) throw error
      const { code } = error.problem
      if (code === 'skill.not-found') return null
      if (code !== 'skill.stale' || attempt >= maxAttempts) {
        return { skill, status: 'refused', problem: error.problem }
      }
    }
  }
}

function reloadSkill({ store }: JudgingDeps, { principal }: CatalogActor, id: SkillId) {
  return store.skills.get(principal.userId, id)
}

async function retag(
  deps: JudgingDeps,
  actor: CatalogActor,
  { skill, request: { tag, to } }: { readonly skill: Skill; readonly request: ChangeTagRequest },
): Promise<Skill> {
  const { principal } = actor
  throwIf(skillWriteProblem(principal, skill.scope, skill))
  const { skills } = deps.store
  const viewer = principal.userId
  const { id, head, scope, origin, slug } = skill
  const tags = replaceTag(head.tags, tag, to)
  const outcome = ingestPackage(
    {
      files: await filesOfRevision(skills, viewer, { id, revision: head }),
      ...{ scope, origin, author: viewer, folderName: slug, overrides: { tags } },
      reason: to === null ? `Took off the tag “${tag}”.` : `Renamed the tag “${tag}” to “${to}”.`,
    },
    deps.sha256,
  )
  const repeated = { before: skill, yes: null, sameAs: head.digest }
  const arrival = await checkPackage(deps, { arrival: requireIngested(outcome), ...repeated })
  const after = await skills.update(viewer, id, { arrival }, skill.version)
  const details = {
    ...{ slug, digest: after.head.digest, enabled: after.enabled, tag, renamed_to: to },
    before: { slug, digest: head.digest, enabled: skill.enabled },
  }
  await recordChanges(deps, actor, [{ action: 'skill-updated', target: id, details }])
  return after
}

/** Keeps the position of the tag and merges it with an existing one. */
function replaceTag(tags: readonly string[], tag: string, to: string | null): readonly string[] {
  return [...new Set(tags.flatMap((one) => (one === tag ? (to ?? []) : one)))]
}
