import type { PackageFile } from '@repertoire/core/domain'
import { isLicenceAbove } from '@repertoire/skill-md/licence'

export interface LicencesOfArchive {
  /** Paths from the skill's folder. */
  readonly files: readonly PackageFile[]
  /** Above it, the nearest first; paths from the top of the archive. */
  readonly licences: readonly { readonly path: string; readonly text: string }[]
}

/** As many as are read of a repository. */
const maxLicences = 5

/**
 * The skill of an archive that has nothing but licences above its folder, as a repository with one skill is packed. Any
 * other archive stays as it is. Pure.
 */
export function splitLicences(files: readonly PackageFile[]): LicencesOfArchive {
  const whole = { files, licences: [] }
  const folder = folderOfSkill(files)
  if (folder === '') return whole
  const inside = files.filter(({ path }) => path.startsWith(folder))
  const outside = files.filter(({ path }) => !path.startsWith(folder))
  const isAbove = ({ path }: PackageFile) =>
    isLicenceAbove(path) && folder.startsWith(parentOf(path))
  if (!outside.every(isAbove)) return whole
  const licences = outside
    .toSorted((one, other) => parentOf(other.path).length - parentOf(one.path).length)
    .slice(0, maxLicences)
    .map(({ path, bytes }) => ({ path, text: new TextDecoder().decode(bytes) }))
  const below = inside.map((file) => ({ ...file, path: file.path.slice(folder.length) }))
  return { files: below, licences }
}

/** With a slash at its end: of the only SKILL.md, or of the one that is above all others; empty for the top. */
function folderOfSkill(files: readonly PackageFile[]): string {
  const folders = files
    .map(({ path }) => path)
    .filter((path) => /(?:^|\/)skill\.md$/i.test(path))
    .map(parentOf)
    .toSorted((one, other) => one.length - other.length)
  const [first = ''] = folders
  return folders.every((folder) => folder.startsWith(first)) ? first : ''
}

/** With a slash at its end; empty for the top. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
