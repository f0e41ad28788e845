import { badPath, filePathFault, listingProblem, type PackageFile } from '@repertoire/skill-md'
import {
  commonFolder,
  isIgnoredEntry,
  nestedArchives,
  type SkillZip,
  zipLimits,
} from '@repertoire/skill-md/zip'
import type { ReadEntry } from 'tar'
import {
  TarRejectedError,
  tarSpecialEntry,
  tarTooLarge,
  tarTooManyEntries,
} from './tar-problems.ts'
import { walkTar } from './walk-tar.ts'

interface TarEntry {
  readonly path: string
  readonly size: number
  readonly executable: boolean
  readonly isFile: boolean
}

/**
 * Reads the files of a skill folder from a tar archive, gzipped or not, by the rules of `readSkillZip`: every entry is
 * checked before the bytes of any are kept. Never throws on content. Problems: `tar.*` for the archive, `package.*`
 * for the files.
 */
export async function readSkillTar(bytes: Uint8Array): Promise<SkillZip> {
  try {
    if (bytes.length > zipLimits.archiveBytes) {
      throw new TarRejectedError(tarTooLarge(bytes.length, zipLimits.archiveBytes))
    }
    return await read(bytes)
  } catch (error) {
    if (error instanceof TarRejectedError) return { ok: false, problem: error.problem }
    throw error
  }
}

async function read(bytes: Uint8Array): Promise<SkillZip> {
  const included = (await listEntries(bytes)).filter(
    ({ path, isFile }) => isFile && !isIgnoredEntry(path),
  )
  const root = commonFolder(included.map(({ path }) => path))
  const pathOf = (path: string) => (root === undefined ? path : path.slice(root.length + 1))
  const problem = listingProblem(included.map((entry) => ({ ...entry, path: pathOf(entry.path) })))
  if (problem) throw new TarRejectedError(problem)
  const contents = await readContents(bytes)
  const files: PackageFile[] = included.map(({ path, executable }) => ({
    path: pathOf(path),
    bytes: contents.get(path) ?? new Uint8Array(),
    executable,
  }))
  return { ok: true, files, root, diagnostics: nestedArchives(files) }
}

async function listEntries(bytes: Uint8Array): Promise<readonly TarEntry[]> {
  const entries: TarEntry[] = []
  await walkTar(bytes, (entry) => {
    if (entries.length === zipLimits.entries) throw new TarRejectedError(tarTooManyEntries)
    entries.push(checkedEntry(entry))
    entry.resume()
  })
  return entries
}

const fileTypes: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile'])

function checkedEntry(entry: ReadEntry): TarEntry {
  const isFile = fileTypes.has(entry.type)
  if (!isFile && entry.type !== 'Directory') {
    throw new TarRejectedError(tarSpecialEntry(entry.path, entry.type))
  }
  const path = namedPath(entry.path)
  const fault = path === '' ? undefined : filePathFault(path)
  if (fault) throw new TarRejectedError(badPath(path, fault))
  return { path, size: entry.size, executable: ((entry.mode ?? 0) & 0o111) !== 0, isFile }
}

/** tar programs write `./` before names, and `/` after folders. */
function namedPath(path: string): string {
  return path
    .replace(/^(?:\.\/)+/, '')
    .replace(/^\.$/, '')
    .replace(/\/$/, '')
}

async function readContents(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  await walkTar(bytes, (entry) => {
    if (!fileTypes.has(entry.type)) {
      entry.resume()
      return
    }
    const chunks: Buffer[] = []
    entry.on('data', (chunk) => chunks.push(chunk))
    entry.on('end', () =>
      contents.set(namedPath(entry.path), new Uint8Array(Buffer.concat(chunks))),
    )
  })
  return contents
}
