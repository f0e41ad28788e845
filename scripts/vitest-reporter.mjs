// Lists every skipped test with what it needs to run, and ends the run with the line `N passed, N failed`. A
// file that cannot be loaded, a hook that throws and an unhandled error count as failed, so that the line
// agrees with the exit code.
import { writeFileSync } from 'node:fs'
import { describeFailures, describeFlaky } from './failure-report.mjs'
import { missingRequirements } from './requirements.mjs'
import { describeSlow } from './slow-files.mjs'

// biome-ignore lint/style/noDefaultExport: this is how vitest finds a reporter.
export default class SummaryReporter {
  #vitest

  onInit(vitest) {
    this.#vitest = vitest
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    const counts = countAll(modules, unhandledErrors)
    // With -t, tests outside the pattern are “skipped” too: they are not reported.
    const isFiltered = this.#vitest.config.testNamePattern !== undefined
    const skipped = isFiltered ? [] : modules.flatMap((module) => skippedIn(module, module))
    if (isFiltered) counts.skipped = 0
    const lines = [
      ...(process.env.CI ? describeSlow(modules) : []),
      ...skipped.map(describeSkipped),
      ...describeFlaky(modules),
      ...describeFailures(modules, unhandledErrors),
    ]
    for (const line of lines) process.stdout.write(`${line}\n`)
    if (process.env.REQUIRE_ALL === '1' && counts.skipped > 0) {
      process.stdout.write('REQUIRE_ALL=1: every skipped test counts as failed.\n')
      counts.failed += counts.skipped
      counts.skipped = 0
    }
    if (reason !== 'passed' && counts.failed === 0) counts.failed = 1
    if (counts.failed > 0) process.exitCode = 1
    report(counts)
  }
}

/** For the launcher the counts go to a file, because other programs still print after vitest. */
function report(counts) {
  const file = process.env.REPERTOIRE_TEST_COUNTS
  if (file) writeFileSync(file, JSON.stringify(counts))
  else process.stdout.write(`${summaryLine(counts)}\n`)
}

/** `N passed, N failed`, and the number of skipped tests if there are any. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function countAll(modules, unhandledErrors) {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  for (const module of modules) {
    const failedBefore = counts.failed
    counts.failed += module.errors().length > 0 ? 1 : 0
    for (const suite of module.children.allSuites())
      counts.failed += suite.errors().length > 0 ? 1 : 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'skipped' && isBlocked(test)) continue
      // A test that never ended has not passed.
      counts[state === 'pending' ? 'failed' : state] += 1
    }
    if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed += 1
  }
  return counts
}

/** Not run because its file, suite or hook failed, which is already counted. */
function isBlocked(part) {
  if (part.type !== 'test' && part.errors().length > 0) return true
  return part.type !== 'module' && isBlocked(part.parent)
}

/** The largest completely skipped parts: a file, else a suite in it, else a single test. */
function skippedIn(part, module) {
  if (isBlocked(part)) return []
  if (part.type === 'test') {
    const result = part.result()
    if (result.state !== 'skipped') return []
    return [{ module, name: part.fullName, tests: 1, note: result.note }]
  }
  const tests = [...part.children.allTests()]
  const skipped = tests.filter((test) => test.result().state === 'skipped')
  if (skipped.length === 0) return []
  if (skipped.length < tests.length) {
    return [...part.children].flatMap((child) => skippedIn(child, module))
  }
  const note = skipped[0].result().note
  return [{ module, name: part.fullName ?? '', tests: tests.length, note }]
}

function describeSkipped({ module, name, tests, note }) {
  const where = [module.relativeModuleId, name].filter(Boolean).join(' > ')
  const subject = `${module.project.name} ${where}`
  const missing = missingRequirements().find((requirement) => requirement.matches.test(subject))
  const reason = note ?? (missing && `needs ${missing.name}: ${missing.install}`)
  return `Skipped: ${where}${tests > 1 ? ` (${tests} tests)` : ''}${reason ? ` (${reason})` : ''}`
}
