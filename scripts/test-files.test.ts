import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript, as the launcher runs it.
import { selectTests } from './launch/run-tests.mjs'
import { systemTests } from './test-files.ts'

describe('the tests that npm test leaves out', () => {
  const found = systemTests(join(import.meta.dirname, '..'))

  it('are those that start another program, themselves or by their helpers', () => {
    expect(found).toContain('packages/server/src/main.test.ts')
    expect(found).toContain('packages/sandbox/src/bubblewrap/bubblewrap.attacks.test.ts')
    expect(found).toContain('packages/server/src/runtime/engines/temporal/temporal-engine.test.ts')
    expect(found).toContain('packages/sources/src/git/git-source.test.ts')
  })

  it('are no others', () => {
    expect(found).not.toContain('packages/core/src/use/agent/run-agent.test.ts')
    expect(found).not.toContain('packages/store/src/contract/traces.test.ts')
    expect(found).not.toContain('scripts/vocabulary.test.ts')
    expect(found).not.toContain('scripts/layers.test.ts')
    expect(found.filter((test) => test.endsWith('.browser.test.ts'))).toEqual([])
  })

  it('run with --all, and when they are named', () => {
    expect(selectTests([])).toContain('!system')
    expect(selectTests(['--all'])).toEqual([])
    expect(selectTests(['main.test'])).toEqual(['main.test'])
  })
})
