import { ProblemError, throwIf } from '../../base/errors.ts'
import type { AuthoredToolId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { applyEdit, type EditInput } from '../../base/text/edit-text.ts'
import {
  type AuthoredKind,
  type AuthoredText,
  type AuthoredTool,
  type AuthoredVersion,
  authoredLimits,
} from '../../domain/authored-tool.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { recordChanges } from '../../keep/skills/catalog-deps.ts'
import { callKey } from '../tools/connector-call.ts'
import type { ToolServices } from '../tools/tool.ts'
import { hasUntrustedInput } from '../tools/untrusted-input.ts'
import { authoredNameNotFound, tooManyVersions } from './authored-problems.ts'
import { librariesByName, listAuthoredHeads } from './authored-tool-registry.ts'
import { nameProblem, textProblem } from './check-authored.ts'
import { resolveLibraries } from './closure.ts'
import { requiredLibraries } from './required-libraries.ts'
import { findShared } from './shared-tools.ts'

/** The services for writing in an agent's name, a subset of a tool's services. */
export type AuthoringServices = Pick<
  ToolServices,
  | 'store'
  | 'clock'
  | 'ids'
  | 'sha256'
  | 'principal'
  | 'conversationId'
  | 'runId'
  | 'traceId'
  | 'callId'
  | 'toolNames'
  | 'checkInput'
  | 'taint'
  | 'session'
  | 'skills'
  | 'viewer'
>

export interface AuthoredDraft extends AuthoredText {
  readonly kind: AuthoredKind
  readonly name: string
  readonly reason: string
}

/** The name and number of the written version. */
export interface WrittenVersion {
  readonly name: string
  readonly version: number
}

/**
 * Creates a tool or library of the person. None of it runs before it is called. Idempotent per call.
 * Throws ProblemError `auth.permission-missing`, `authored.invalid`, `authored.name-reserved`,
 * `authored.name-taken`, `authored.too-many` and the problems of {@link resolveLibraries}.
 */
export async function createAuthored(
  services: AuthoringServices,
  draft: AuthoredDraft,
): Promise<WrittenVersion> {
  throwIf(missingPermission(services.principal, 'skills.write'))
  const changeKey = callKey(services)
  const { kind, name } = draft
  const { authored } = services.store
  const made = await authored.findChange(changeKey)
  if (made) return { name, version: made.number }
  throwIf(nameProblem(draft, services.toolNames))
  const head = await newVersion(services, { draft, number: 1, trusted: true })
  const now = services.clock.now()
  const tool: AuthoredTool = {
    id: `aut_${changeKey.slice(0, 32)}` as AuthoredToolId,
    ...{ kind, name, owner: services.principal.userId, enabled: true },
    ...{ createdAt: now, updatedAt: now, deletedAt: null, head },
  }
  await authored.create({ tool, changeKey })
  await recordAuditEntry(services, 'authored-tool-created', tool)
  return { name, version: 1 }
}

export interface AuthoredChange {
  readonly kind: AuthoredKind
  readonly name: string
  readonly description?: string | undefined
  readonly parameters?: JsonObject | undefined
  /** An edit of the code. */
  readonly edit?: EditInput | undefined
  readonly reason: string
}

/**
 * Adds a new version; without a difference nothing is written. An approval of an older version does not
 * cover it. Same errors as {@link createAuthored}; also `authored.not-found`, `authored.unapproved`,
 * `authored.stale`, `authored.nothing-to-change`, `authored.too-many-versions` and the problems of {@link
 * applyEdit}.
 */
export async function updateAuthored(
  services: AuthoringServices,
  change: AuthoredChange,
): Promise<WrittenVersion> {
  throwIf(missingPermission(services.principal, 'skills.write'))
  const changeKey = callKey(services)
  const { kind, name, edit, reason } = change
  const { authored } = services.store
  const made = await authored.findChange(changeKey)
  if (made) return { name, version: made.number }
  const { id } = await findShared(services, change)
  const before = await authored.get(id)
  if (!before) throw authoredNameNotFound(change)
  if (!edit && change.description === undefined && !change.parameters) throw nothingToChange()
  const { head } = before
  const draft: AuthoredDraft = {
    ...{ kind, name, reason },
    description: change.description ?? head.description,
    parameters: change.parameters ?? head.parameters,
    code: edit ? applyEdit(head.code, edit, authoredLimits.code) : head.code,
  }
  const number = head.number + 1
  const version = await newVersion(services, { draft, number, trusted: head.trusted })
  if (version.digest === head.digest) return { name, version: head.number }
  if (number > authoredLimits.versions) throw tooManyVersions(change)
  await recordAuditEntry(
    services,
    'authored-tool-updated',
    await authored.revise(before.id, { version, changeKey }),
  )
  return { name, version: number }
}

/** Moves a tool or library to the trash. `usedBy`: what requires it, and fails until it is restored. */
export async function removeAuthored(
  services: AuthoringServices,
  { kind, name }: { readonly kind: AuthoredKind; readonly name: string },
): Promise<{ readonly deleted: boolean; readonly usedBy: readonly string[] }> {
  throwIf(missingPermission(services.principal, 'skills.write'))
  const changeKey = callKey(services)
  const { authored } = services.store
  const owner = services.principal.userId
  const usedBy = kind === 'library' ? await dependentsOf(services, name) : []
  if (await authored.findChange(changeKey)) return { deleted: true, usedBy }
  const tool = await authored.findByName(owner, kind, name)
  if (!tool) return { deleted: false, usedBy: [] }
  const now = services.clock.now()
  await authored.remove(tool.id, {
    ...{ now, changeKey },
    purgeBefore: now - authoredLimits.trashRetentionMs,
  })
  await recordAuditEntry(services, 'authored-tool-deleted', tool)
  return { deleted: true, usedBy }
}

/** Names of the tools and libraries that require a library directly. */
async function dependentsOf({ store, principal }: AuthoringServices, library: string) {
  const heads = await listAuthoredHeads(store, principal.userId)
  return heads.filter(({ head }) => head.requires.includes(library)).map(({ name }) => name)
}

interface VersionRequest {
  readonly draft: AuthoredDraft
  readonly number: number
  /** Whether the version it is based on was written without untrusted input. */
  readonly trusted: boolean
}

async function newVersion(
  services: AuthoringServices,
  { draft, number, trusted }: VersionRequest,
): Promise<AuthoredVersion> {
  const { clock, sha256, store, principal, conversationId } = services
  const { kind, name, reason, ...text } = draft
  throwIf(await textProblem(draft, services.checkInput))
  const requires = requiredLibraries(text.code)
  const libraries = librariesByName(await listAuthoredHeads(store, principal.userId))
  const reached = resolveLibraries({ kind, name, requires }, libraries)
  if ('code' in reached) throw new ProblemError(reached)
  const { description, parameters, code } = text
  return {
    ...{ number, description, parameters, code, requires, reason, conversationId },
    digest: authoredDigest(draft, sha256),
    author: 'agent',
    trusted: trusted && !(await hasUntrustedInput(services)),
    createdAt: clock.now(),
  }
}

/** The digest of one exact text. */
export function authoredDigest(
  { kind, name, description, parameters, code }: Omit<AuthoredDraft, 'reason'>,
  sha256: ToolServices['sha256'],
): string {
  return `sha256:${sha256(JSON.stringify([kind, name, description, parameters, code]))}`
}

type Fact = 'authored-tool-created' | 'authored-tool-updated' | 'authored-tool-deleted'

async function recordAuditEntry(
  services: AuthoringServices,
  action: Fact,
  { id, kind, name, head }: AuthoredTool,
): Promise<void> {
  const made = { by: 'agent', conversation_id: services.conversationId }
  const details = { kind, name, version: head.number, digest: head.digest, ...made }
  await recordChanges(services, services, [{ action, target: id, details }])
}

function nothingToChange(): ProblemError {
  return new ProblemError({
    code: 'authored.nothing-to-change',
    kind: 'invalid',
    message: 'The call changes nothing.',
    hint: 'Give an operation on the code, a description or parameters.',
  })
}
