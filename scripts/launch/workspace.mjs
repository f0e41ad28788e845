import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Ignored by git: the installed Node, and locks. */
export const privateFolder = join(root, '.node')

/** The minimum `[major, minor]` of `engines.node` in the root manifest. */
export function requiredNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, major, minor] = /^>=(\d+)\.(\d+)/.exec(engines.node) ?? []
  if (major === undefined) throw new Error(`engines.node is not “>=N.N”: ${engines.node}`)
  return [Number(major), Number(minor)]
}

/** Prints one line about a slow step. On stderr: stdout belongs to the command. */
export function log(line) {
  process.stderr.write(`${line}\n`)
}
