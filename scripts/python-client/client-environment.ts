import { join } from 'node:path'
import { createPythonEnvironment, type PythonEnvironment } from '../proof/python-environment.ts'

/** A virtual environment with what generates, builds and tests the client, by hash. */
export function createClientEnvironment(folder: string): Promise<PythonEnvironment> {
  const requirements = join(import.meta.dirname, 'requirements.txt')
  return createPythonEnvironment(folder, ['--require-hashes', '-r', requirements])
}
