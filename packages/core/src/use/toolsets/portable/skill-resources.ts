import { packageLimits, readPackageText } from '@repertoire/skill-md'
import type { UserId } from '../../../base/ids.ts'
import type { ManifestEntry, Skill } from '../../../domain/skill.ts'
import type { SkillStore } from '../../../ports/skills.ts'

/** The files beside SKILL.md, as an agent is told of them. */
export interface SkillResources {
  /** Each loadable as text (D3). */
  readonly readable: readonly string[]
  /** Kept and exported, but too large for it or no text. */
  readonly notReadable: readonly string[]
  /** How many more there are, told in neither list. */
  readonly untold: number
}

/** Paths that are told: a package may have thousands of files. */
const mostPaths = 200
/** Bytes looked at to tell text from the rest; what is beyond shows when it is read. */
const mostBytes = 8 * 1024 * 1024

/** The bundled files of a skill's head, by path (D5). */
export async function skillResources(
  skills: Pick<SkillStore, 'file'>,
  viewer: UserId,
  { id, head }: Skill,
): Promise<SkillResources> {
  const beside = head.manifest.filter(({ path }) => path !== 'SKILL.md')
  const told = beside.slice(0, mostPaths)
  const readable: string[] = []
  const notReadable: string[] = []
  let looked = 0
  for (const entry of told) {
    const fits = entry.size <= packageLimits.textBytes
    if (fits) looked += entry.size
    const isText =
      fits &&
      (looked > mostBytes ||
        isTextFile(entry, await skills.file(viewer, id, head.digest, entry.path)))
    ;(isText ? readable : notReadable).push(entry.path)
  }
  return { readable, notReadable, untold: beside.length - told.length }
}

function isTextFile({ size }: ManifestEntry, bytes: Uint8Array | null): boolean {
  return size === 0 || (bytes !== null && readPackageText(bytes).ok)
}
