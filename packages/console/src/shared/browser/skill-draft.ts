import type { SkillBody } from '@repertoire/protocol'
import { keepDraft, readDraft } from './drafts.ts'

/** An unsaved file beside SKILL.md. */
export interface FileDraft {
  readonly path: string
  readonly text: string
  /** SHA-256 of the file the change began from. */
  readonly base: string
}

/** Unsaved changes of one skill, and the version they were made on. */
export interface SkillDraft {
  readonly source: string
  readonly enabled: boolean
  /** ETag of the skill the changes began from; empty for a new skill. */
  readonly etag: string
  /** Changed files; each path once. */
  readonly files: readonly FileDraft[]
}

/** The draft of a skill nobody has changed here. */
export function draftOf({ content, enabled, etag }: SkillBody): SkillDraft {
  return { source: content, enabled, etag, files: [] }
}

export function isChanged(draft: SkillDraft, skill: SkillBody): boolean {
  return isWritten(draft, skill) || draft.enabled !== skill.enabled
}

/** The files with this one changed; text that is as it was is no change. */
export function withFile(files: readonly FileDraft[], file: FileDraft, original: string) {
  const others = files.filter(({ path }) => path !== file.path)
  return file.text === original ? others : [...others, file]
}

/** Changed files that somebody else has changed, too. */
export function filesInConflict(
  files: readonly FileDraft[],
  theirs: Pick<SkillBody, 'files'>,
): readonly FileDraft[] {
  return files.filter(
    ({ path, base }) => theirs.files.find((entry) => entry.path === path)?.sha256 !== base,
  )
}

/** What is left after `sent` was saved: what was written while it was on its way. */
export function draftAfterSave(now: SkillDraft, sent: SkillDraft, saved: SkillBody): SkillDraft {
  const written = now.source !== sent.source || now.enabled !== sent.enabled
  const files = now.files.filter(
    ({ path, text }) => sent.files.find((file) => file.path === path)?.text !== text,
  )
  if (!written && files.length === 0) return draftOf(saved)
  const based = files.map((file) => ({
    ...file,
    base: saved.files.find(({ path }) => path === file.path)?.sha256 ?? file.base,
  }))
  const { source, enabled } = written ? now : draftOf(saved)
  return { source, enabled, etag: saved.etag, files: based }
}

/**
 * Unsaved changes after the skill was read again: without any it is shown as it is now; else they go on from it,
 * unless somebody else wrote its text meanwhile, which a save is held up for.
 */
export function draftAfterRead(draft: SkillDraft, before: SkillBody, skill: SkillBody): SkillDraft {
  if (before === skill) return draft
  if (!isChanged(draft, before) || !isChanged(draft, skill)) return draftOf(skill)
  const switched = draft.enabled !== before.enabled
  const othersWrote =
    before.content !== skill.content || (draft.files.length > 0 && before.digest !== skill.digest)
  if (draft.etag !== before.etag || othersWrote) return draft
  return { ...draft, enabled: switched ? draft.enabled : skill.enabled, etag: skill.etag }
}

function isWritten({ source, files }: SkillDraft, skill: SkillBody): boolean {
  return source !== skill.content || files.length > 0
}

/** The kept draft; null when there is none or it is not one. */
export function readSkillDraft(id: string): SkillDraft | null {
  try {
    const value: unknown = JSON.parse(readDraft(`skill.${id}`) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { source, enabled, etag, files = [] } = value as Partial<SkillDraft>
    if (typeof source !== 'string' || typeof enabled !== 'boolean' || typeof etag !== 'string')
      return null
    return Array.isArray(files) && files.every(isFileDraft)
      ? { source, enabled, etag, files }
      : null
  } catch {
    return null
  }
}

function isFileDraft(value: unknown): value is FileDraft {
  if (typeof value !== 'object' || value === null) return false
  const { path, text, base } = value as Partial<FileDraft>
  return typeof path === 'string' && typeof text === 'string' && typeof base === 'string'
}

export function keepSkillDraft(id: string, draft: SkillDraft | null): void {
  keepDraft(`skill.${id}`, draft && JSON.stringify(draft))
}
