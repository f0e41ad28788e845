import { folderNameOf, loadSkillMd } from '@repertoire/skill-md'
import type { PackageFile } from '../../domain/skill.ts'

/** Of the heading, and more than any slug takes. */
const maxHeadingLength = 200

/**
 * The name of the folder that files came from. A lone SKILL.md has none: if it says no name either, the heading that its text
 * begins with stands for one. Pure.
 */
export function importedFolderName(
  path: string,
  files: readonly PackageFile[],
): string | undefined {
  const folder = folderNameOf(path)
  if (folder !== undefined) return folder
  const skillMd = files.find((file) => file.path.toLowerCase() === 'skill.md')
  const loaded = skillMd && loadSkillMd(skillMd.bytes)
  if (!loaded?.ok || loaded.document.fields.name !== undefined) return undefined
  const opening = loaded.document.body.trimStart().split(/\r?\n/, 1)[0] ?? ''
  return /^#{1,6}[ \t]+(.*?)[ \t]*#*$/.exec(opening.slice(0, maxHeadingLength))?.[1]
}
