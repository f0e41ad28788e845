import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../run-program.ts'

/** Installs a package from its registry into a folder of its own; false where it cannot be had. */
export async function installPackage(named: string, folder: string): Promise<boolean> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
  const installed = await runProgram('npm', ['install', ...flags, named], { cwd: folder })
  if (installed.code === 0) return true
  assert.notEqual(process.env.REQUIRE_ALL, '1', installed.output)
  process.stdout.write(`skipped: ${named.replace('@', ' ').trim()} cannot be installed here\n`)
  return false
}
