/** The last part of a path. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder of a path; empty at the top. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Whether a file of this name states a licence: `LICENSE`, `LICENCE.txt`, `LICENSE-MIT`, `MIT-LICENSE`, `COPYING.LESSER`,
 * `UNLICENSE`. Not a list of other people's licences, nor code or data about licences.
 */
export function isLicenceFile(path: string): boolean {
  const name = nameOfPath(path)
  return licenceName.test(name) && !/third|3rd|bundled|dependenc|vendor/i.test(name)
}

/**
 * Whether a file must stay with every copy: licences, notices, credits and lists of other people's licences, in any folder
 * of the package.
 */
export function isNoticeFile(path: string): boolean {
  return noticeName.test(nameOfPath(path))
}

const textFile = '(?:\\.(?:txt|md|markdown|rst))?'

const licenceName = new RegExp(
  `^(?:(?:[a-z0-9.]{1,20}[-_])?(?:un)?licen[cs]e|copying)(?:[-_.](?:lesser|mit|apache|bsd|gpl|lgpl|agpl|mpl|isc|cc0|cc-by|unlicense|[a-z]{1,6}-?[0-9.]{1,5}))?${textFile}$`,
  'i',
)

const noticeName =
  /^(?:(?:[\w.]{1,30}[-_])?(?:un)?licen[cs]es?|notices?|copying|copyright|authors|patents|third[-_ ]?party[-_ ]?\w{1,20}|\w{1,30}-ofl)(?:[-_.][\w.-]{0,40})?$/i
