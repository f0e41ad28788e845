import { ProblemError } from '../../base/errors.ts'
import type { PackageFile } from '../../domain/skill.ts'
import { mergeFiles } from './compose-skill.ts'

/** A text file as it is written; a new path adds a file. */
export interface WrittenFile {
  readonly path: string
  readonly content: string
}

/** A file under a new path. Its bytes and its executable bit stay. */
export interface RenamedFile {
  readonly from: string
  readonly to: string
}

/** What becomes of the files beside SKILL.md: renamed and deleted first, then written under their new paths. */
export interface FileChanges {
  readonly written: readonly WrittenFile[]
  readonly renamed: readonly RenamedFile[]
  readonly deleted: readonly string[]
}

/**
 * The files beside SKILL.md after the changes. Throws ProblemError `skill.md-stays`, `skill.file-missing` and
 * `skill.file-changed-twice`. Paths that collide are refused where every package is checked.
 */
export function changeFiles(
  kept: readonly PackageFile[],
  { written, renamed, deleted }: FileChanges,
): readonly PackageFile[] {
  const paths = new Set(kept.map(({ path }) => path))
  const moved = [...renamed.map(({ from }) => from), ...deleted]
  for (const [at, path] of moved.entries()) {
    if (path === 'SKILL.md') throw skillMdStays()
    if (!paths.has(path)) throw fileMissing(path)
    if (moved.indexOf(path) !== at) throw changedTwice(path)
  }
  const gone = new Set(deleted)
  const target = new Map(renamed.map(({ from, to }) => [from, to]))
  const left = kept
    .filter(({ path }) => !gone.has(path))
    .map((file) => ({ ...file, path: target.get(file.path) ?? file.path }))
  return mergeFiles(left, written)
}

function skillMdStays(): ProblemError {
  return new ProblemError({
    code: 'skill.md-stays',
    kind: 'invalid',
    message: 'SKILL.md can be neither deleted nor renamed: without it there is no skill.',
    hint: 'Change its text with "content", or delete the skill.',
  })
}

function fileMissing(path: string): ProblemError {
  return new ProblemError({
    code: 'skill.file-missing',
    kind: 'invalid',
    message: `The skill has no file ${quoted(path)}. Nothing was changed.`,
    hint: 'Read the skill again; "files" lists the paths it has.',
    details: { path: path.slice(0, 400) },
  })
}

function changedTwice(path: string): ProblemError {
  return new ProblemError({
    code: 'skill.file-changed-twice',
    kind: 'invalid',
    message: `The file ${quoted(path)} is renamed or deleted twice in one request. Nothing was changed.`,
    hint: 'Name each file once.',
    details: { path: path.slice(0, 400) },
  })
}

const quoted = (path: string) => JSON.stringify(path.slice(0, 200))
