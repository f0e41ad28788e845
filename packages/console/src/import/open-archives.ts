import type { FoundFile } from './discover-skills.ts'

/** An archive that gave nothing, and why. */
export interface RefusedArchive {
  readonly path: string
  readonly message: string
}

export interface Opened {
  readonly files: readonly FoundFile[]
  readonly refused: readonly RefusedArchive[]
}

const archive = /\.(?:zip|skill)$/i

/**
 * Puts the files of zipped skills in the place of the archives a person named. Those lying in a folder
 * stay the files they are; one that is refused never stops the others.
 */
export async function openArchives(given: readonly FoundFile[]): Promise<Opened> {
  const isNamed = ({ path }: FoundFile) => !path.includes('/') && archive.test(path)
  const named = given.filter(isNamed)
  if (named.length === 0) return { files: given, refused: [] }
  // Only who brings an archive loads what reads it.
  const { readSkillZip, zipLimits } = await import('@repertoire/skill-md/zip')
  const files = given.filter((file) => !isNamed(file))
  const refused: RefusedArchive[] = []
  for (const one of named) {
    const { path } = one
    if (one.size > zipLimits.archiveBytes) {
      refused.push({ path, message: `It is larger than ${zipLimits.archiveBytes} bytes.` })
      continue
    }
    const zip = await readSkillZip(await one.bytes())
    if (zip.ok) files.push(...zip.files.map((file) => within(folderFor(path, zip.root), file)))
    else refused.push({ path, message: zip.problem.message })
  }
  return { files, refused }
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

function within(folder: string, { path, bytes, executable }: PackedFile): FoundFile {
  return { path: `${folder}/${path}`, size: bytes.length, bytes: async () => bytes, executable }
}
