import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './file-lock.mjs'
import { run } from './run-child.mjs'
import { sourcesDigest } from './source-digest.mjs'
import { log, root } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.repertoire-console')
const builtPage = join(root, 'packages/console/dist/index.html')

/** The sources of the page: its package and the ones it loads in the browser. */
const sources = [
  'package-lock.json',
  'packages/console',
  'docs/glossary.md',
  'packages/client/src',
  'packages/protocol/src',
  'packages/core/src',
  'packages/skill-md/src',
]

/** Builds the page if a source changed since the last build. */
export async function ensureConsole() {
  if (isBuilt()) return
  await withLock('build-console', async () => {
    if (isBuilt()) return
    log('Building the page …')
    const digestBefore = sourcesDigest(sources)
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const ended = await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(root, 'packages/console'),
      stdio: ['ignore', 2, 2],
    })
    if (ended.code !== 0) throw new Error('Building the page failed; the reason is above.')
    writeFileSync(stamp, digestBefore)
  })
}

function isBuilt() {
  return (
    existsSync(builtPage) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sourcesDigest(sources)
  )
}
