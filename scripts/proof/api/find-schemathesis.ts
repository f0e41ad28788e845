import { join } from 'node:path'
import { createPythonEnvironment, runWithoutOutput } from '../python-environment.ts'

const version = '4.32.5'

/** The program of this machine, else one from PyPI in a virtual environment of `folder`; null where neither can be had. */
export async function findSchemathesis(folder: string): Promise<string | null> {
  const own = process.env.SCHEMATHESIS ?? 'schemathesis'
  if (await runWithoutOutput(own, ['--version'])) return own
  const environment = await createPythonEnvironment(join(folder, 'venv'), [
    `schemathesis==${version}`,
  ])
  return 'missing' in environment ? null : join(environment.programs, 'schemathesis')
}
