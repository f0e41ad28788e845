import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Compiles vitest once for all runs. */
const compileCache = join(root, 'node_modules/.cache/repertoire-vitest')
const folders: string[] = []

/** Runs vitest with our reporter over the given files; returns its output. */
function runTests(files: Record<string, string>, options: { args?: string[]; env?: object } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-reporter-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { VITEST, VITEST_MODE, VITEST_WORKER_ID, VITEST_POOL_ID, ...env } = process.env
  const ended = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...[
        'run',
        '--root',
        folder,
        '--globals',
        '--no-file-parallelism',
        '--pool=threads',
        '--reporter=default',
      ],
      `--reporter=${join(root, 'scripts/vitest-reporter.mjs')}`,
      ...(options.args ?? []),
    ],
    {
      encoding: 'utf8',
      env: {
        ...{ ...env, REQUIRE_ALL: '', REPERTOIRE_TEST_COUNTS: '', CI: 'true' },
        ...{ NODE_COMPILE_CACHE: compileCache, ...options.env },
      },
    },
  )
  const lines = ended.stdout.trimEnd().split('\n')
  return { code: ended.status, lastLine: lines.at(-1), output: ended.stdout }
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the last line of npm test', () => {
  it('counts passed and failed tests', () => {
    const ended = runTests({
      'a.test.js': `test('holds', () => {}); test('breaks', () => { throw new Error('no') })`,
      'b.test.js': `test('holds too', () => {})`,
    })
    expect(ended).toMatchObject({ code: 1, lastLine: '2 passed, 1 failed' })
    // In CI the slowest files are listed, too.
    const slow = ended.output.match(/^Slow file: +\d+\.\d s +[ab]\.test\.js$/gm)
    expect(slow).toHaveLength(2)
  })

  it.each([
    ['a file that cannot be loaded', `throw new Error('at load')`],
    ['a file that does not parse', `test('x', () => {`],
    ['a hook that throws', `afterAll(() => { throw new Error('hook') }); test('x', () => {})`],
    [
      'an unhandled error',
      `test('x', async () => { Promise.reject(new Error('lost')); await new Promise((go) => setImmediate(go)) })`,
    ],
  ])('counts %s as failed, and never ends with “0 failed”', (_, text) => {
    const ended = runTests({ 'a.test.js': text, 'b.test.js': `test('holds', () => {})` })
    expect(ended.code).not.toBe(0)
    expect(ended.lastLine).toMatch(/^[12] passed, 1 failed$/)
  })

  it('repeats each failure at the end, with its reason in one line', () => {
    const ended = runTests({
      'a.test.js': `describe('a suite', () => { test('breaks', () => { throw new Error('no\\nmore') }) })`,
      'b.test.js': `throw new Error('at load')`,
    })
    const afterSummary = ended.output.slice(ended.output.lastIndexOf('Duration'))
    expect(afterSummary).toContain('Failed test: a.test.js > a suite > breaks: no\n')
    expect(afterSummary).toContain('Failed test: b.test.js: at load\n')
  })

  it('names flaky tests, which passed on a retry', () => {
    const ended = runTests(
      {
        'a.test.js': `let tries = 0
          test('flickers', () => { tries += 1; if (tries === 1) throw new Error('not yet') })
          test('holds', () => {})`,
      },
      { args: ['--retry=1'] },
    )
    expect(ended).toMatchObject({ code: 0, lastLine: '2 passed, 0 failed' })
    expect(ended.output).toContain('Flaky test: a.test.js > flickers: not yet\n')
    expect(ended.output).not.toContain('a.test.js > holds: ')
  })

  it('names skipped tests by the largest completely skipped part', () => {
    const ended = runTests({
      'a.test.js': `describe.skip('a suite', () => { test('one', () => {}); test('two', () => {}) })
        test('holds', () => {})
        test('noted', (context) => context.skip('no such thing here'))`,
      'b.test.js': `test.skip('alone', () => {})`,
    })
    expect(ended).toMatchObject({ code: 0, lastLine: '1 passed, 0 failed, 4 skipped' })
    expect(ended.output).toContain('Skipped: a.test.js > a suite (2 tests)\n')
    expect(ended.output).toContain('Skipped: a.test.js > noted (no such thing here)\n')
    expect(ended.output).toContain('Skipped: b.test.js\n')
  })

  it('names the package that a skipped test needs', () => {
    const ended = runTests(
      { 'page.browser.test.js': `test.skip('opens', () => {})` },
      { env: { CHROMIUM_PATH: '/nowhere/chromium' } },
    )
    expect(ended.output).toMatch(/^Skipped: .*\(needs Chromium: apt-get install chromium.*\)$/m)
  })

  it('counts a failed hook once, and its tests neither as passed nor as skipped', () => {
    const ended = runTests(
      {
        'a.test.js': `describe('a suite', () => {
          beforeAll(() => { throw new Error('no') }); test('one', () => {}); test('two', () => {})
        }); test('holds', () => {})`,
      },
      { env: { REQUIRE_ALL: '1' } },
    )
    expect(ended).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
    expect(ended.output).not.toContain('Skipped:')
  })

  it('counts every skipped test as failed with REQUIRE_ALL=1', () => {
    const ended = runTests(
      { 'a.test.js': `test('holds', () => {}); test.skip('not here', () => {})` },
      { env: { REQUIRE_ALL: '1' } },
    )
    expect(ended).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  it('does not report tests outside the pattern as skipped', () => {
    const ended = runTests(
      { 'a.test.js': `test('holds', () => {}); test('other', () => { throw new Error('no') })` },
      { args: ['-t', 'holds'], env: { REQUIRE_ALL: '1' } },
    )
    expect(ended).toMatchObject({ code: 0, lastLine: '1 passed, 0 failed' })
  })
})
