import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './file-lock.mjs'
import { npm } from './npm.mjs'
import { log, privateFolder, requiredNode } from './workspace.mjs'

/** Installed where the present Node is too old: the npm package `node`. */
const pinned = '24.21.0'
const partialPrefix = 'partial-'

/** Whether a version such as `22.18.0` satisfies `engines`. */
export function isSatisfying(version) {
  const [major, minor] = version.split('.').map(Number)
  const [requiredMajor, requiredMinor] = requiredNode()
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)
}

/** The environment in which `node` is the given one. */
export function nodeEnvironment(node) {
  const path = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, npm_node_execpath: node, NODE: node }
}

/**
 * Returns the path of the pinned Node, installed once into the ignored folder. The install is atomic: into a
 * temporary folder, tested, then renamed.
 */
export async function installNode() {
  const folder = join(privateFolder, pinned)
  if (isWorking(binaryIn(folder))) return binaryIn(folder)
  await withLock('install-node', async () => {
    if (isWorking(binaryIn(folder))) return
    log(
      `Node ${process.versions.node} is older than Repertoire needs (${requiredNode().join('.')}): ` +
        `installing Node ${pinned} into .node/, once (about 190 MB) …`,
    )
    removePartialInstalls()
    await install(folder)
  })
  return binaryIn(folder)
}

async function install(folder) {
  const tempFolder = join(privateFolder, `${partialPrefix}${process.pid}`)
  mkdirSync(tempFolder, { recursive: true })
  writeFileSync(join(tempFolder, 'package.json'), '{"private":true}\n')
  const advice = `Install Node ${requiredNode().join('.')} or newer yourself, then run this again.`
  try {
    // The package downloads the binary for this machine in its install script.
    await npm(['install', `node@${pinned}`, '--prefix', tempFolder, '--ignore-scripts=false'], {
      cwd: tempFolder,
    })
  } catch (error) {
    throw new Error(`Could not install Node ${pinned}: ${error.message} ${advice}`)
  }
  if (!isWorking(binaryIn(tempFolder))) {
    throw new Error(`Node ${pinned} does not run on this machine. ${advice}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(tempFolder, folder)
}

function removePartialInstalls() {
  for (const name of readdirSync(privateFolder)) {
    if (name.startsWith(partialPrefix)) {
      rmSync(join(privateFolder, name), { recursive: true, force: true })
    }
  }
}

function binaryIn(folder) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules', 'node', 'bin', name)
}

function isWorking(node) {
  const result = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return result.status === 0 && result.stdout.trim() === `v${pinned}`
}
