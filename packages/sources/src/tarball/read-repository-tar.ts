import { createHash } from 'node:crypto'
import type { ReadEntry } from 'tar'
import { TarRejectedError } from '../archive/tar-problems.ts'
import { walkTar } from '../archive/walk-tar.ts'
import { gitLimits } from '../git/git-limits.ts'
import { mismatchedEntries, notReadable, tooLarge } from '../git/git-problems.ts'
import type { TreeEntry } from '../git/list-tree.ts'
import type { GitBlob } from '../git/read-objects.ts'

export interface RepositoryTar {
  /** As git would list them, with the ids that git gives to the same bytes. */
  readonly entries: readonly TreeEntry[]
  readonly blobs: ReadonlyMap<string, GitBlob>
}

/**
 * The files of a repository's archive, below the one folder that the host puts around them. Links are listed and
 * never followed. Throws ProblemError `source.too-large`, `source.malicious` and `source.unreachable` (damaged).
 */
export async function readRepositoryTar(bytes: Uint8Array, host: string): Promise<RepositoryTar> {
  const entries: TreeEntry[] = []
  const blobs = new Map<string, GitBlob>()
  const paths = new Set<string>()
  let count = 0
  const visit = (entry: ReadEntry): void => {
    count += 1
    if (count > gitLimits.treeEntries) throw tooLarge(host)
    const path = entry.path.slice(entry.path.indexOf('/') + 1)
    const kind = kindOf(entry)
    if (kind === 'folder' || path === '') return void entry.resume()
    if (!isSafePath(path) || paths.has(path)) throw mismatchedEntries(host)
    paths.add(path)
    const keep = (content: GitBlob, sha: string): void => {
      entries.push({ mode: modeOf(entry, kind), sha, path })
      blobs.set(sha, content)
    }
    if (kind === 'file') readFile(entry, keep)
    else readLink(entry, keep)
  }
  try {
    await walkTar(bytes, visit, gitLimits.heldBytes)
  } catch (error) {
    if (!(error instanceof TarRejectedError)) throw error
    throw error.problem.kind === 'too-large' ? tooLarge(host) : notReadable(host)
  }
  return { entries: entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)), blobs }
}

type Keep = (content: GitBlob, sha: string) => void

function readFile(entry: ReadEntry, keep: Keep): void {
  const { size } = entry
  const chunks: Buffer[] = []
  const isKept = size <= gitLimits.blobBytes
  const hash = blobHash(size)
  entry.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    if (isKept) chunks.push(chunk)
  })
  entry.on('end', () => {
    const content = isKept
      ? { bytes: new Uint8Array(Buffer.concat(chunks)) }
      : { bytes: null, size }
    keep(content, hash.digest('hex'))
  })
}

/** Git keeps the target of a link as its bytes. Nothing here reads them. */
function readLink(entry: ReadEntry, keep: Keep): void {
  const target = Buffer.from(entry.linkpath ?? '')
  entry.resume()
  keep({ bytes: null, size: null }, blobHash(target.length).update(target).digest('hex'))
}

const blobHash = (size: number) => createHash('sha1').update(`blob ${size}\0`)

type Kind = 'file' | 'folder' | 'other'

function kindOf({ type }: ReadEntry): Kind {
  if (type === 'Directory') return 'folder'
  return ['File', 'OldFile', 'ContiguousFile'].includes(type) ? 'file' : 'other'
}

function modeOf({ mode = 0 }: ReadEntry, kind: Kind): string {
  if (kind === 'other') return '120000'
  return (mode & 0o100) === 0 ? '100644' : '100755'
}

/** What the checks of git let pass. */
function isSafePath(path: string): boolean {
  return path
    .split('/')
    .every((name) => !['', '.', '..', '.git'].includes(name.toLowerCase()) && !name.includes('\0'))
}
