import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGitLookup } from './find-git.ts'

describe('A9: the git of the system', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repertoire-find-git-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function install(version: string): string {
    const program = join(folder, 'git')
    writeFileSync(program, `#!/bin/sh\necho 'git version ${version}'\n`)
    chmodSync(program, 0o755)
    return program
  }

  it('is found when it is installed while the server runs', async () => {
    const find = createGitLookup(join(folder, 'git'))
    expect(await find()).toBeNull()
    const program = install('2.39.5')
    expect(await find()).toBe(program)
  })

  it('is not taken when it is too old or says something else', async () => {
    for (const version of ['2.29.9', '1.99', 'unknown']) {
      expect([version, await createGitLookup(install(version))()]).toEqual([version, null])
    }
  })
})
