import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { PackageFile } from '@repertoire/skill-md'
import { readSkillZip, zipLimits } from '@repertoire/skill-md/zip'
import { type FoundSkill, isSkillMd } from './find-skills.ts'
import type { ImportOutcome } from './import-outcome.ts'

const archiveName = /\.(?:zip|skill)$/i

/**
 * The zipped skill at a path; undefined when it is something else. Archives inside folders are never opened.
 */
export async function findArchive(givenPath: string, cwd: string): Promise<FoundSkill | undefined> {
  const archive = resolve(cwd, givenPath)
  if (!archiveName.test(archive)) return undefined
  const found = await stat(archive).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const skillMd = { file: archive, path: 'SKILL.md' }
  return { path: basename(archive), skillMd, others: [], archive }
}

export interface ReadArchive {
  /** Its root folder, or the name of the archive. */
  path: string
  skillMd: PackageFile
  others: PackageFile[]
}

/** The files of an archive, or why it cannot be sent. Throws when it cannot be read from disk. */
export async function readArchive(
  archive: string,
): Promise<ReadArchive | { problem: NonNullable<ImportOutcome['problem']> }> {
  const { size } = await stat(archive)
  if (size > zipLimits.archiveBytes) {
    const message = `The archive is ${size} bytes; at most ${zipLimits.archiveBytes} are accepted.`
    return { problem: { code: 'zip.too-large', message } }
  }
  const zip = await readSkillZip(new Uint8Array(await readFile(archive)))
  if (!zip.ok) return { problem: zip.problem }
  const skillMd = zip.files.find(({ path }) => isSkillMd(path))
  if (!skillMd) {
    const message = 'There is no SKILL.md at the top of the archive or in its only root folder.'
    return { problem: { code: 'skill.md-missing', message } }
  }
  return {
    path: zip.root ?? basename(archive).replace(archiveName, ''),
    skillMd,
    others: zip.files.filter((file) => file !== skillMd),
  }
}
