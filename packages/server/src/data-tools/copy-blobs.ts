import { copyFile, mkdir, readdir, rename, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface CopiedBlobs {
  readonly copied: number
  /** Blobs never change, so these were not read. */
  readonly present: number
}

/** What is half-written has another. */
const blobName = /^[0-9a-f]{64}$/

/** Copies the blobs of one folder that another does not have. One that is removed meanwhile is left out. */
export async function copyBlobs(from: string, to: string): Promise<CopiedBlobs> {
  let [copied, present] = [0, 0]
  for (const entry of await entriesOf(from)) {
    if (!entry.isFile() || !blobName.test(entry.name)) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    if (await isThere(target)) present += 1
    else if (await copyBlob(source, target)) copied += 1
  }
  return { copied, present }
}

async function entriesOf(folder: string) {
  return readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing([]))
}

/**
 * It gets its name when it is whole: a later backup takes a blob that is there for whole. Its time says when it was stored last,
 * which decides when it may be removed.
 */
async function copyBlob(source: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const found = await stat(source).catch(noneIfMissing(undefined))
  if (found === undefined) return false
  const partial = `${target}.partial`
  const isCopied = await copyFile(source, partial).then(() => true, noneIfMissing(false))
  if (!isCopied) return false
  await utimes(partial, found.atime, found.mtime)
  await rename(partial, target)
  return true
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(() => true, noneIfMissing(false))
}

function noneIfMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
