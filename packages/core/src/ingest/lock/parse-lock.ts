import { isSlug } from '@repertoire/skill-md'
import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import { isRecord } from '../../base/json.ts'
import {
  buildLock,
  type LockEntry,
  type LockedKind,
  publicAddress,
  type SkillLock,
} from './skill-lock.ts'

/** Characters that a lock may have. */
export const maxLockLength = 8_000_000
/** Skills that a lock may name. */
export const maxLockSkills = 20_000

/**
 * Reads the text of a `repertoire.lock`.
 *
 * @throws ProblemError `lock.too-large`, or `lock.invalid`, which says which entry is wrong and why.
 */
export function parseLock(text: string): SkillLock {
  if (text.length > maxLockLength) throw tooLarge(`${text.length} characters`, maxLockLength)
  const lock = parseJson(text)
  if (!isRecord(lock) || !Array.isArray(lock.skills)) throw invalid('It needs a list "skills".')
  if (lock.version !== 1) throw invalid('Its "version" must be 1.')
  if (lock.skills.length > maxLockSkills)
    throw tooLarge(`${lock.skills.length} skills`, maxLockSkills)
  const skills = lock.skills.map(readEntry)
  refuseRepeats(skills)
  return buildLock(skills)
}

const kinds: Readonly<Record<LockedKind, true>> = {
  github: true,
  git: true,
  url: true,
  'well-known': true,
  'plugin-marketplace': true,
  marketplace: true,
  clawhub: true,
}

function readEntry(value: unknown, index: number): LockEntry {
  const at = `Entry ${index + 1}`
  if (!isRecord(value)) throw invalid(`${at} must be an object.`)
  const { slug, kind, source, commit, path, digest } = value
  if (typeof slug !== 'string' || !isSlug(slug))
    throw invalid(`${at}: "slug" must be a skill's name.`)
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    throw invalid(`${at} (${slug}): "kind" must be one of ${Object.keys(kinds).join(', ')}.`)
  }
  if (typeof source !== 'string' || !isSource(source, kind)) {
    throw invalid(
      `${at} (${slug}): "source" must be an https address without credentials, or owner/name on GitHub.`,
    )
  }
  if (commit !== null && !matches(commit, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)) {
    throw invalid(`${at} (${slug}): "commit" must be a full commit id, or null.`)
  }
  if (typeof path !== 'string' || !isInnerPath(path)) {
    throw invalid(`${at} (${slug}): "path" must be a folder inside the source.`)
  }
  if (!matches(digest, /^sha256:[0-9a-f]{64}$/)) {
    throw invalid(`${at} (${slug}): "digest" must be sha256: and 64 hex digits.`)
  }
  return { slug, kind: kind as LockedKind, source, commit, path, digest: digest as RevisionDigest }
}

function isSource(source: string, kind: string): boolean {
  if (kind === 'github') return /^[\w-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(source)
  return URL.parse(source)?.protocol === 'https:' && publicAddress(source) === source
}

function isInnerPath(path: string): boolean {
  if (path === '') return true
  if (path.length > 1000 || path.includes('\\') || /\p{Cc}/u.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function refuseRepeats(skills: readonly LockEntry[]): void {
  const seen = new Set<string>()
  for (const { slug } of skills) {
    if (seen.has(slug)) throw invalid(`The skill ${slug} is in it twice.`)
    seen.add(slug)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('It is not JSON.')
  }
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function invalid(why: string): ProblemError {
  return new ProblemError({
    code: 'lock.invalid',
    kind: 'invalid',
    message: `The lock file cannot be read. ${why}`,
    hint: 'Export it again, or correct the entry.',
  })
}

function tooLarge(size: string, limit: number): ProblemError {
  return new ProblemError({
    code: 'lock.too-large',
    kind: 'too-large',
    message: `The lock file has ${size}; at most ${limit} are read.`,
    hint: 'Split it.',
  })
}
