import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Where the programs of a virtual environment are, or the reason why there is none. */
export type PythonEnvironment = { readonly programs: string } | { readonly missing: string }

/** A virtual environment in a new folder, with what pip installs by these arguments. */
export async function createPythonEnvironment(
  folder: string,
  packages: readonly string[],
): Promise<PythonEnvironment> {
  if (!(await runWithoutOutput('python3', ['-m', 'venv', folder])))
    return { missing: 'no Python with venv: apt-get install python3-venv' }
  const programs = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  const flags = ['--quiet', '--disable-pip-version-check', '--retries', '1']
  const install = ['-m', 'pip', 'install', ...flags, ...packages]
  if (!(await runWithoutOutput(join(programs, 'python'), install)))
    return { missing: 'the package index cannot be reached' }
  return { programs }
}

/**
 * Whether the program could be started and ended well. It is waited for without blocking, so that connections to a
 * server that closes them meanwhile are seen to be closed.
 */
export function runWithoutOutput(program: string, args: readonly string[]): Promise<boolean> {
  // Not `timeout`: its timer stays where a program is missing, and keeps the process alive.
  const child = spawn(program, args, { stdio: 'ignore', signal: AbortSignal.timeout(300_000) })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
