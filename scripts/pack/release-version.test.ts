import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../proof/paths.ts'
import { changesetCommand } from './changeset-command.ts'
import { changelogOfVersion, changesOf, listChanges } from './release-version.ts'

describe('the change log of a release', () => {
  it('has its changes as a list, before those of older ones', () => {
    const changes = listChanges(['New.\nIn two lines.', '- A.\n- B.'])
    const first = changelogOfVersion(
      '# Changes\n\nNewest first.\n',
      '0.1.0 · 2026-01-01',
      '- First.',
    )
    const after = changelogOfVersion(first, '0.2.0 · 2026-02-03', changes)
    expect(after).toBe(
      '# Changes\n\nNewest first.\n\n## 0.2.0 · 2026-02-03\n\n- New.\n  In two lines.\n- A.\n- B.\n\n## 0.1.0 · 2026-01-01\n\n- First.\n',
    )
    expect([changesOf(after, '0.1.0'), changesOf(after, '0.3.0')]).toEqual(['- First.', ''])
  })
})

describe('changesets, offline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-changesets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder })
  const changeset = (...args: string[]) => {
    const [program, ...first] = changesetCommand
    const { status, stdout, stderr } = spawnSync(program, [...first, ...args], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
    return { status, said: stdout + stderr }
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const versionOf = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

  /** The manifests and the settings of this repository, without its sources. */
  beforeAll(() => {
    const tracked = ['*package.json', 'package-lock.json', '.changeset/config.json']
    const files = execFileSync('git', ['ls-files', ...tracked], { cwd: root, encoding: 'utf8' })
    for (const path of files.trim().split('\n')) cpSync(join(root, path), join(folder, path))
    git('init', '--quiet', '--initial-branch', 'main')
    git('add', '.')
    git('commit', '--quiet', '--message', 'start')
    git('switch', '--quiet', '--create', 'change')
  })

  it('a change of a package’s sources needs one; tests alone need none', () => {
    write('packages/core/src/a.test.ts', '')
    git('add', '.')
    git('commit', '--quiet', '--message', 'test')
    expect(changeset('status')).toMatchObject({ status: 0 })
    write('packages/core/src/a.ts', '')
    git('add', '.')
    git('commit', '--quiet', '--message', 'change')
    expect(changeset('status')).toMatchObject({
      status: 1,
      said: expect.stringContaining('no changesets were found'),
    })
    write('.changeset/new.md', '---\n"@repertoire/core": minor\n---\n\nIt is new.\n')
    git('add', '.')
    git('commit', '--quiet', '--message', 'say so')
    expect(changeset('status')).toMatchObject({ status: 0 })
  })

  it('gives all packages one version, in which they need each other', () => {
    expect(changeset('version')).toMatchObject({ status: 0 })
    for (const name of ['core', 'server', 'console', 'repertoire']) {
      const { version, dependencies } = versionOf(`packages/${name}/package.json`)
      expect(version).toBe('0.2.0')
      for (const [needed, range] of Object.entries(dependencies ?? {})) {
        if (needed.startsWith('@repertoire/')) expect([needed, range]).toEqual([needed, '0.2.0'])
      }
    }
  })
})
