import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { run } from './run-child.mjs'
import { root, say } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.repertoire-console')
const builtPage = join(root, 'packages/console/dist/index.html')

/** What the page is made of: its own package and the ones it loads in the browser. */
const sources = [
  'package-lock.json',
  'packages/console',
  'packages/client/src',
  'packages/protocol/src',
  'packages/core/src',
  'packages/skill-md/src',
]

/** Builds the page when a source of it is not what the last build saw. */
export async function ensureConsole() {
  if (isBuilt()) return
  await oneAtATime('build-console', async () => {
    if (isBuilt()) return
    say('Building the page …')
    const seen = sourcesDigest()
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const ended = await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(root, 'packages/console'),
      stdio: ['ignore', 2, 2],
    })
    if (ended.code !== 0) throw new Error('The page could not be built; the reason is above.')
    writeFileSync(stamp, seen)
  })
}

function isBuilt() {
  return (
    existsSync(builtPage) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesDigest()
  )
}

function sourcesDigest() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) {
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
