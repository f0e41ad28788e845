import { ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, SourceId } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import { isAdministrator, missingPermission } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { approvalProblem } from '../review/approval-problem.ts'
import { approveRevision } from '../review/approve-revision.ts'
import { currentTrust, isClean } from '../review/current-trust.ts'
import { importNeedsReading } from '../review/review-problems.ts'
import { pendingByEntry } from './pending-by-entry.ts'
import { entryNotOffered, sourceDisabled, sourceNotFound } from './source-problems.ts'

export interface InstallEntryRequest {
  readonly sourceId: SourceId
  /** Of the entry in its source. */
  readonly path: string
  /** What a person read; undefined takes only what needs no reading: a new skill that is clean. */
  readonly digest: RevisionDigest | undefined
}

/** The skill, or what a member asked for: it waits for an owner or admin. */
export type InstalledEntry =
  | { readonly skill: Skill; readonly waiting?: undefined }
  | { readonly waiting: PendingRevisionHead; readonly skill?: undefined }

/**
 * Installs what a source of the catalogue offers: the whole folder, as a skill that is off until somebody
 * enables it. For a member it waits for a review. An installed skill stays as it is when nothing newer waits; an update leaves its switch as it is. Throws
 * ProblemError `source.not-found`, `source.disabled`, `source.not-offered`, `arrival.needs-reading`, and those of
 * {@link approvalProblem} and {@link approveRevision}.
 */
export async function installEntry(
  deps: JudgingDeps,
  actor: CatalogActor,
  { sourceId, path, digest }: InstallEntryRequest,
): Promise<InstalledEntry> {
  const { store } = deps
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const source = await store.sources.get(sourceId)
  if (!source) throw new ProblemError(sourceNotFound)
  if (!source.enabled) throw new ProblemError(sourceDisabled(source.name))
  const held = (await pendingByEntry(store.reviews, sourceId, 'held')).get(path)
  if (!held) return { skill: await installedSkill(deps, actor, { sourceId, path }) }
  if (!isAdministrator(actor.principal.role))
    return { waiting: await requestImport(deps, actor, held) }
  if (digest === undefined) await checkNeedsNoReading(deps, held)
  const { skill } = await approveRevision(deps, actor, {
    ...{ id: held.id, digest: digest ?? held.digest, overwriteEdits: false, note: '' },
    enable: held.skillId === null ? false : undefined,
  })
  return { skill }
}

/** It stays where it is, and whoever reviews it sees in the audit log who wants it. */
export async function requestImport(
  deps: Pick<JudgingDeps, 'store' | 'clock' | 'ids'>,
  actor: CatalogActor,
  held: PendingRevisionHead,
): Promise<PendingRevisionHead> {
  const { id, slug, digest, sourceId } = held
  const details = { slug, digest, source_id: sourceId }
  await recordChanges(deps, actor, [{ action: 'arrival-requested', target: id, details }])
  return held
}

/** What nobody may approve says so at once: reading it would be in vain. */
async function checkNeedsNoReading(deps: JudgingDeps, head: PendingRevisionHead): Promise<void> {
  const held = await deps.store.reviews.get(head.id, 'imports')
  const trust = held && (await currentTrust(deps, held))
  if (trust) throwIf(approvalProblem({ slug: head.slug, trust }, 'It is read first.'))
  if (head.skillId !== null || !trust || !isClean(trust)) {
    throw new ProblemError(importNeedsReading(head))
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
