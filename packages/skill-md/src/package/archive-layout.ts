import type { Diagnostic } from '../base/diagnostic.ts'
import type { PackageFile } from './package-file.ts'

/** Entries that macOS adds to every archive. */
export function isIgnoredEntry(path: string): boolean {
  return path.startsWith('__MACOSX/') || path.split('/').at(-1) === '.DS_Store'
}

/** The one folder that all files of an archive are in; undefined when there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
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
