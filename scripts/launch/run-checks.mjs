import { join } from 'node:path'
import { run } from './run-child.mjs'
import { log, root } from './workspace.mjs'

const bin = (path) => join(root, 'node_modules', path)

/** Runs all checks, so that one run shows every problem; fails if one of them fails. */
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
