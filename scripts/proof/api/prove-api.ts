/**
 * The OpenAPI description tells the truth: schemathesis sends thousands of requests that it generates from
 * the description to every operation of a real server, valid and invalid ones, and checks each answer against it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, startServer } from '../server-process.ts'
import { findSchemathesis } from './find-schemathesis.ts'
import { unexpectedAnswers } from './unexpected-answers.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'positive_data_acceptance',
  'negative_data_rejection',
]

interface Report {
  readonly test_cases: { readonly generated: number }
  readonly operations: { readonly total: number; readonly tested: number }
  readonly errors: readonly unknown[]
}

export async function proveApi(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-api-proof-'))
  try {
    const program = await findSchemathesis(folder)
    if (program === null) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', 'schemathesis cannot be installed')
      process.stdout.write('skipped: api (schemathesis is missing: pip install schemathesis)\n')
      return
    }
    await prove(program, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prove(program: string, folder: string): Promise<void> {
  const options = { dataDir: join(folder, 'data'), port: await freePort(), key }
  const server = await startServer(options)
  try {
    const output = await runAgainst(server.url, { program, folder })
    const report = JSON.parse(reportIn(folder, 'json-')) as Report
    assert.equal(report.operations.tested, report.operations.total, output)
    assert.deepEqual(report.errors, [], output)
    assert.deepEqual(unexpectedAnswers(reportIn(folder, 'ndjson-')), [])
    const answer = await fetch(`${server.url}/healthz`)
    assert.equal(answer.status, 200)
    process.stdout.write(
      `${report.test_cases.generated} requests to ${report.operations.tested} operations: each answer is described, valid requests are taken, invalid ones refused\n`,
    )
  } finally {
    await server.kill('SIGKILL')
  }
}

/** Returns what it printed. One worker: two that parse Python at once trip over CPython 3.11's shared recursion count (python/cpython#106905). */
async function runAgainst(
  url: string,
  { program, folder }: { readonly program: string; readonly folder: string },
): Promise<string> {
  const args = [
    ...['run', `${url}/api/v1/openapi.json`, '--header', `Authorization: Bearer ${key}`],
    ...['--phases', 'examples,coverage,fuzzing', '--max-examples', '5', '--seed', '1'],
    ...['--workers', '1', '--continue-on-failure', '--no-shrink', '--checks', checks.join(',')],
    ...['--report', 'json,ndjson', '--report-dir', folder],
  ]
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const child = spawn(program, args, { cwd: folder, stdio: [...stdio], timeout: 600_000 })
  return text(child.stdout)
}

function reportIn(folder: string, prefix: string): string {
  const name = readdirSync(folder).find((one) => one.startsWith(prefix))
  assert.ok(name, `schemathesis wrote no report ${prefix}`)
  return readFileSync(join(folder, name), 'utf8')
}
