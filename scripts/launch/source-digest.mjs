import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** One digest of the files under these paths, without tests, build output and installed packages. */
export function sourcesDigest(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (/(^|\/)(node_modules|dist)$|\.test\.tsx?$/.test(path)) return []
  if (!existsSync(join(root, path))) return []
  const entries = readEntries(path)
  return entries === undefined ? [path] : entries.flatMap((name) => filesOf(`${path}/${name}`))
}

function readEntries(path) {
  try {
    return readdirSync(join(root, path)).sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
