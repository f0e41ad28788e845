import { type ZippableFile, zipSync } from 'fflate'
import type { PackageFile } from './package-file.ts'
import { pathFault } from './path-fault.ts'
import { isOverCompressionRatio } from './zip-limits.ts'

/**
 * Zips a skill folder deterministically: the same files give the same bytes on every machine. Files are in the folder
 * `root` (a slug), sorted by path, with a fixed time and their executable bits; packages over 4 MiB are stored
 * uncompressed. `readSkillZip` reads every archive of a valid package.
 */
export function writeSkillZip(root: string, files: readonly PackageFile[]): Uint8Array {
  // Windows reserves names such as "con".
  const folder = pathFault(root) === undefined ? root : `skill-${root}`
  return write(`${folder}/`, files)
}

/** The same without a folder around the files, as an index of skills wants it. */
export function writeFlatSkillZip(files: readonly PackageFile[]): Uint8Array {
  return write('', files)
}

function write(prefix: string, files: readonly PackageFile[]): Uint8Array {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  // Deflating more would block a server or a page for seconds.
  if (size > 4 * 1024 * 1024) return pack(prefix, files, 0)
  const zip = pack(prefix, files, 6)
  return isOverCompressionRatio(size, zip.length) ? pack(prefix, files, 0) : zip
}

function pack(prefix: string, files: readonly PackageFile[], level: 0 | 6): Uint8Array {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const entries = sorted.map(({ path, bytes, executable }): [string, ZippableFile] => {
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0
    return [`${prefix}${path}`, [bytes, { os: unix, attrs, level }]]
  })
  return zipSync(Object.fromEntries(entries), { mtime: fixedTime() })
}

const unix = 3

/** Zip times are local and start in 1980; noon is valid in every time zone. */
const fixedTime = () => new Date(1980, 0, 1, 12)
