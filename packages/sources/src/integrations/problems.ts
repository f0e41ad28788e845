import type { Problem } from '@repertoire/core/base'
import { truncate } from '@repertoire/skill-md'

/** Maximal characters of a path in a message. */
const maxPathLength = 200

type Kind = Extract<Problem['kind'], 'invalid' | 'too-large' | 'unavailable'>

/** Links can point anywhere, so only regular files and folders are read. */
export function notFollowed(path: string): Problem {
  return problem('integration.not-followed', 'invalid', {
    message: `${quoted(path)} is a link or a special file, which is never followed.`,
    hint: 'Put the file or folder itself there.',
    path,
  })
}

export function invalidPath(path: string, error: unknown): Problem {
  return problem('integration.unreadable', 'unavailable', {
    message: `${quoted(path)} cannot be read (${reasonOf(error)}).`,
    hint: 'Give the user that runs Repertoire the right to read it.',
    path,
  })
}

export function badDomain(path: string): Problem {
  return problem('integration.bad-domain', 'invalid', {
    message: `The folder ${quoted(path)} cannot be an integration: its name is invalid.`,
    hint: 'Use up to 64 lower-case letters and digits, joined by single "-" or "_".',
    path,
  })
}

export function manifestMissing(path: string): Problem {
  return problem('integration.manifest-missing', 'invalid', {
    message: `${quoted(path)} is missing.`,
    hint: 'Create it with at least `name:` and `version:`.',
    path,
  })
}

export function manifestInvalid(path: string, why: string): Problem {
  return problem('integration.manifest-invalid', 'invalid', {
    message: `${quoted(path)} cannot be used: ${truncate(why, 300)}`,
    hint: 'It is YAML with `name:` and `version:`; an optional `domain:` equals the folder name.',
    path,
  })
}

export function badName(path: string): Problem {
  return problem('integration.bad-skill-name', 'invalid', {
    message: `The skill folder ${quoted(path)} has a name that is not safe on every file system.`,
    hint: 'Give the folder a plain name, like weekly-report.',
    path,
  })
}

export function nameCollision(path: string, other: string): Problem {
  return problem('integration.name-collision', 'invalid', {
    message: `${quoted(path)} and ${quoted(other)} differ only in case or composition.`,
    hint: 'Rename one of them; only the first was read.',
    path,
  })
}

export function tooLarge(path: string, what: string): Problem {
  return problem('integration.too-large', 'too-large', {
    message: `${quoted(path)} is too large: ${what}.`,
    hint: 'Remove unused files, or split the integration.',
    path,
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function problem(
  code: string,
  kind: Kind,
  { message, hint, path }: { message: string; hint: string; path: string },
): Problem {
  return { code, kind, message, hint, details: { path: truncate(path, maxPathLength) } }
}

function quoted(path: string): string {
  return JSON.stringify(truncate(path, maxPathLength))
}
