import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageFile } from '@repertoire/core/domain'

/** Public skills beside the project, which need not be there. */
export const realSkills = join(import.meta.dirname, '../../../../../shared/data/skills')

/** Every folder with a SKILL.md below `path`. */
export function skillFolders(path: string): string[] {
  const names = readdirSync(path)
  if (names.includes('SKILL.md')) return [path]
  return names
    .map((name) => join(path, name))
    .flatMap((inner) => {
      return statSync(inner).isDirectory() ? skillFolders(inner) : []
    })
}

/** The files of a folder, named from `prefix`. */
export function filesIn(path: string, prefix: string): PackageFile[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return filesIn(inner, `${prefix}${entry.name}/`)
    if (!entry.isFile()) return []
    const executable = entry.name !== 'SKILL.md' && (statSync(inner).mode & 0o111) !== 0
    const bytes = new Uint8Array(readFileSync(inner))
    return [{ path: `${prefix}${entry.name}`, bytes, executable }]
  })
}
