/**
 * Builds the Python package `repertoire-client` from openapi.json into dist/python: `npm run build-python-client`. Needs
 * Python with venv, and the package index for what requirements.txt pins.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'
import { buildWheel } from './build-wheel.ts'
import { createClientEnvironment } from './client-environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'repertoire-python-client-'))
try {
  const python = await createClientEnvironment(join(folder, 'venv'))
  if ('missing' in python) throw new Error(`The client cannot be built: ${python.missing}.`)
  const project = join(folder, 'project')
  const destination = join(root, 'dist/python')
  const wheel = await buildWheel({ programs: python.programs, project, destination })
  process.stdout.write(`${wheel}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
