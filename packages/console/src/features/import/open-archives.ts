import { type FoundFile, type FoundSkill, isSkillMd, toSkill } from './discover-skills.ts'
import { formatLimit } from './size-limit.ts'

/** An archive that gave nothing, and why. */
export interface RejectedArchive {
  readonly path: string
  readonly message: string
}

export interface Opened {
  /** What was given beside archives, and what lay in archives of several skills: still to be discovered. */
  readonly files: readonly FoundFile[]
  /** The archives that are one skill. */
  readonly skills: readonly FoundSkill[]
  readonly refused: readonly RejectedArchive[]
}

const archive = /\.(?:zip|skill)$/i

/**
 * Opens the archives a person named. One with a SKILL.md at its top is that skill with every file in it, as the import
 * of a single package takes it; any other gives the files of the skills in its folders. Archives lying in a folder stay
 * the files they are; one that is refused never stops the others.
 */
export async function openArchives(given: readonly FoundFile[]): Promise<Opened> {
  const isNamed = ({ path }: FoundFile) => !path.includes('/') && archive.test(path)
  const named = given.filter(isNamed)
  if (named.length === 0) return { files: given, skills: [], refused: [] }
  // Only who brings an archive loads what reads it.
  const { readSkillZip, zipLimits } = await import('@repertoire/skill-md/zip')
  const files = given.filter((file) => !isNamed(file))
  const skills: FoundSkill[] = []
  const refused: RejectedArchive[] = []
  for (const one of named) {
    const { path } = one
    if (one.size > zipLimits.archiveBytes) {
      refused.push({ path, message: `It is larger than ${formatLimit(zipLimits.archiveBytes)}.` })
      continue
    }
    const zip = await readSkillZip(await one.bytes())
    if (!zip.ok) {
      refused.push({ path, message: zip.problem.message })
      continue
    }
    const folder = folderFor(path, zip.root)
    if (zip.files.some((file) => isSkillMd(file.path))) {
      skills.push(toSkill(folder, zip.files.map(asFound)))
    } else if (zip.files.some((file) => /(?:^|\/)skill\.md$/i.test(file.path))) {
      files.push(...zip.files.map((file) => asFound({ ...file, path: `${folder}/${file.path}` })))
    } else refused.push({ path, message: 'There is no SKILL.md in it.' })
  }
  return { files, skills, refused }
}

interface PackedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** Two archives can have the same root folder, but not the same name. */
function folderFor(path: string, root: string | undefined): string {
  return root === undefined ? path.replace(archive, '') : `${path}/${root}`
}

function asFound({ path, bytes, executable }: PackedFile): FoundFile {
  const name = isSkillMd(path) ? 'SKILL.md' : path
  return { path: name, size: bytes.length, bytes: async () => bytes, executable }
}
