import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript, as vitest loads it.
import { changedFiles, relatedTests } from './changed-tests.mjs'

const root = join(import.meta.dirname, '..')
const affected = (...changed: string[]): string[] => relatedTests(root, changed)

describe('the tests that npm test -- --changed adds to those importing the change', () => {
  it('are those that start a program that contains the change', () => {
    const tests = affected('packages/server/src/serve.ts')
    expect(tests).toContain('packages/server/src/main.test.ts')
    expect(tests).toContain('packages/cli/src/command-end-to-end.test.ts')
    expect(tests).toContain('packages/console/e2e/journey.browser.test.ts')
    expect(tests).not.toContain('packages/store/src/contract/kill.test.ts')
  })

  it('are only those of the page when only the page changed', () => {
    const tests = affected('packages/console/src/main.tsx')
    expect(tests).toContain('packages/console/e2e/journey.browser.test.ts')
    expect(tests).not.toContain('packages/cli/src/command-end-to-end.test.ts')
    expect(tests).not.toContain('packages/server/src/main.test.ts')
  })

  it('are those that read the changed file by name', () => {
    expect(affected('docs/reference/commands.md')).toContain(
      'packages/cli/src/commands-reference.test.ts',
    )
    expect(affected('packages/protocol/openapi.json')).toContain(
      'packages/server/src/http/openapi.test.ts',
    )
    expect(affected('skills/curator/SKILL.md')).toContain('skills/shipped-skills.test.ts')
  })

  it('are those of the architecture after any change, and none without a change', () => {
    expect(affected('README.md')).toContain('scripts/architecture.test.ts')
    expect(affected()).toEqual([])
  })
})

describe('the changed files', () => {
  let folder = ''
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repertoire-changed-'))
    git('init', '-q', '-b', 'main')
    mkdirSync(join(folder, 'in'))
    for (const name of ['kept', 'committed', 'added', 'edited', 'removed']) write(name, 'one')
    git('add', '.')
    git('commit', '-q', '-m', 'one')
    git('branch', 'base')
    write('committed', 'two')
    git('commit', '-q', '-a', '-m', 'two')
    for (const name of ['added', 'edited']) write(name, 'two')
    git('add', 'added')
    rmSync(join(folder, 'removed'))
    write('in/new', '')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are the uncommitted ones, staged or not', () => {
    expect(changedFiles(folder, true).sort()).toEqual(['added', 'edited', 'in/new', 'removed'])
  })

  it('are, against a base, also those committed since', () => {
    const since = ['added', 'committed', 'edited', 'in/new', 'removed']
    expect(changedFiles(folder, 'base').sort()).toEqual(since)
  })
})
