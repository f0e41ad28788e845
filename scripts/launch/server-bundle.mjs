import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './file-lock.mjs'
import { run } from './run-child.mjs'
import { sourcesDigest } from './source-digest.mjs'
import { log, root } from './workspace.mjs'

/** Entry point of the server, relative to the root. */
export const serverMain = 'packages/server/src/main.ts'
export const bundleFolder = join(root, 'node_modules/.cache/repertoire-server')

const bundledMain = 'node_modules/.cache/repertoire-server/main.js'
const stamp = join(bundleFolder, '.digest')

const sources = [
  'package-lock.json',
  'scripts/launch',
  ...['server', 'core', 'store', 'sandbox', 'sources', 'protocol', 'skill-md'].flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/src`,
  ]),
]

/**
 * Returns the file to start the server with: its more than a thousand modules bundled into one, rebuilt if a
 * source changed. If bundling fails, the source file, which only starts more slowly.
 */
export async function ensureServerBundle() {
  if (isBuilt()) return bundledMain
  return withLock('build-server', async () => {
    if (isBuilt()) return bundledMain
    log('Building the server …')
    const digestBefore = digest()
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const config = join(root, 'scripts/launch/server-bundle.config.mjs')
    const ended = await run(process.execPath, [vite, 'build', '--config', config], {
      stdio: ['ignore', 2, 2],
    })
    if (ended.code !== 0) return serverMain
    writeFileSync(stamp, digestBefore)
    return bundledMain
  })
}

function isBuilt() {
  return (
    existsSync(join(root, bundledMain)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === digest()
  )
}

/** The bundle contains absolute source paths, so a copied folder needs another build. */
function digest() {
  return `${sourcesDigest(sources)} ${root}`
}
