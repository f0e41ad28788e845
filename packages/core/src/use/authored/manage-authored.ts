import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { AuthoredToolId } from '../../base/ids.ts'
import {
  type AuthoredHead,
  type AuthoredKind,
  type AuthoredTool,
  type AuthoredVersion,
  authoredLimits,
} from '../../domain/authored-tool.ts'
import { isAdministrator, missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { CatalogActor, CatalogDeps, CatalogFact } from '../../keep/skills/catalog-deps.ts'
import { recordChanges } from '../../keep/skills/catalog-deps.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import { authoredNotFound } from '../../ports/store-problems.ts'
import { tooManyVersions } from './authored-problems.ts'
import { isClosure, loadAuthoredToolRegistry } from './authored-tool-registry.ts'

/** Ports for people who manage authored tools; `store` is the actor's own tenant. */
export type AuthoredDeps = Pick<CatalogDeps, 'store' | 'clock' | 'ids' | 'sha256'>

/**
 * Reads a tool or library that this person may see: their own, and for owners and admins everybody's,
 * including those in the trash while they can be restored. Throws ProblemError `auth.permission-missing`,
 * `authored.not-found`.
 */
export async function getVisibleAuthored(
  { store, clock }: Pick<AuthoredDeps, 'store' | 'clock'>,
  principal: Principal,
  id: AuthoredToolId,
): Promise<AuthoredTool> {
  throwIf(missingPermission(principal, 'skills.read'))
  const tool = await store.authored.get(id)
  const restorable = tool && isRestorable(tool, clock.now())
  if (!restorable || !(tool.owner === principal.userId || isAdministrator(principal.role))) {
    throw authoredNotFound(id)
  }
  return tool
}

export interface ListAuthoredRequest {
  readonly kind: AuthoredKind | undefined
  /** Lists those of everybody, for owners and admins; otherwise the person's own. */
  readonly everyone: boolean
  /** Lists those in the trash that can be restored. */
  readonly deleted: boolean
  readonly page: PageRequest
}

/** Throws ProblemError `auth.permission-missing`, `authored.administrators-only`. */
export async function listAuthored(
  { store, clock }: Pick<AuthoredDeps, 'store' | 'clock'>,
  principal: Principal,
  { kind, everyone, deleted, page }: ListAuthoredRequest,
): Promise<Page<AuthoredHead>> {
  throwIf(missingPermission(principal, 'skills.read'))
  if (everyone && !isAdministrator(principal.role)) throw new ProblemError(administratorsOnly)
  const filter = {
    kind,
    ...(!everyone && { owner: principal.userId }),
    ...(deleted && { deletedSince: clock.now() - authoredLimits.trashRetentionMs }),
  }
  return store.authored.list(filter, page)
}

function isRestorable({ deletedAt }: AuthoredTool, now: number): boolean {
  return deletedAt === null || deletedAt >= now - authoredLimits.trashRetentionMs
}

/**
 * Enables or disables a tool or library. Disabling takes effect at once, in every conversation. Owners and
 * admins may disable other people's; only the owner may enable. Throws like {@link getVisibleAuthored}; also
 * `authored.owner-only`.
 */
export async function setAuthoredEnabled(
  deps: AuthoredDeps,
  actor: CatalogActor,
  { id, enabled }: { readonly id: AuthoredToolId; readonly enabled: boolean },
): Promise<AuthoredTool> {
  const tool = await getChangeable(deps, actor, id)
  if (enabled) throwIf(ownerProblem(tool, actor.principal))
  if (tool.enabled === enabled) return tool
  const after = await deps.store.authored.setEnabled(id, enabled, deps.clock.now())
  await recordAuditEntry(deps, actor, { action: 'authored-tool-switched', tool: after })
  return after
}

/** Moves a tool or library to the trash, from which it can be restored for 30 days. Same errors. */
export async function deleteAuthored(
  deps: AuthoredDeps,
  actor: CatalogActor,
  id: AuthoredToolId,
): Promise<void> {
  const tool = await getChangeable(deps, actor, id)
  const now = deps.clock.now()
  const purgeBefore = now - authoredLimits.trashRetentionMs
  await deps.store.authored.remove(id, { now, purgeBefore, changeKey: null })
  await recordAuditEntry(deps, actor, { action: 'authored-tool-deleted', tool })
}

/**
 * Restores a tool or library from the trash. Same errors; also `authored.name-taken` and
 * `authored.too-many`.
 */
export async function restoreAuthored(
  deps: AuthoredDeps,
  actor: CatalogActor,
  id: AuthoredToolId,
): Promise<AuthoredTool> {
  await getChangeable(deps, actor, id)
  const tool = await deps.store.authored.restore(id, deps.clock.now())
  await recordAuditEntry(deps, actor, { action: 'authored-tool-restored', tool })
  return tool
}

export interface RestoreVersionRequest {
  readonly id: AuthoredToolId
  readonly number: number
  readonly reason: string
}

/**
 * Restores an earlier version as a new one, by the owner. An approval of that version still counts. Same
 * errors; also `authored.version-not-found`, `authored.stale` and why it cannot run.
 */
export async function restoreAuthoredVersion(
  deps: AuthoredDeps,
  actor: CatalogActor,
  { id, number, reason }: RestoreVersionRequest,
): Promise<AuthoredTool> {
  const tool = await getChangeable(deps, actor, id)
  throwIf(ownerProblem(tool, actor.principal))
  const earlier = await deps.store.authored.version(id, number)
  if (!earlier) throw new ProblemError(noSuchVersion(number))
  if (earlier.digest === tool.head.digest) return tool
  const closure = (await loadAuthoredToolRegistry(deps, tool.owner)).closureOf({
    ...tool,
    head: earlier,
  })
  if (!isClosure(closure)) throw new ProblemError(closure)
  if (tool.head.number >= authoredLimits.versions) throw tooManyVersions(tool)
  const version: AuthoredVersion = {
    ...earlier,
    ...{ number: tool.head.number + 1, author: 'user', conversationId: null, reason },
    createdAt: deps.clock.now(),
  }
  const after = await deps.store.authored.revise(id, { version, changeKey: null })
  await recordAuditEntry(deps, actor, { action: 'authored-tool-updated', tool: after })
  return after
}

/**
 * Approves a tool before its first call, by the owner. The approval is bound to the digest of the code that
 * they were shown. Same errors; also `authored.changed` for another digest, and why it cannot run.
 */
export async function approveAuthored(
  deps: AuthoredDeps,
  actor: CatalogActor,
  { id, digest }: { readonly id: AuthoredToolId; readonly digest: string },
): Promise<AuthoredTool> {
  const tool = await getChangeable(deps, actor, id)
  throwIf(ownerProblem(tool, actor.principal))
  const closure = (await loadAuthoredToolRegistry(deps, tool.owner)).closureOf(tool)
  if (!isClosure(closure)) throw new ProblemError(closure)
  if (tool.kind !== 'tool' || closure.digest !== digest) throw new ProblemError(changedSince)
  if (closure.approved) return tool
  const { userId: grantedBy } = actor.principal
  await deps.store.authored.grant({
    ...{ toolId: id, digest, grantedBy, grantedAt: deps.clock.now(), version: tool.head.number },
    libraries: closure.libraries.map((one) => ({
      ...{ id: one.id, name: one.name, version: one.head.number },
    })),
  })
  await recordAuditEntry(deps, actor, { action: 'authored-tool-approved', tool })
  return tool
}

async function getChangeable(deps: AuthoredDeps, { principal }: CatalogActor, id: AuthoredToolId) {
  throwIf(missingPermission(principal, 'skills.write'))
  return getVisibleAuthored(deps, principal, id)
}

function ownerProblem({ owner }: AuthoredTool, { userId }: Principal): Problem | undefined {
  if (owner === userId) return undefined
  return {
    code: 'authored.owner-only',
    kind: 'forbidden',
    message: 'Only the person it was written for may do this.',
    hint: 'As an owner or admin you can disable it or delete it.',
  }
}

async function recordAuditEntry(
  deps: AuthoredDeps,
  actor: CatalogActor,
  { action, tool }: { readonly action: CatalogFact['action']; readonly tool: AuthoredTool },
): Promise<void> {
  const { id, kind, name, owner, enabled, head } = tool
  const details = { kind, name, owner, enabled, version: head.number, digest: head.digest }
  await recordChanges(deps, actor, [{ action, target: id, details }])
}

function noSuchVersion(number: number): Problem {
  return {
    code: 'authored.version-not-found',
    kind: 'not-found',
    message: `There is no version ${number}.`,
    details: { number },
  }
}

const changedSince: Problem = {
  code: 'authored.changed',
  kind: 'stale',
  message: 'The code, or that of a library it requires, is no longer what you were shown.',
  hint: 'Look at it again before you approve it.',
}

const administratorsOnly: Problem = {
  code: 'authored.administrators-only',
  kind: 'forbidden',
  message: 'Only owners and admins may see what agents wrote for everybody.',
}
