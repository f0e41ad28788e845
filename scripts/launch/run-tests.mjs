import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCeph, findPostgres, missingRequirements } from '../requirements.mjs'
import { summaryLine } from '../vitest-reporter.mjs'
import { run } from './run-child.mjs'
import { ensureServerBundle } from './server-bundle.mjs'
import { log, root } from './workspace.mjs'

/**
 * Runs every test possible on this machine, with a temporary PostgreSQL and S3 server if they are installed.
 */
export async function runTests(args) {
  if (args.length === 0) {
    log(
      'Without the tests that start servers, sandboxes and browsers. With them: npm test -- --all',
    )
  }
  for (const { name, install } of missingRequirements()) {
    log(`Not on this machine: ${name}. Tests that need it are skipped. To run them: ${install}`)
  }
  // The server processes of the tests run the file that `npm start` runs.
  const serverMain = join(root, await ensureServerBundle())
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-test-'))
  const counts = join(folder, 'counts.json')
  try {
    const ended = await run(process.execPath, [...withPostgres(), ...withS3(), ...vitest(args)], {
      env: { ...process.env, REPERTOIRE_TEST_COUNTS: counts, SERVER_MAIN: serverMain },
    })
    if (ended.signal) return ended
    return printSummary(ended, readCounts(counts))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const everyday = ['system', 'isolated', 'browser'].flatMap((name) => ['--project', `!${name}`])

/** Without arguments the tests that start no other program. Whatever is named is chosen from all of them. */
export function selectTests(args) {
  return args.length === 0 ? everyday : args.filter((arg) => arg !== '--all')
}

const vitest = (args) => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...selectTests(args)]

/** Node arguments that run a script with a temporary PostgreSQL, if it is installed. */
export function withPostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres() === undefined) return []
  return [join(root, 'scripts/with-postgres.mjs'), process.execPath]
}

/** The same for a temporary S3 server. */
function withS3() {
  if (process.env.TEST_S3_URL || findCeph() === undefined) return []
  return [join(root, 'scripts/with-s3.mjs'), process.execPath]
}

/** Prints the last line of the output; returns the exit code that agrees with it. */
function printSummary({ code }, counts) {
  const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1)
  process.stdout.write(`${summaryLine({ ...counts, failed })}\n`)
  return { code: failed === 0 ? 0 : code || 1 }
}

function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  return JSON.parse(readFileSync(file, 'utf8'))
}
