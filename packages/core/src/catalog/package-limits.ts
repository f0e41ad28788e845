import type { Problem } from '../errors.ts'
import type { PackageFile } from './skill.ts'

/** What a skill may bring along. Bytes, except where it says otherwise. */
export const packageLimits = {
  skillMdBytes: 1024 * 1024,
  packageBytes: 32 * 1024 * 1024,
  /** Number of files, SKILL.md included. */
  files: 2000,
  /** UTF-16 units. */
  pathLength: 400,
} as const

/** The first thing that keeps these files from being a package; undefined when there is none. */
export function packageProblem(files: readonly PackageFile[]): Problem | undefined {
  return sizeProblem(files) ?? firstPathProblem(files) ?? collisionProblem(files)
}

function sizeProblem(files: readonly PackageFile[]): Problem | undefined {
  if (files.length > packageLimits.files) {
    return tooLarge('package.too-many-files', `The skill has ${files.length} files`, {
      unit: 'files',
      limit: packageLimits.files,
    })
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes <= packageLimits.packageBytes) return undefined
  return tooLarge('package.too-large', `The skill's files are ${bytes} bytes together`, {
    unit: 'bytes',
    limit: packageLimits.packageBytes,
  })
}

function tooLarge(
  code: string,
  fact: string,
  { limit, unit }: { limit: number; unit: string },
): Problem {
  return {
    code,
    kind: 'too-large',
    message: `${fact}; at most ${limit} ${unit} are allowed.`,
    hint: 'Leave out what the skill does not need, or split it into several skills.',
    details: { limit },
  }
}

function firstPathProblem(files: readonly PackageFile[]): Problem | undefined {
  for (const { path } of files) {
    const fault = pathFault(path)
    if (fault) {
      return {
        code: 'package.bad-path',
        kind: 'invalid',
        message: `The file path ${JSON.stringify(path.slice(0, 200))} ${fault}.`,
        hint: 'Use relative paths inside the skill folder, with "/" between folders.',
        details: { path: path.slice(0, packageLimits.pathLength) },
      }
    }
  }
  return undefined
}

function pathFault(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > packageLimits.pathLength) {
    return `is longer than ${packageLimits.pathLength} characters`
  }
  if (/\p{Cs}/u.test(path)) return 'is not valid Unicode'
  if (/\p{Cc}/u.test(path)) return 'contains a control character'
  if (path.includes('\\')) return 'contains a backslash'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  const segments = path.split('/')
  if (segments.includes('..')) return 'leaves the skill folder'
  if (segments.some((segment) => segment === '' || segment === '.')) {
    return 'has an empty or "." folder in it'
  }
  return undefined
}

/** Two paths that are one on some file system: the same but for case or composition, or file and folder. */
function collisionProblem(files: readonly PackageFile[]): Problem | undefined {
  const taken = new Map<string, string>()
  const folders = new Map<string, string>()
  for (const { path } of files) {
    const key = onePerFileSystem(path)
    const other = taken.get(key)
    if (other !== undefined) return collision(other, path)
    taken.set(key, path)
    for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1)) {
      folders.set(key.slice(0, at), path)
    }
  }
  for (const [key, path] of taken) {
    const inside = folders.get(key)
    if (inside !== undefined) return collision(path, inside)
  }
  return undefined
}

function onePerFileSystem(path: string): string {
  return path.normalize('NFKC').toLowerCase().normalize('NFKC')
}

function collision(one: string, other: string): Problem {
  return {
    code: 'package.path-collision',
    kind: 'invalid',
    message:
      one === other
        ? `The file ${JSON.stringify(one)} is there twice.`
        : `The files ${JSON.stringify(one)} and ${JSON.stringify(other)} cannot stand beside each other on every file system.`,
    hint: 'Rename one of them.',
    details: { paths: [one, other] },
  }
}
