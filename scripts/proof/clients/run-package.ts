import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ProgramEnd {
  /** Null where it could not be started. */
  readonly code: number | null
  readonly output: string
}

interface Program {
  readonly cwd: string
  /** Besides this process's. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: Program,
): Promise<ProgramEnd> {
  const child = spawn(command, args, {
    ...{ cwd, env: { ...process.env, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  return { code, output }
}

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
