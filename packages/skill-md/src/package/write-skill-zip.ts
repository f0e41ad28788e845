import { type ZippableFile, zipSync } from 'fflate'
import type { PackageFile } from './package-file.ts'
import { pathFault } from './path-fault.ts'
import { exceedsCompressionRatio } from './zip-limits.ts'

/**
 * A skill's folder as a zip: the same files give the same bytes on every machine. Files stand in the folder
 * `root` (a slug), sorted by path, at a fixed time; executable bits are kept. Over 4 MiB they are stored as
 * they are. What `packageProblem` has nothing against, `readSkillZip` reads back.
 */
export function writeSkillZip(root: string, files: readonly PackageFile[]): Uint8Array {
  // A slug like "con" is a name no Windows can make a folder of.
  const folder = pathFault(root) === undefined ? root : `skill-${root}`
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  // Deflating more than this would hold up a server or a page for seconds.
  if (size > 4 * 1024 * 1024) return pack(folder, files, 0)
  const zip = pack(folder, files, 6)
  return exceedsCompressionRatio(size, zip.length) ? pack(folder, files, 0) : zip
}

function pack(folder: string, files: readonly PackageFile[], level: 0 | 6): Uint8Array {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const entries = sorted.map(({ path, bytes, executable }): [string, ZippableFile] => {
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0
    return [`${folder}/${path}`, [bytes, { os: unix, attrs, level }]]
  })
  return zipSync(Object.fromEntries(entries), { mtime: fixedTime() })
}

const unix = 3

/** Zip times are local and begin in 1980; noon is there in every time zone. */
const fixedTime = () => new Date(1980, 0, 1, 12)
