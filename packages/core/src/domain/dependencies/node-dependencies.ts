import { isRecord } from '../../base/json.ts'
import { requirementDenied } from './layer-problems.ts'

/** One package of a lock file, by its path (`node_modules/a/node_modules/b`). */
export interface LockedNodePackage {
  readonly version: string
  readonly integrity: string
  /** The other fields that npm needs: its dependencies and its platforms. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** The dependencies of `package.json`. */
export interface NodeDependencies {
  /** Versions by name, sorted by name. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  /** The packages of `package-lock.json`, by path; null when there is none. */
  readonly locked: Readonly<Record<string, LockedNodePackage>> | null
}

export const packageFile = 'package.json'
export const lockFile = 'package-lock.json'
const limits = { bytes: 4 * 1024 * 1024, dependencies: 200, packages: 2_000 }

const packageName = /^(?=.{1,214}$)(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const range = /^[A-Za-z0-9.*^~<>=|+ _-]{1,200}$/
const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const integrity = /^sha(256|384|512)-[A-Za-z0-9+/]+=*(\s+sha(256|384|512)-[A-Za-z0-9+/]+=*)*$/
/** The fields of a locked package that npm resolves by; none names a location or a script. */
const keptFields = [
  ...['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'],
  ...['engines', 'os', 'cpu', 'libc', 'optional', 'dev', 'devOptional', 'peer', 'inBundle'],
] as const

/** Files that configure npm beyond dependencies. */
const otherFiles = ['.npmrc', 'npm-shrinkwrap.json']
const otherFields = ['overrides', 'workspaces', 'bundleDependencies', 'bundledDependencies']

/**
 * Reads the dependencies of `package.json` and its lock file. Accepts only packages of the registry by name
 * and version. Null without run-time dependencies. `text` returns a file of the package's root, undefined
 * when there is none. Throws ProblemError `layer.requirement-refused` with the location.
 */
export function readNodeDependencies(
  text: (path: string) => string | undefined,
): NodeDependencies | null {
  const manifestText = text(packageFile)
  if (manifestText === undefined) return null
  const manifest = readObject(packageFile, manifestText)
  const dependencies = namedRanges(manifest, 'dependencies')
  const optionalDependencies = namedRanges(manifest, 'optionalDependencies')
  const count = Object.keys({ ...dependencies, ...optionalDependencies }).length
  if (count === 0) return null
  if (count > limits.dependencies)
    throw requirementDenied(packageFile, `It has more than ${limits.dependencies} dependencies.`)
  for (const field of otherFields)
    if (manifest[field] !== undefined && !isEmpty(manifest[field]))
      throw requirementDenied(packageFile, `The field "${field}" is not supported.`)
  for (const path of otherFiles)
    if (text(path) !== undefined)
      throw requirementDenied(path, 'A package may not contain npm settings.')
  const lockText = text(lockFile)
  return {
    dependencies,
    optionalDependencies,
    locked: lockText === undefined ? null : readNodeLock(lockText),
  }
}

/** The packages of a lock file, from a skill or written by npm. Same errors. */
export function readNodeLock(text: string): Readonly<Record<string, LockedNodePackage>> {
  const lock = readObject(lockFile, text)
  const { lockfileVersion, packages } = lock
  if ((lockfileVersion !== 2 && lockfileVersion !== 3) || !isRecord(packages))
    throw requirementDenied(lockFile, 'Only lock files of npm 7 and later are supported.')
  const paths = Object.entries(packages).filter(([path]) => path !== '')
  if (paths.length > limits.packages)
    throw requirementDenied(lockFile, `It has more than ${limits.packages} packages.`)
  const sorted = paths.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([path, entry]) => [path, readLocked(path, entry)]))
}

function readLocked(path: string, entry: unknown): LockedNodePackage {
  const refuse = (why: string) => requirementDenied(`${lockFile}, ${JSON.stringify(path)}`, why)
  const names = path.split(/(?:^|\/)node_modules\//)
  if (names[0] !== '' || names.length < 2 || !names.slice(1).every((one) => packageName.test(one)))
    throw refuse('This is not the path of a package.')
  if (!isRecord(entry)) throw refuse('This is not a package entry.')
  const { version, integrity: hash, resolved, link, name } = entry
  if (link === true) throw refuse('It is a link to a folder.')
  if (name !== undefined && name !== names.at(-1))
    throw refuse('It is an alias of another package.')
  if (typeof resolved === 'string' && !/^https?:\/\//.test(resolved))
    throw refuse(`It comes from ${JSON.stringify(resolved.slice(0, 80))}, not from the registry.`)
  if (typeof version !== 'string' || !exactVersion.test(version))
    throw refuse('It has no exact version.')
  if (typeof hash !== 'string' || !integrity.test(hash) || hash.length > 1_000)
    throw refuse('It has no hash ("integrity") by which it could be checked.')
  const rest = Object.fromEntries(
    keptFields.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]])),
  )
  return { version, integrity: hash, rest }
}

function namedRanges(manifest: Record<string, unknown>, field: string): Record<string, string> {
  const found = manifest[field] ?? {}
  if (!isRecord(found)) throw requirementDenied(packageFile, `"${field}" is not an object.`)
  const named = Object.entries(found).map(([name, wanted]): [string, string] => {
    const where = `${packageFile}, ${field}`
    if (!packageName.test(name))
      throw requirementDenied(where, `${quoted(name)} is not the name of a package.`)
    if (typeof wanted !== 'string' || !range.test(wanted === '' ? '*' : wanted))
      throw requirementDenied(
        where,
        `${quoted(name)} asks for ${quoted(wanted)}: ${reasonRefused(wanted)}`,
      )
    return [name, wanted.trim()]
  })
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function reasonRefused(wanted: unknown): string {
  const text = String(wanted)
  if (/^git|^[\w.-]+\/[\w.-]+|^(github|gitlab|bitbucket|gist):/i.test(text))
    return 'that is a repository, not a version.'
  if (/^(file|link|portal|workspace):|^[.~]{0,2}\//i.test(text))
    return 'that is a path, not a version.'
  if (/^https?:/i.test(text)) return 'that is an address, not a version.'
  if (/^npm:/i.test(text)) return 'that is another package under this name, not a version.'
  return 'that is not a version.'
}

function readObject(where: string, text: string): Record<string, unknown> {
  if (text.length > limits.bytes)
    throw requirementDenied(where, `It is longer than ${limits.bytes / 1024 / 1024} MiB.`)
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isRecord(value)) return value
  } catch {
    // The refusal below covers it.
  }
  throw requirementDenied(where, 'It is not a JSON object.')
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
