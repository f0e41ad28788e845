import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWheel } from '../../python-client/build-wheel.ts'
import { createClientEnvironment } from '../../python-client/client-environment.ts'
import { runProgram } from '../../run-program.ts'
import { freePort, startServer } from '../server-process.ts'
import type { ClientRow } from './client-table.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

/**
 * `repertoire-client` as Python installs it: generated from openapi.json, built, installed, its types checked, and its
 * tests run against a server of their own.
 */
export async function provePythonClient(): Promise<readonly ClientRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-python-client-'))
  try {
    const python = await createClientEnvironment(join(folder, 'venv'))
    if ('missing' in python) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', python.missing)
      process.stdout.write(`skipped: the Python client (${python.missing})\n`)
      return []
    }
    return [await proveBuilt(folder, python.programs)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function proveBuilt(folder: string, programs: string): Promise<ClientRow> {
  const project = join(folder, 'project')
  const wheel = await buildWheel({ programs, project, destination: join(folder, 'wheel') })
  const run = async (program: string, args: readonly string[], env = {}) => {
    const { code, output } = await runProgram(join(programs, program), args, { cwd: project, env })
    assert.equal(code, 0, output.slice(-6_000))
    return output
  }
  await run('python', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', wheel])
  await run('mypy', ['src'])
  // Against what is installed: its types count because it says that it has some.
  await run('mypy', ['tests'])
  const output = await testAgainstServer(join(folder, 'data'), (env) => run('pytest', ['-q'], env))
  const passed = /(\d+) passed/.exec(output)?.[1]
  assert.ok(passed, output)
  const client = 'repertoire-client (Python)'
  process.stdout.write(`${client}: built, types checked, ${passed} tests passed\n`)
  return { client, did: ['found', 'installed', 'approved'] }
}

async function testAgainstServer(
  dataDir: string,
  test: (env: Readonly<Record<string, string>>) => Promise<string>,
): Promise<string> {
  const server = await startServer({ dataDir, port: await freePort(), key })
  try {
    return await test({ REPERTOIRE_URL: server.url, REPERTOIRE_API_KEY: key })
  } finally {
    await server.kill('SIGTERM')
  }
}
