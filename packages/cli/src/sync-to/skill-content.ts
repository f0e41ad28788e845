import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackageFile, packageLimits } from '@repertoire/skill-md'
import type { LocalSkill } from './plan-sync.ts'

/** A digest over paths, bytes and executable bits, in which the order of files does not count. Pure. */
export function contentOf(files: readonly PackageFile[]): string {
  const lines = files.map(({ path, bytes, executable }) =>
    JSON.stringify([path, createHash('sha256').update(bytes).digest('hex'), executable]),
  )
  return `sha256:${createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')}`
}

/** What is at the folder of a skill. `names` are the entries around it. */
export async function readLocalSkill(
  skillsFolder: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<LocalSkill> {
  const similar = [...names].find((one) => one !== name && one.toLowerCase() === name)
  if (similar !== undefined) return foreign(`there is a ${JSON.stringify(similar)} already`)
  if (!names.has(name)) return { kind: 'absent' }
  const folder = join(skillsFolder, name)
  if (!(await lstat(folder)).isDirectory()) return foreign('it is no folder')
  const files: PackageFile[] = []
  let bytes = 0
  const waiting = ['']
  while (waiting.length > 0) {
    const at = waiting.pop() as string
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (isLeftByOthers(entry)) continue
      if (entry.isDirectory()) waiting.push(path)
      else if (!entry.isFile()) return foreign(`${JSON.stringify(path)} is a link or a device`)
      else {
        const { size, mode } = await lstat(join(folder, path))
        bytes += size
        if (files.length >= packageLimits.files || bytes > packageLimits.packageBytes) {
          return foreign('it has more files than a skill may have')
        }
        const executable = process.platform !== 'win32' && (mode & 0o100) !== 0
        files.push({ path, bytes: await readFile(join(folder, path)), executable })
      }
    }
  }
  return { kind: 'files', content: contentOf(files) }
}

/** The files of a package as they are written here, and compared: where no executable bit is kept, none counts. */
export function asWritten(files: readonly PackageFile[]): readonly PackageFile[] {
  const keepsBits = process.platform !== 'win32'
  return files
    .filter(({ path }) => !/(?:^|\/)(?:__pycache__\/|\.DS_Store$)/.test(path))
    .map((file) => ({ ...file, executable: keepsBits && file.executable }))
}

/** What systems and interpreters write by themselves is no edit of a person. */
function isLeftByOthers(entry: Dirent): boolean {
  return entry.isDirectory() ? entry.name === '__pycache__' : entry.name === '.DS_Store'
}

function foreign(reason: string): LocalSkill {
  return { kind: 'foreign', reason }
}
