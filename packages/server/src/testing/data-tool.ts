import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const main = join(import.meta.dirname, '../data-tools/main.ts')

/** A data tool as its command starts it. Rejects with its output when it fails. */
export async function runDataTool(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(process.execPath, ['--conditions=repertoire-source', main, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
}
