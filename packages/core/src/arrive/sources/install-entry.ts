import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { RevisionDigest, SourceId } from '../../base/ids.ts'
import type { HeldArrivalHead } from '../../domain/held-arrival.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { approvalProblem } from '../review/approval-problem.ts'
import { approveArrival } from '../review/approve-arrival.ts'
import { currentTrust, isClean, type JudgingDeps } from '../review/current-trust.ts'
import { arrivalNeedsReading } from '../review/review-problems.ts'
import { arrivalsByEntry } from './arrivals-by-entry.ts'
import { entryNotOffered, sourceDisabled, sourceNotFound } from './source-problems.ts'

export interface InstallEntryRequest {
  readonly sourceId: SourceId
  /** Of the entry in its source. */
  readonly path: string
  /** What a person read; undefined takes only what needs no reading: a new skill that is clean. */
  readonly digest: RevisionDigest | undefined
}

/**
 * Installs what a source of the catalogue offers (D10): the whole folder, as a skill that is off until somebody
 * enables it. An installed skill stays as it is when nothing newer waits; an update leaves its switch as it is. Throws
 * ProblemError `source.not-found`, `source.disabled`, `source.not-offered`, `arrival.needs-reading`, and those of
 * {@link approvalProblem} and {@link approveArrival}.
 */
export async function installEntry(
  deps: JudgingDeps,
  actor: CatalogActor,
  { sourceId, path, digest }: InstallEntryRequest,
): Promise<Skill> {
  const { store } = deps
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const source = await store.sources.get(sourceId)
  if (!source) throw new ProblemError(sourceNotFound)
  if (!source.enabled) throw new ProblemError(sourceDisabled(source.name))
  const held = (await arrivalsByEntry(store.reviews, sourceId, 'held')).get(path)
  if (!held) return installedSkill(deps, actor, { sourceId, path })
  if (digest === undefined) await checkNeedsNoReading(deps, held)
  const { skill } = await approveArrival(deps, actor, {
    ...{ id: held.id, digest: digest ?? held.digest, overwriteEdits: false, note: '' },
    enable: held.skillId === null ? false : undefined,
  })
  return skill
}

/** What nobody may approve says so at once: reading it would be in vain. */
async function checkNeedsNoReading(deps: JudgingDeps, head: HeldArrivalHead): Promise<void> {
  const held = await deps.store.reviews.get(head.id)
  const trust = held && (await currentTrust(deps, held))
  if (trust) refuseIf(approvalProblem({ slug: head.slug, trust }, 'It is read first.'))
  if (head.skillId !== null || !trust || !isClean(trust)) {
    throw new ProblemError(arrivalNeedsReading(head))
  }
}

async function installedSkill(
  { store }: JudgingDeps,
  { principal }: CatalogActor,
  { sourceId, path }: { readonly sourceId: SourceId; readonly path: string },
): Promise<Skill> {
  const record = (await store.sources.allItems(sourceId)).find(({ entryId }) => entryId === path)
  const skill = record?.skillId ? await store.skills.get(principal.userId, record.skillId) : null
  if (!skill) throw new ProblemError(entryNotOffered(path))
  return skill
}
