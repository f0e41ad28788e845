import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type AncestorFile, isLicenceFile } from '@repertoire/skill-md/licence'
import { findSkills, noSkillFound } from '../import/find-skills.ts'
import type { SkillToCheck } from './check-skill.ts'

/** The skills below the folders, with the licence files above each, up to its given folder. */
export async function findSkillsToCheck(
  paths: readonly string[],
  cwd: string,
): Promise<readonly SkillToCheck[]> {
  const found: SkillToCheck[] = []
  for (const given of paths) {
    const { skills, unreadable } = await findSkills(given, cwd)
    const folders = unreadable.map((folder) => {
      return { path: folder.path.slice(0, -1), skillMd: folder, others: [] }
    })
    const all = [...skills, ...folders]
    if (all.length === 0) throw noSkillFound(given)
    const top = resolve(cwd, given)
    for (const skill of all) {
      const folder = dirname(skill.skillMd.file)
      found.push({
        found: skill,
        path: shown(skill.others.length > 0 || skills.includes(skill) ? folder : top, cwd),
        skillMdPath: shown(skill.skillMd.file, cwd),
        licences: await licencesAbove(folder, top),
      })
    }
  }
  return found
}

function shown(file: string, cwd: string): string {
  return (relative(cwd, file) || '.').split(sep).join('/')
}

async function licencesAbove(folder: string, top: string): Promise<readonly AncestorFile[]> {
  const files: AncestorFile[] = []
  let above = folder
  while (above !== top && above !== dirname(above)) {
    above = dirname(above)
    const names = (await readdir(above).catch(() => [])).filter((name) => isLicenceFile(name))
    for (const name of names) {
      const text = await readFile(join(above, name), 'utf8').catch(() => null)
      const path = relative(top, join(above, name)).split(sep).join('/')
      if (text !== null) files.push({ path, text })
    }
  }
  return files
}
