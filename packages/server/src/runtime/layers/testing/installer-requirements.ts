import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Sandbox } from '@repertoire/sandbox'
import { findNpm } from '../find-npm.ts'

const findPip = `
import glob, importlib.util, os, sys
folders = ["/usr/share/python-wheels", os.path.join(os.path.dirname(os.__file__), "ensurepip/_bundled")]
wheels = [wheel for folder in folders for wheel in glob.glob(folder + "/pip-*.whl")]
sys.exit(0 if importlib.util.find_spec("pip") or wheels else 1)
`

/**
 * What this machine lacks to install packages. Null when nothing is missing. Throws where nothing may be
 * skipped.
 */
export async function missingInstallerRequirement(sandbox: Sandbox): Promise<string | null> {
  const { available, reason } = await sandbox.health()
  const lacks = available ? (missingPip() ?? missingNpm()) : reason
  if (lacks !== null && process.env.REQUIRE_ALL === '1') throw new Error(lacks)
  return lacks
}

function missingPip(): string | null {
  const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
  const isInstalled = python && spawnSync(python, ['-c', findPip], { stdio: 'ignore' }).status === 0
  return isInstalled ? null : 'apt-get install python3-pip'
}

function missingNpm(): string | null {
  return findNpm() ? null : 'There is no npm beside Node or in PATH.'
}
