import type { Diagnostic } from '../base/diagnostic.ts'
import type { PackageFile } from './package-file.ts'

/** Entries that macOS adds to every archive. */
export function isIgnoredEntry(path: string): boolean {
  return path.startsWith('__MACOSX/') || path.split('/').at(-1) === '.DS_Store'
}

/**
 * The folder of the skill in an archive: the one folder that all files are in, or the one inside it that all are in, down to
 * the first with a SKILL.md. Undefined when the files have no folder in common.
 */
export function commonFolder(paths: readonly string[]): string | undefined {
  const outer = outerFolder(paths)
  let folder = outer
  while (folder !== undefined) {
    const inside = paths.map((path) => path.slice(`${folder}/`.length))
    if (inside.some((path) => path.toLowerCase() === 'skill.md')) return folder
    const next = outerFolder(inside)
    folder = next === undefined ? undefined : `${folder}/${next}`
  }
  return outer
}

function outerFolder(paths: readonly string[]): string | undefined {
  const first = paths[0] ?? ''
  const folder = first.slice(0, first.indexOf('/') + 1)
  if (folder === '' || !paths.every((path) => path.startsWith(folder))) return undefined
  return folder.slice(0, -1)
}

/** Says of each archive in an archive that nobody opened it. */
export function nestedArchives(files: readonly PackageFile[]): readonly Diagnostic[] {
  return files.filter(isArchive).map(({ path }) => ({
    code: 'package.nested-archive',
    severity: 'info',
    line: 1,
    column: 1,
    message: `${path} is an archive. It is kept unopened; its content was not checked.`,
  }))
}

function isArchive({ path, bytes }: PackageFile): boolean {
  const startsLikeZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9
  return startsLikeZip || /\.(?:zip|skill|jar|tar|tgz|gz|bz2|xz|zst|7z|rar)$/i.test(path)
}
