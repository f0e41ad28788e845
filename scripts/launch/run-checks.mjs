import { join } from 'node:path'
import { run } from './run-child.mjs'
import { log, root } from './workspace.mjs'

const bin = (path) => join(root, 'node_modules', path)

/** All of them are run, so that one visit shows everything; any that fails fails the whole. */
export async function runChecks(args) {
  const checks = [
    ['Format and lint (biome)', [bin('@biomejs/biome/bin/biome'), 'check', ...args]],
    ['Types (tsc)', [bin('typescript/bin/tsc'), '-b']],
    ['Dead code (knip)', [bin('knip/bin/knip.js')]],
  ]
  const failed = []
  for (const [title, command] of checks) {
    log(`${title} …`)
    const ended = await run(process.execPath, command)
    if (ended.signal) return ended
    if (ended.code !== 0) failed.push(title)
  }
  log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
  return { code: failed.length === 0 ? 0 : 1 }
}
