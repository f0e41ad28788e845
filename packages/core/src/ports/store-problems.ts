import { type Problem, ProblemError, problemError } from '../base/errors.ts'
import type { AuthoredToolId, ExecutionId } from '../base/ids.ts'
import { type AuthoredKind, authoredLimits } from '../domain/authored-tool.ts'
import type { Skill } from '../domain/skill.ts'

// The problems that every implementation of the store throws, with identical texts.

export function tenantNotFound(id: string): ProblemError {
  return problemError('tenant.not-found', 'not-found', 'There is no such organisation.', { id })
}

export function tenantExists(id: string): ProblemError {
  return problemError('tenant.exists', 'conflict', 'An organisation with this id already exists.', {
    id,
  })
}

/** Without any, the next start of the server would create a new one. */
export function lastOrganisation(id: string): ProblemError {
  return problemError(
    'organisation.last',
    'conflict',
    'This is the only organisation of the server. Create another one first.',
    { id },
  )
}

export function collectionSlugTaken(slug: string): ProblemError {
  return problemError('collection.slug-taken', 'conflict', 'Another collection has this slug.', {
    slug,
  })
}

/** Somebody was first. */
export function productionChanged(): ProblemError {
  return new ProblemError({
    code: 'collection.changed',
    kind: 'conflict',
    message: 'Production of the collection has changed since it was read. Nothing was set back.',
    hint: 'Read its promotions again, and choose one.',
  })
}

export function skillNotFound(id: string): ProblemError {
  return problemError(
    'skill.not-found',
    'not-found',
    'There is no such skill, or you cannot see it.',
    {
      id,
    },
  )
}

/** One slug per scope. */
export function slugTaken(existing: Skill): ProblemError {
  const where = existing.scope.kind === 'org' ? 'in the organisation' : 'among your own skills'
  return problemError(
    'skill.slug-taken',
    'conflict',
    `The slug "${existing.slug}" is taken ${where}. Choose another slug, or update that skill.`,
    { slug: existing.slug, scope: existing.scope.kind, existing_id: existing.id },
  )
}

export function skillStale(skill: Skill, expectedVersion: number): ProblemError {
  return problemError(
    'skill.stale',
    'stale',
    'The skill was changed in the meantime. Read it again, then repeat the change.',
    { id: skill.id, expected_version: expectedVersion, current_version: skill.version },
  )
}

export function conversationNotFound(id: string): ProblemError {
  return problemError(
    'conversation.not-found',
    'not-found',
    'There is no such conversation, or it is not yours.',
    { id },
  )
}

/** Never deleted, purged, kept for too long, or of somebody else. */
export function conversationNotDeleted(id: string): ProblemError {
  return problemError(
    'conversation.not-deleted',
    'not-found',
    'There is no such deleted conversation, or its 30 days have ended.',
    { id },
  )
}

export function conversationExists(id: string): ProblemError {
  return problemError(
    'conversation.exists',
    'conflict',
    'A conversation with this id already exists.',
    {
      id,
    },
  )
}

export function conversationStale(id: string, expectedSeq: number): ProblemError {
  return problemError(
    'conversation.moved-on',
    'stale',
    'The conversation has new events. Read them, then decide again.',
    { id, expectedSeq },
  )
}

export function conversationBusy(id: string): ProblemError {
  return problemError(
    'conversation.busy',
    'conflict',
    'A turn of this conversation is still running. Wait until it ends, or cancel it.',
    { id },
  )
}

/** The run is absent, final, or belongs to another conversation. */
export function runNotOpen(id: string): ProblemError {
  return problemError(
    'run.not-open',
    'conflict',
    'This run has ended, or belongs to another conversation.',
    {
      id,
    },
  )
}

/** A referenced file was durable before, so its absence is a data loss and not a not-found answer. */
export function blobMissing({ path, sha256 }: { path: string; sha256: string }): ProblemError {
  return new ProblemError({
    code: 'store.blob-missing',
    kind: 'internal',
    message: `The stored file "${path}" is missing.`,
    hint: 'Store it again, or restore the blobs from a backup.',
    details: { path, sha256 },
  })
}

/** Damaged bytes are reported and never returned. */
export function blobCorrupt(sha256: string): ProblemError {
  return new ProblemError({
    code: 'store.blob-corrupt',
    kind: 'internal',
    message: 'The contents of a stored file have changed.',
    hint: 'Import the skill again, or restore the blobs from a backup.',
    details: { sha256 },
  })
}

export function settingsStale(expectedVersion: number, currentVersion: number): ProblemError {
  return problemError(
    'settings.stale',
    'stale',
    'The settings were changed in the meantime. Read them again, then repeat the change.',
    { expected_version: expectedVersion, current_version: currentVersion },
  )
}

/** It was used up, revoked or expired since it was read. */
export function grantNotUsable(id: string): ProblemError {
  return problemError('grant.not-usable', 'stale', 'This grant can no longer be used.', { id })
}

export function memberNotFound(id: string): ProblemError {
  return problemError('member.not-found', 'not-found', 'There is no such member.', { id })
}

export function memberExists(id: string): ProblemError {
  return problemError('member.exists', 'conflict', 'A member with this id already exists.', { id })
}

export function passkeyExists(): ProblemError {
  return problemError('passkey.exists', 'conflict', 'This passkey is stored already.', {})
}

export function identityExists(subject: string): ProblemError {
  return problemError('identity.exists', 'conflict', 'This identity has an account already.', {
    subject,
  })
}

export function lastOwner(id: string): ProblemError {
  return problemError(
    'member.last-owner',
    'conflict',
    'This is the only owner of the organisation. Make another member an owner first.',
    { id },
  )
}

export function keyNotFound(id: string): ProblemError {
  return problemError('key.not-found', 'not-found', 'There is no such API key.', { id })
}

export function keyExists(id: string): ProblemError {
  return problemError('key.exists', 'conflict', 'This API key already exists.', { id })
}

export function authoredNotFound(id: AuthoredToolId): ProblemError {
  return new ProblemError({
    code: 'authored.not-found',
    kind: 'not-found',
    message: 'There is no such tool or library, or it is not yours.',
    details: { id },
  })
}

type Named = { readonly kind: AuthoredKind; readonly name: string }

export function authoredNameTaken({ kind, name }: Named): ProblemError {
  return new ProblemError({
    code: 'authored.name-taken',
    kind: 'conflict',
    message: `There is a ${kind} named "${name}" already. Nothing was written.`,
    hint: `Change that one with update_${kind}, or choose another name.`,
    details: { name },
  })
}

export function authoredTooMany(kind: AuthoredKind): ProblemError {
  const { perPerson } = authoredLimits
  const what = kind === 'tool' ? 'tools' : 'libraries'
  return new ProblemError({
    code: 'authored.too-many',
    kind: 'conflict',
    message: `There are ${perPerson} ${what} already, which is as many as one person may have.`,
    hint: 'Delete one that is not needed any more, or change one instead.',
    details: { max: perPerson },
  })
}

export function authoredStale({ kind, name }: Named, version: number): ProblemError {
  return new ProblemError({
    code: 'authored.stale',
    kind: 'stale',
    message: `The ${kind} "${name}" was changed in the meantime: its version is ${version} now. Nothing was written.`,
    hint: `Read it again with read_${kind}, then repeat the change.`,
    details: { name, version },
  })
}

export function executionExists(id: ExecutionId): Problem {
  return {
    code: 'execution.exists',
    kind: 'conflict',
    message: 'This execution was begun before; it is not done a second time.',
    details: { execution_id: id },
  }
}
