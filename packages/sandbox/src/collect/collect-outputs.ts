import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import type { ExecutionLimits, ExecutionResult, SandboxFile } from '../execution/execution.ts'

export type Outputs = Pick<ExecutionResult, 'outputs' | 'skipped'>

const maxDepth = 16
const maxSkipped = 200
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

interface Walk {
  readonly root: Buffer
  readonly before: ReadonlyMap<string, SandboxFile>
  readonly limits: ExecutionLimits
  readonly outputs: SandboxFile[]
  readonly skipped: { path: string; why: string }[]
  bytes: number
  entries: number
}

/**
 * Collects the regular files that are new or changed compared with `before`. Call it only when no process
 * writes there. It follows no links, opens no special files, and reads within the limits.
 */
export async function collectOutputs(
  folder: string,
  before: readonly SandboxFile[],
  limits: ExecutionLimits,
): Promise<Outputs> {
  const walk: Walk = {
    root: Buffer.from(folder),
    before: new Map(before.map((file) => [file.path, file])),
    limits,
    outputs: [],
    skipped: [],
    bytes: 0,
    entries: 0,
  }
  await collectFolder(walk, [])
  return { outputs: walk.outputs, skipped: walk.skipped }
}

async function collectFolder(walk: Walk, names: readonly Buffer[]): Promise<void> {
  let entries: Dirent<Buffer>[]
  try {
    entries = await readdir(hostPath(walk, names), { withFileTypes: true, encoding: 'buffer' })
  } catch {
    return skip(walk, names, 'the folder cannot be read')
  }
  for (const entry of entries.sort((one, other) => Buffer.compare(one.name, other.name))) {
    walk.entries += 1
    if (walk.entries > walk.limits.workspaceEntries) return skip(walk, names, 'too many entries')
    await collectEntry(walk, [...names, entry.name], entry)
  }
}

async function collectEntry(walk: Walk, names: readonly Buffer[], entry: Dirent<Buffer>) {
  if (entry.isDirectory()) {
    if (names.length >= maxDepth) return skip(walk, names, 'the folder is too deep')
    return collectFolder(walk, names)
  }
  if (entry.isSymbolicLink()) return skip(walk, names, 'a symbolic link')
  if (!entry.isFile()) return skip(walk, names, 'not a regular file')
  const path = unicodePath(names)
  if (path === null) return skip(walk, names, 'its name is not valid Unicode')
  const file = await readRegular(hostPath(walk, names), walk.limits.workspaceBytes - walk.bytes)
  if (typeof file === 'string') return skip(walk, names, file)
  walk.bytes += file.bytes.length
  if (!isUnchanged(walk.before.get(path), file)) walk.outputs.push({ path, ...file })
}

/** Reads a file without following a link or blocking on a FIFO; returns the reason if it cannot. */
async function readRegular(
  path: Buffer,
  maxBytes: number,
): Promise<Omit<SandboxFile, 'path'> | string> {
  try {
    if (!(await lstat(path)).isFile()) return 'not a regular file'
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return 'not a regular file'
      if (stat.nlink !== 1) return 'a hard link'
      if (stat.size > maxBytes) return 'too large'
      const bytes = await file.readFile()
      return { bytes: new Uint8Array(bytes), executable: (stat.mode & 0o100) !== 0 }
    } finally {
      await file.close()
    }
  } catch {
    return 'it cannot be read'
  }
}

function isUnchanged(before: SandboxFile | undefined, now: Omit<SandboxFile, 'path'>): boolean {
  return (
    before !== undefined &&
    before.executable === now.executable &&
    Buffer.compare(before.bytes, now.bytes) === 0
  )
}

function skip(walk: Walk, names: readonly Buffer[], why: string): void {
  if (walk.skipped.length < maxSkipped) walk.skipped.push({ path: displayPath(names), why })
}

const slash = Buffer.from('/')

function hostPath(walk: Walk, names: readonly Buffer[]): Buffer {
  return Buffer.concat([walk.root, ...names.flatMap((name) => [slash, name])])
}

/** Null when a name is not valid Unicode: it could not be written back unchanged. */
function unicodePath(names: readonly Buffer[]): string | null {
  const text = displayPath(names)
  const bytes = Buffer.concat(names.flatMap((name, index) => (index ? [slash, name] : [name])))
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : null
}

function displayPath(names: readonly Buffer[]): string {
  return names.map((name) => name.toString()).join('/')
}
