import type { SkillBody } from '@repertoire/protocol'
import { keepDraft, readDraft } from './drafts.ts'

/** An unsaved file beside SKILL.md. */
export interface FileDraft {
  readonly path: string
  readonly text: string
  /** SHA-256 of the file the change began from; empty for a new file. */
  readonly base: string
}

/** A saved file that gets another path. */
export interface FileRename {
  readonly from: string
  readonly to: string
}

/** A saved file that is deleted with the next save. */
export interface FileDeletion {
  readonly path: string
  /** SHA-256 of the file that was seen. */
  readonly base: string
}

/** Unsaved changes of one skill, and the version they were made on. */
export interface SkillDraft {
  readonly source: string
  readonly enabled: boolean
  /** ETag of the skill the changes began from; empty for a new skill. */
  readonly etag: string
  /** Changed files under their saved paths, and new ones; each path once. */
  readonly files: readonly FileDraft[]
  readonly renamed?: readonly FileRename[]
  readonly deleted?: readonly FileDeletion[]
  /** Whose a new skill will be. */
  readonly scope?: 'org' | 'user'
}

/** The draft of a skill nobody has changed here. */
export function draftOf({ content, enabled, etag }: SkillBody): SkillDraft {
  return { source: content, enabled, etag, files: [] }
}

export function isChanged(draft: SkillDraft, skill: SkillBody): boolean {
  return isWritten(draft, skill) || draft.enabled !== skill.enabled
}

/** The files with this one changed; text that is as it was is no change. Null: there was none. */
export function withFile(files: readonly FileDraft[], file: FileDraft, original: string | null) {
  const others = files.filter(({ path }) => path !== file.path)
  return file.text === original ? others : [...others, file]
}

/** The path that a saved file has after the save. */
export function pathAfter({ renamed = [] }: SkillDraft, path: string): string {
  return renamed.find(({ from }) => from === path)?.to ?? path
}

/** The draft with a file under another path: a new file moves, a saved one is renamed with the next save. */
export function withPath(draft: SkillDraft, path: string, to: string): SkillDraft {
  if (draft.files.some((file) => file.path === path && file.base === '')) {
    const files = draft.files.map((file) => (file.path === path ? { ...file, path: to } : file))
    return { ...draft, files }
  }
  const others = (draft.renamed ?? []).filter(({ from }) => from !== path)
  return { ...draft, renamed: to === path ? others : [...others, { from: path, to }] }
}

/** The draft without a file: a new file is gone, a saved one is deleted with the next save. */
export function withoutFile(draft: SkillDraft, { path, base }: FileDeletion): SkillDraft {
  if (base === '') return { ...draft, files: draft.files.filter((file) => file.path !== path) }
  return { ...draft, deleted: [...(draft.deleted ?? []), { path, base }] }
}

/** The draft with everything about a file as it is saved. */
export function withoutChangesOf(draft: SkillDraft, path: string): SkillDraft {
  return {
    ...draft,
    files: draft.files.filter((file) => file.path !== path),
    renamed: (draft.renamed ?? []).filter(({ from }) => from !== path),
    deleted: (draft.deleted ?? []).filter((file) => file.path !== path),
  }
}

/** A file that both have changed. */
export interface FileInConflict {
  readonly path: string
  /** It is deleted here. */
  readonly deletes: boolean
}

/** Changed and deleted files that somebody else has changed, too. */
export function filesInConflict(
  { files, deleted = [] }: SkillDraft,
  theirs: Pick<SkillBody, 'files'>,
): readonly FileInConflict[] {
  const gone = new Set(deleted.map(({ path }) => path))
  const now = (path: string) => theirs.files.find((entry) => entry.path === path)?.sha256 ?? ''
  return [
    ...files
      .filter(({ path, base }) => !gone.has(path) && now(path) !== base)
      .map(({ path }) => ({ path, deletes: false })),
    ...deleted
      .filter(({ path, base }) => now(path) !== '' && now(path) !== base)
      .map(({ path }) => ({ path, deletes: true })),
  ]
}

