import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../proof/paths.ts'
import { changelogOfVersion, changesOf, isVersion, manifestOfVersion } from './release-version.ts'

describe('a release', () => {
  it('changes the version of a package and of what it needs from here, and nothing else', () => {
    const manifest = `{
  "version": "0.1.0",
  "dependencies": { "zod": "0.1.0" },
    "@repertoire/core": "0.1.0",
    "zod": "0.1.0"
}`
    expect(manifestOfVersion(manifest, '0.2.0')).toBe(`{
  "version": "0.2.0",
  "dependencies": { "zod": "0.1.0" },
    "@repertoire/core": "0.2.0",
    "zod": "0.1.0"
}`)
  })

  it('gives what is unreleased its version and day', () => {
    const before = '# Changes\n\n## Unreleased\n\n- New.\n\n## 0.1.0 · 2026-01-01\n\n- First.\n'
    const after = changelogOfVersion(before, '0.2.0', '2026-02-03')
    expect(changesOf(after, '0.2.0')).toBe('- New.')
    expect(changesOf(after, 'Unreleased')).toBe('')
    expect(changesOf(after, '0.1.0')).toBe('- First.')
    expect(after).toContain('## 0.2.0 · 2026-02-03')
    expect(() => changelogOfVersion(after, '0.3.0', '2026-02-04')).toThrow('says nothing')
  })

  it.each([
    ['1.2.3', true],
    ['1.2.3-rc.1', true],
    ['v1.2.3', false],
    ['1.2', false],
  ])('may be called %s: %s', (text, allowed) => {
    expect(isVersion(text)).toBe(allowed)
  })

  it('can be described: the change log says what is unreleased, or this version', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(changesOf(changelog, 'Unreleased') + changesOf(changelog, version)).not.toBe('')
  })
})
