import type { PackageFile, PackageProblem } from './package-file.ts'
import { pathFault } from './path-fault.ts'

/** Limits of a package. Bytes, unless noted otherwise. */
export const packageLimits = {
  skillMdBytes: 1024 * 1024,
  packageBytes: 32 * 1024 * 1024,
  /** Of a resource file that is read as text. */
  textBytes: 256 * 1024,
  /** Number of files, SKILL.md included. */
  files: 2000,
  /** UTF-16 units. */
  pathLength: 400,
  /** UTF-8 bytes of a folder or file name: what common file systems can keep. */
  nameBytes: 255,
  /** Folders and the file name. */
  pathDepth: 32,
} as const

/** A file entry without its bytes. */
export interface ListedFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** The first problem of a package; undefined for a valid one. */
export function packageProblem(files: readonly PackageFile[]): PackageProblem | undefined {
  return listingProblem(files.map(({ path, bytes }) => ({ path, size: bytes.length })))
}

/** The same, from the file entries alone. */
export function listingProblem(files: readonly ListedFile[]): PackageProblem | undefined {
  return sizeProblem(files) ?? firstPathProblem(files) ?? collisionProblem(files)
}

function sizeProblem(files: readonly ListedFile[]): PackageProblem | undefined {
  if (files.length > packageLimits.files) {
    return tooLarge('package.too-many-files', `The skill has ${files.length} files`, {
      unit: 'files',
      limit: packageLimits.files,
    })
  }
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  if (bytes <= packageLimits.packageBytes) return undefined
  return tooLarge('package.too-large', `The files of the skill have ${bytes} bytes in total`, {
    unit: 'bytes',
    limit: packageLimits.packageBytes,
  })
}

function tooLarge(
  code: string,
  fact: string,
  { limit, unit }: { limit: number; unit: string },
): PackageProblem {
  return {
    code,
    kind: 'too-large',
    message: `${fact}; at most ${limit} ${unit} are allowed.`,
    hint: 'Leave out what the skill does not need, or split it into several skills.',
    details: { limit },
  }
}

function firstPathProblem(files: readonly ListedFile[]): PackageProblem | undefined {
  for (const { path } of files) {
    const fault = filePathFault(path)
    if (fault) return badPath(path, fault)
  }
  return undefined
}

/** Why a path is rejected, by safety or length, as the end of a sentence; undefined for a valid path. */
export function filePathFault(path: string): string | undefined {
  return pathFault(path) ?? lengthFault(path)
}

const utf8 = new TextEncoder()

function lengthFault(path: string): string | undefined {
  if (path.length > packageLimits.pathLength) {
    return `is longer than ${packageLimits.pathLength} characters`
  }
  const names = path.split('/')
  if (names.length > packageLimits.pathDepth) {
    return `is more than ${packageLimits.pathDepth} folders deep`
  }
  const isLong = names.some((name) => utf8.encode(name).length > packageLimits.nameBytes)
  return isLong ? `has a name of more than ${packageLimits.nameBytes} bytes` : undefined
}

/** The problem of an invalid path. */
export function badPath(path: string, fault: string): PackageProblem {
  return {
    code: 'package.bad-path',
    kind: 'invalid',
    message: `The file path ${JSON.stringify(path.slice(0, 200))} ${fault}.`,
    hint: 'Use relative paths inside the skill folder, with "/" between folders.',
    details: { path: path.slice(0, packageLimits.pathLength) },
  }
}

function collisionProblem(files: readonly ListedFile[]): PackageProblem | undefined {
  const colliding = conflictingPaths(files.map(({ path }) => path))
  return colliding && pathCollision(...colliding)
}

/** Two paths that collide on some file system: equal except for case or Unicode form, or a file and a folder. */
export function conflictingPaths(paths: readonly string[]): readonly [string, string] | undefined {
  const index = createPathIndex()
  for (const path of paths) {
    const other = index.add(path)
    if (other !== undefined) return [other, path]
  }
  return undefined
}

/** A set of paths without collisions; a lookup takes time linear in the length of the path. */
export interface PathIndex {
  /** The path that this one collides with, as in {@link conflictingPaths}; without a collision, adds the path. */
  add(path: string): string | undefined
}

export function createPathIndex(): PathIndex {
  const knownPaths = new Map<string, string>()
  const folders = new Map<string, string>()
  return {
    add: (path) => {
      const key = collisionKey(path)
      const parents = foldersOf(key)
      const other =
        knownPaths.get(key) ??
        folders.get(key) ??
        parents.map((folder) => knownPaths.get(folder)).find((file) => file !== undefined)
      if (other !== undefined) return other
      knownPaths.set(key, path)
      for (const folder of parents) folders.set(folder, path)
      return undefined
    },
  }
}

function foldersOf(key: string): readonly string[] {
  const folders: string[] = []
  for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1)) {
    folders.push(key.slice(0, at))
  }
  return folders
}

function collisionKey(path: string): string {
  return path.normalize('NFKC').toLowerCase().normalize('NFKC')
}

function collision(one: string, other: string): string {
  const quote = (path: string) => JSON.stringify(path.slice(0, 200))
  if (one === other) return `The file ${quote(one)} is duplicated.`
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (collisionKey(long).startsWith(`${collisionKey(short)}/`)) {
    return `${quote(short)} cannot be a file and the folder of ${quote(long)} as well.`
  }
  return `The files ${quote(one)} and ${quote(other)} collide on some file systems.`
}

/** The problem of two colliding paths. */
export function pathCollision(one: string, other: string): PackageProblem {
  return {
    code: 'package.path-collision',
    kind: 'invalid',
    message: collision(one, other),
    hint: 'Rename one of them.',
    details: { paths: [one, other].map((path) => path.slice(0, packageLimits.pathLength)) },
  }
}
