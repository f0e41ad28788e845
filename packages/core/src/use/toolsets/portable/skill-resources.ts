import { packageLimits, readPackageText } from '@repertoire/skill-md'
import type { UserId } from '../../../base/ids.ts'
import type { ManifestEntry, Skill } from '../../../domain/skill.ts'
import type { SkillStore } from '../../../ports/skills.ts'

/** The files beside SKILL.md, as listed to an agent. */
export interface SkillResources {
  /** Files that can be read as text. */
  readonly readable: readonly string[]
  /** Files that are kept and exported, but too large or not text. */
  readonly notReadable: readonly string[]
  /** The number of further files, which are in neither list. */
  readonly omitted: number
}

/** The maximum number of listed paths: a package may have thousands of files. */
const maxPaths = 200
/** The maximum bytes that are read to detect text; beyond it files count as text until they are read. */
const maxProbedBytes = 8 * 1024 * 1024

/** The bundled files of a skill's head, by path. */
export async function skillResources(
  skills: Pick<SkillStore, 'file'>,
  viewer: UserId,
  { id, head }: Skill,
): Promise<SkillResources> {
  const files = head.manifest.filter(({ path }) => path !== 'SKILL.md')
  const listed = files.slice(0, maxPaths)
  const readable: string[] = []
  const notReadable: string[] = []
  let probedBytes = 0
  for (const entry of listed) {
    const fits = entry.size <= packageLimits.textBytes
    if (fits) probedBytes += entry.size
    const isText =
      fits &&
      (probedBytes > maxProbedBytes ||
        isTextFile(entry, await skills.file(viewer, id, head.digest, entry.path)))
    ;(isText ? readable : notReadable).push(entry.path)
  }
  return { readable, notReadable, omitted: files.length - listed.length }
}

function isTextFile({ size }: ManifestEntry, bytes: Uint8Array | null): boolean {
  return size === 0 || (bytes !== null && readPackageText(bytes).ok)
}
