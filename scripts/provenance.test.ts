import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript, as vitest loads it.
import { provenance, verify } from './provenance.mjs'

// @ts-expect-error Plain JavaScript, which runs before anything is installed.
import { findNpmWithSbom } from './requirements.mjs'

const root = join(import.meta.dirname, '..')

describe.skipIf(!findNpmWithSbom())('the provenance of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-release-'))
  let packed = ''

  beforeAll(() => {
    const options = ['pack', '-w', '@repertoire/protocol', '--pack-destination', folder]
    execFileSync('npm', options, { cwd: root, stdio: 'ignore' })
    packed = join(folder, readdirSync(folder)[0] ?? '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('names the commit, the dependencies and the digest of a real package, and notices a change of it', () => {
    const statement = provenance([packed])
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    expect(statement.predicate.buildDefinition.resolvedDependencies).toMatchObject([
      { name: 'source', digest: { gitCommit: head } },
      { name: 'sbom.cdx.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      { name: 'package-lock.json' },
    ])
    expect(verify(statement, [packed])).toEqual([])
    appendFileSync(packed, 'x')
    expect(verify(statement, [packed])).toEqual([
      expect.stringContaining('is not the file that was built'),
    ])
    expect(verify({ ...statement, subject: [] }, [packed])).toEqual([
      expect.stringContaining('is not named'),
    ])
    expect(verify(statement, [])).toEqual([expect.stringContaining('was not given')])
  })
})
