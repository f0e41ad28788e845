import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const version = '4.32.5'

/** The program of this machine, else one from PyPI in a virtual environment of `folder`; null where neither can be had. */
export function findSchemathesis(folder: string): string | null {
  const own = process.env.SCHEMATHESIS ?? 'schemathesis'
  if (runs(own, ['--version'])) return own
  const environment = join(folder, 'venv')
  if (!runs('python3', ['-m', 'venv', environment])) return null
  const pip = join(environment, 'bin/pip')
  const install = ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`]
  return runs(pip, install) ? join(environment, 'bin/schemathesis') : null
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 300_000 }).status === 0
}
