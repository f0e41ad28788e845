import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxFile } from '@repertoire/sandbox'

/** A file of a layer, as its manifest records it. */
export interface LayerFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly executable: boolean
}

/** Writes the files into a new folder, readable by everybody and writable by nobody. */
export async function writeLayerFiles(
  folder: string,
  files: readonly SandboxFile[],
): Promise<readonly LayerFile[]> {
  await mkdir(folder)
  const folders = new Set([folder])
  const kept: LayerFile[] = []
  for (const { path, bytes, executable } of files) {
    const full = join(folder, path)
    const parent = dirname(full)
    await mkdir(parent, { recursive: true, mode: 0o755 })
    for (let at = parent; at.length > folder.length; at = dirname(at)) folders.add(at)
    await writeFile(full, bytes, { flag: 'wx' })
    await chmod(full, executable ? 0o555 : 0o444)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    kept.push({ path, size: bytes.length, sha256, executable })
  }
  for (const one of [...folders].sort().reverse()) await chmod(one, 0o555)
  return kept.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * A cheap fingerprint of a folder that changes with any modification of a file. Null when the folder contains
 * anything but files and folders.
 */
export async function fingerprintFolder(folder: string): Promise<FolderFingerprint | null> {
  const hash = createHash('sha256')
  const paths: string[] = []
  const walk = async (at: string, prefix: string): Promise<boolean> => {
    const found = await readdir(at, { withFileTypes: true })
    const entries = found.sort((one, other) => (one.name < other.name ? -1 : 1))
    const stats = await Promise.all(
      entries.map(({ name }) => lstat(join(at, name), { bigint: true })),
    )
    for (const [index, entry] of entries.entries()) {
      const full = join(at, entry.name)
      const { ino, size, mtimeNs, ctimeNs, mode } = stats[index] as (typeof stats)[number]
      hash.update(`${prefix}${entry.name}\0${ino} ${size} ${mtimeNs} ${ctimeNs} ${mode}\n`)
      if (entry.isDirectory()) {
        if (!(await walk(full, `${prefix}${entry.name}/`))) return false
      } else if (entry.isFile()) paths.push(`${prefix}${entry.name}`)
      else return false
    }
    return true
  }
  return (await walk(folder, '')) ? { digest: hash.digest('hex'), paths } : null
}

export interface FolderFingerprint {
  readonly digest: string
  readonly paths: readonly string[]
}

/** Whether a folder has exactly these files, byte for byte. */
export async function matchesManifest(
  folder: string,
  { paths }: FolderFingerprint,
  files: readonly LayerFile[],
): Promise<boolean> {
  const present = [...paths].sort()
  if (present.length !== files.length) return false
  const expected = new Map(files.map((file) => [file.path, file]))
  for (const path of present) {
    const file = expected.get(path)
    if (!file || (await sha256Of(join(folder, path))) !== file.sha256) return false
  }
  return true
}

async function sha256Of(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk)
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** Removes a read-only folder. */
export async function removeLayer(folder: string): Promise<void> {
  const makeWritable = async (at: string): Promise<void> => {
    await chmod(at, 0o755)
    for (const entry of await readdir(at, { withFileTypes: true }))
      if (entry.isDirectory()) await makeWritable(join(at, entry.name))
  }
  await makeWritable(folder).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
