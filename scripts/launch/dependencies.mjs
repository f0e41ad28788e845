import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './file-lock.mjs'
import { npm } from './npm.mjs'
import { log, root } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.repertoire-installed')

/** Installs the dependencies with `npm ci` if node_modules does not match the lock file and this Node. */
export async function ensureDependencies() {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    if (!isInstalledManually()) {
      log('Installing the dependencies (npm ci) …')
      await npm(['ci'], { cwd: root })
    }
    writeFileSync(stamp, `${nodeIdentity()}\n${manifestsDigest()}\n`)
  })
}

function isInstalled() {
  return readIfExists(stamp) === `${nodeIdentity()}\n${manifestsDigest()}\n`
}

/** Whether somebody ran `npm install` on this Node and node_modules equals the tree of the lock file. */
function isInstalledManually() {
  const installedOn = readIfExists(stamp)?.split('\n')[0]
  if (installedOn !== undefined && installedOn !== nodeIdentity()) return false
  const installedLock = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return false
  const locked = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(installedLock)
  const isInstalledAsLocked = (path) =>
    identity(locked[path] ?? {}) === identity(installed[path] ?? {})
  const requiredPaths = Object.keys(locked).filter(
    (path) => path.includes('node_modules/') && !locked[path].optional,
  )
  return [...requiredPaths, ...Object.keys(installed)].every(isInstalledAsLocked)
}

const nodeIdentity = () => `${process.version} ${process.platform} ${process.arch}`

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const identity = ({ version, integrity, link }) => JSON.stringify([version, integrity, link])

function manifestsDigest() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'package.json', ...workspaceManifests()]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function workspaceManifests() {
  const packages = readdirSync(join(root, 'packages')).sort()
  return [...packages.map((name) => `packages/${name}/package.json`), 'bench/package.json'].filter(
    (file) => existsSync(join(root, file)),
  )
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
