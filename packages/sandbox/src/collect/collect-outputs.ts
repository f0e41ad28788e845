import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import type { ExecutionLimits, ExecutionResult, SandboxFile } from '../execution.ts'

export type Outputs = Pick<ExecutionResult, 'outputs' | 'skipped'>

const deepest = 16
const mostSkipped = 200
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
 * Takes the regular files that are new or changed against `before`. Only to be called when nothing runs
 * there any more. No link is followed, nothing special is opened, and the limits bound what is read.
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
  await takeFolder(walk, [])
  return { outputs: walk.outputs, skipped: walk.skipped }
}

async function takeFolder(walk: Walk, names: readonly Buffer[]): Promise<void> {
  let entries: Dirent<Buffer>[]
  try {
    entries = await readdir(hostPath(walk, names), { withFileTypes: true, encoding: 'buffer' })
  } catch {
    return skip(walk, names, 'the folder cannot be read')
  }
  for (const entry of entries.sort((one, other) => Buffer.compare(one.name, other.name))) {
    walk.entries += 1
    if (walk.entries > walk.limits.workspaceEntries) return skip(walk, names, 'too many entries')
    await takeEntry(walk, [...names, entry.name], entry)
  }
}

async function takeEntry(walk: Walk, names: readonly Buffer[], entry: Dirent<Buffer>) {
  if (entry.isDirectory()) {
    if (names.length >= deepest) return skip(walk, names, 'the folder is too deep')
    return takeFolder(walk, names)
  }
  if (entry.isSymbolicLink()) return skip(walk, names, 'a symbolic link')
  if (!entry.isFile()) return skip(walk, names, 'no regular file')
  const path = textOf(names)
  if (path === null) return skip(walk, names, 'its name is no Unicode text')
  const taken = await readRegular(hostPath(walk, names), walk.limits.workspaceBytes - walk.bytes)
  if (typeof taken === 'string') return skip(walk, names, taken)
  walk.bytes += taken.bytes.length
  if (!isSame(walk.before.get(path), taken)) walk.outputs.push({ path, ...taken })
}

/** Opened so that neither a link nor a FIFO can be what is read; else why not. */
async function readRegular(
  path: Buffer,
  most: number,
): Promise<Omit<SandboxFile, 'path'> | string> {
  try {
    if (!(await lstat(path)).isFile()) return 'no regular file'
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return 'no regular file'
      if (stat.nlink !== 1) return 'a hard link'
      if (stat.size > most) return 'too large'
      const bytes = await file.readFile()
      return { bytes: new Uint8Array(bytes), executable: (stat.mode & 0o100) !== 0 }
    } finally {
      await file.close()
    }
  } catch {
    return 'it cannot be read'
  }
}

function isSame(before: SandboxFile | undefined, now: Omit<SandboxFile, 'path'>): boolean {
  return (
    before !== undefined &&
    before.executable === now.executable &&
    Buffer.compare(before.bytes, now.bytes) === 0
  )
}

function skip(walk: Walk, names: readonly Buffer[], why: string): void {
  if (walk.skipped.length < mostSkipped) walk.skipped.push({ path: shown(names), why })
}

const slash = Buffer.from('/')

function hostPath(walk: Walk, names: readonly Buffer[]): Buffer {
  return Buffer.concat([walk.root, ...names.flatMap((name) => [slash, name])])
}

/** Null when a name is not the bytes of a Unicode text: it could not be put back as it was. */
function textOf(names: readonly Buffer[]): string | null {
  const text = shown(names)
  const bytes = Buffer.concat(names.flatMap((name, index) => (index ? [slash, name] : [name])))
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : null
}

function shown(names: readonly Buffer[]): string {
  return names.map((name) => name.toString()).join('/')
}
