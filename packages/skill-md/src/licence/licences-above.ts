import type { PackageFile } from '../package/package-file.ts'
import type { AncestorFile } from './detect-licence.ts'
import { folderOfPath, isLicenceFile, nameOfPath } from './licence-paths.ts'
import { namesFileOnly } from './licence-phrases.ts'
import { maxLicenceLength } from './read-licence-text.ts'

/** Whether a file above a skill's folder has to stay with a copy of it: a licence, or a `NOTICE`. */
export function isLicenceAbove(path: string): boolean {
  return isLicenceFile(path) || isNotice(path)
}

export interface LicencesAbove {
  /** To be added at the top of the package, under their own names. */
  readonly added: readonly PackageFile[]
  /** Paths of those that belong to it and cannot be added. */
  readonly leftOut: readonly string[]
}

/**
 * The licence files above a folder that has none at its top: those of the nearest folder whose licence is more than a
 * reference to another, and the nearest notices. `ancestors`: the nearest first. None takes the place of a file or folder
 * that is there, in any letter case. Pure.
 */
export function licencesAbove(
  files: readonly PackageFile[],
  ancestors: readonly AncestorFile[],
): LicencesAbove {
  const hasOwn = files.some(({ path }) => !path.includes('/') && isLicenceFile(path))
  if (hasOwn) return { added: [], leftOut: [] }
  const licences = ofNearestFolder(
    ancestors.filter(({ path, text }) => isLicenceFile(path) && !namesFileOnly(text.trim())),
  )
  const notices = ofNearestFolder(ancestors.filter(({ path }) => isNotice(path)))
  const taken = new Set(files.map(({ path }) => (path.split('/')[0] ?? '').toLowerCase()))
  const added: PackageFile[] = []
  const leftOut: string[] = []
  for (const { path, text } of licences.length > 0 ? [...licences, ...notices] : []) {
    const name = nameOfPath(path)
    if (taken.has(name.toLowerCase()) || text.length > maxLicenceLength) {
      leftOut.push(path)
      continue
    }
    taken.add(name.toLowerCase())
    added.push({ path: name, bytes: new TextEncoder().encode(text), executable: false })
  }
  return { added, leftOut }
}

function isNotice(path: string): boolean {
  return /^notice(?:\.(?:txt|md|markdown|rst))?$/i.test(nameOfPath(path))
}

function ofNearestFolder(found: readonly AncestorFile[]): readonly AncestorFile[] {
  const [first] = found
  return first ? found.filter(({ path }) => folderOfPath(path) === folderOfPath(first.path)) : []
}
