import type { ManifestEntryBody, SkillBody } from '@repertoire/protocol'
import { createPathIndex, filePathFault } from '@repertoire/skill-md'
import { type FileDraft, pathAfter, type SkillDraft } from '../../../shared/browser/skill-draft.ts'

/** A file as the next save leaves it, or takes it away. */
export interface DraftFile {
  /** Its new path, and its size as it is written. */
  readonly entry: ManifestEntryBody
  /** Its entry in the saved revision; null for a new file. */
  readonly saved: ManifestEntryBody | null
  /** Its unsaved text. */
  readonly text: string | null
  readonly changed: boolean
  readonly deleted: boolean
}

/** The files of a skill with its unsaved changes. Those that are deleted stay until the save. */
export function draftFiles(skill: SkillBody, draft: SkillDraft): readonly DraftFile[] {
  const texts = new Map(draft.files.map((file) => [file.path, file.text]))
  const gone = new Set((draft.deleted ?? []).map(({ path }) => path))
  const saved = skill.files.map((entry): DraftFile => {
    const path = pathAfter(draft, entry.path)
    const isSkillMd = entry.path === 'SKILL.md'
    const text = texts.get(entry.path) ?? null
    const written = isSkillMd ? draft.source !== skill.content : text !== null
    return {
      ...{ entry: { ...entry, path }, saved: entry, text },
      changed: written || path !== entry.path,
      deleted: gone.has(entry.path),
    }
  })
  const known = new Set(skill.files.map(({ path }) => path))
  return [...saved, ...draft.files.filter(({ path }) => !known.has(path)).map(newFile)]
}

function newFile({ path, text }: FileDraft): DraftFile {
  const size = new TextEncoder().encode(text).length
  const entry = { path, size, sha256: '', executable: false }
  return { entry, saved: null, text, changed: true, deleted: false }
}

/** Why a file cannot have this path among the others, as a sentence; undefined when it can. */
export function newPathProblem(path: string, others: readonly DraftFile[]): string | undefined {
  if (path === '') return 'Give the file a path, such as references/notes.md.'
  const fault = filePathFault(path)
  if (fault) return `The path ${fault}. Use a path inside the skill, with / between folders.`
  const index = createPathIndex()
  for (const { entry } of others) index.add(entry.path)
  const other = index.add(path)
  if (other === undefined) return undefined
  if (others.some(({ entry, deleted }) => deleted && entry.path === other))
    return `${other} is deleted with the next save. Save first, or undo that.`
  return other === path
    ? `There is already a file ${other}.`
    : `Some file systems take this for the same as ${other}.`
}