/** The draft as it can be saved over their files: what they have deleted is neither renamed nor deleted again. */
export function draftOver(draft: SkillDraft, theirs: SkillBody): SkillDraft {
  const there = new Set(theirs.files.map(({ path }) => path))
  return {
    ...draft,
    etag: theirs.etag,
    renamed: (draft.renamed ?? []).filter(({ from }) => there.has(from)),
    deleted: (draft.deleted ?? []).filter(({ path }) => there.has(path)),
  }
}

/** What is left after `sent` was saved: what was written while it was on its way. */
export function draftAfterSave(now: SkillDraft, sent: SkillDraft, saved: SkillBody): SkillDraft {
  const written = now.source !== sent.source || now.enabled !== sent.enabled
  const left = changesLeft(now, sent)
  if (!written && !changesFiles(left)) return draftOf(saved)
  const based = left.files.map((file) => ({
    ...file,
    base: saved.files.find(({ path }) => path === file.path)?.sha256 ?? file.base,
  }))
  const { source, enabled } = written ? now : draftOf(saved)
  return { ...left, source, enabled, etag: saved.etag, files: based }
}

/** What was done to files while `sent` was on its way, by the paths they have now. */
function changesLeft(now: SkillDraft, sent: SkillDraft): SkillDraft {
  const gone = new Set((sent.deleted ?? []).map(({ path }) => path))
  const renamed = (now.renamed ?? [])
    .filter(({ from, to }) => !gone.has(from) && pathAfter(sent, from) !== to)
    .map(({ from, to }) => ({ from: pathAfter(sent, from), to }))
  const deleted = (now.deleted ?? [])
    .filter(({ path }) => !gone.has(path))
    .map((file) => ({ ...file, path: pathAfter(sent, file.path) }))
  return {
    ...now,
    files: now.files
      .filter(
        ({ path, text }) =>
          !gone.has(path) && sent.files.find((file) => file.path === path)?.text !== text,
      )
      .map((file) => ({ ...file, path: pathAfter(sent, file.path) })),
    ...(now.renamed && { renamed }),
    ...(now.deleted && { deleted }),
  }
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
    before.content !== skill.content || (changesFiles(draft) && before.digest !== skill.digest)
  if (draft.etag !== before.etag || othersWrote) return draft
  return { ...draft, enabled: switched ? draft.enabled : skill.enabled, etag: skill.etag }
}

function isWritten(draft: SkillDraft, skill: SkillBody): boolean {
  return draft.source !== skill.content || changesFiles(draft)
}

function changesFiles({ files, renamed = [], deleted = [] }: SkillDraft): boolean {
  return files.length + renamed.length + deleted.length > 0
}

/** The kept draft; null when there is none or it is not one. */
export function readSkillDraft(id: string): SkillDraft | null {
  try {
    const value: unknown = JSON.parse(readDraft(`skill.${id}`) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const draft = value as Partial<SkillDraft>
    const { source, enabled, etag, files = [], renamed, deleted, scope } = draft
    if (typeof source !== 'string' || typeof enabled !== 'boolean' || typeof etag !== 'string')
      return null
    if (!isListOf(files, ['path', 'text', 'base'])) return null
    return {
      ...{ source, enabled, etag, files },
      ...(renamed && isListOf(renamed, ['from', 'to']) ? { renamed } : {}),
      ...(deleted && isListOf(deleted, ['path', 'base']) ? { deleted } : {}),
      ...(scope === 'org' || scope === 'user' ? { scope } : {}),
    }
  } catch {
    return null
  }
}

/** A list of objects that have a text in each of these fields. */
function isListOf(value: unknown, fields: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item: unknown) =>
        typeof item === 'object' &&
        item !== null &&
        fields.every((field) => typeof (item as Record<string, unknown>)[field] === 'string'),
    )
  )
}

export function keepSkillDraft(id: string, draft: SkillDraft | null): void {
  keepDraft(`skill.${id}`, draft && JSON.stringify(draft))
}
