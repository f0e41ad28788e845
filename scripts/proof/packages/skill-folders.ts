import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { realSkills } from '../paths.ts'
import type { PlainFile } from '../zip/zip-model.ts'

/** One public skill on disk. */
export interface SkillFolder {
  readonly folder: string
  /** Of the folder; the open format requires it to equal the skill's name. */
  readonly name: string
  readonly files: readonly PlainFile[]
}

export function readSkillFolders(): SkillFolder[] {
  const found = readdirSync(realSkills, { recursive: true, withFileTypes: true })
  const folders = found
    .filter((entry) => entry.name === 'SKILL.md')
    .map((entry) => entry.parentPath)
  return folders.toSorted().map((folder) => ({
    folder,
    name: folder.split(sep).at(-1) as string,
    files: filesIn(folder),
  }))
}

function filesIn(folder: string): PlainFile[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = relative(folder, file).split(sep).join('/')
      return { path, bytes: readFileSync(file), executable: (statSync(file).mode & 0o100) !== 0 }
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
