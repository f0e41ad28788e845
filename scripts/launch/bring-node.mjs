import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { npm } from './npm.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { privateFolder, requiredNode, say } from './workspace.mjs'

/** The Node that is brought to machines whose own is too old: the npm package `node`. */
const pinned = '24.21.0'
const unfinished = 'unfinished-'

/** Whether a version such as `22.18.0` is enough for `engines`. */
export function isSatisfying(version) {
  const [major, minor] = version.split('.').map(Number)
  const [requiredMajor, requiredMinor] = requiredNode()
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)
}

/** The environment in which every `node` is the given one. */
export function nodeEnvironment(node) {
  const path = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, npm_node_execpath: node, NODE: node }
}

/**
 * The path of the pinned Node, brought once into the ignored folder. It appears there whole or not at
 * all: it is installed beside, tried, and renamed.
 */
export async function bringNode() {
  const folder = join(privateFolder, pinned)
  if (works(binaryIn(folder))) return binaryIn(folder)
  await oneAtATime('bring-node', async () => {
    if (works(binaryIn(folder))) return
    say(
      `Node ${process.versions.node} is older than Repertoire needs (${requiredNode().join('.')}): ` +
        `bringing Node ${pinned} into .node/, once (about 190 MB) …`,
    )
    removeUnfinished()
    await install(folder)
  })
  return binaryIn(folder)
}

async function install(folder) {
  const aside = join(privateFolder, `${unfinished}${process.pid}`)
  mkdirSync(aside, { recursive: true })
  writeFileSync(join(aside, 'package.json'), '{"private":true}\n')
  const advice = `Install Node ${requiredNode().join('.')} or newer yourself, then run this again.`
  try {
    // The package fetches the binary for this machine in its install script.
    await npm(['install', `node@${pinned}`, '--prefix', aside, '--ignore-scripts=false'], {
      cwd: aside,
    })
  } catch (error) {
    throw new Error(`Could not bring Node ${pinned}: ${error.message} ${advice}`)
  }
  if (!works(binaryIn(aside))) {
    throw new Error(`Node ${pinned} does not run on this machine. ${advice}`)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(aside, folder)
}

function removeUnfinished() {
  for (const name of readdirSync(privateFolder)) {
    if (name.startsWith(unfinished)) {
      rmSync(join(privateFolder, name), { recursive: true, force: true })
    }
  }
}

function binaryIn(folder) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules', 'node', 'bin', name)
}

function works(node) {
  const tried = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return tried.status === 0 && tried.stdout.trim() === `v${pinned}`
}
