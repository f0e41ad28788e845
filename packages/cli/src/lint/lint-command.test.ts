import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'

const shared = join(import.meta.dirname, '../../../../../shared/data')

let temp: TempFolder
beforeEach(() => {
  temp = createTempFolder()
})
afterEach(() => temp.remove())

const lint = (...args: string[]) => runCommand(['lint', ...args], { cwd: temp.folder })

function objects(stdout: string) {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('repertoire lint', () => {
  it('D7: warns of entries of allowed-tools that cannot be decided, and says what to write', async () => {
    const tools = 'allowed-tools:\n  - Bash(git:*)\n  - Bash(git*)\n'
    temp.write('a/SKILL.md', `---\nname: a\ndescription: d\n${tools}---\nbody\n`)
    const { code, stdout } = await lint('.')
    expect(code).toBe(0)
    expect(stdout).toContain('a/SKILL.md:6:5 warning The pattern of "Bash(git*)" cannot be decided')
    expect(stdout).toContain('[allowed-tools.undecided]')
    expect(stdout).toContain('fix: Write Bash(git:*).')
    expect(stdout).not.toContain('a/SKILL.md:5')
  })

  it('prints exactly one object of the documented fields per file with --json', async () => {
    temp.write('good/SKILL.md', skillText('good'))
    temp.write('mended/SKILL.md', '---\nname: mended\ndescription: one: two\n---\nbody\n')
    const ended = await lint('--json', '.')
    expect(ended.code).toBe(0)
    const [good, mended, ...rest] = objects(ended.stdout)
    expect(rest).toEqual([])
    expect(good).toEqual({
      path: 'good/SKILL.md',
      ok: true,
      name: 'good',
      repaired: false,
      diagnostics: [],
    })
    expect(mended).toMatchObject({ path: 'mended/SKILL.md', ok: true, repaired: true })
    for (const diagnostic of mended.diagnostics) {
      const fields = ['code', 'column', 'line', 'message', 'severity']
      expect(Object.keys(diagnostic).toSorted()).toEqual(fields)
    }
    expect(mended.diagnostics[0]).toMatchObject({ line: 3, severity: 'warning' })
  })

  it('exits with 1 when a file is rejected, and checks the others', async () => {
    temp.write('a/SKILL.md', new Uint8Array([0xff, 0xfe, 0x00]))
    temp.write('b/SKILL.md', skillText('b'))
    const ended = await lint('--json', 'a', 'b')
    expect(ended.code).toBe(1)
    expect(objects(ended.stdout).map(({ path, ok }) => [path, ok])).toEqual([
      ['a/SKILL.md', false],
      ['b/SKILL.md', true],
    ])
  })

  it('checks a strict profile if given', async () => {
    temp.write('mine/SKILL.md', `${skillText('Mine').replace('---\n#', 'colour: red\n---\n#')}`)
    expect((await lint('mine')).code).toBe(0)
    const strict = await lint('--profile', 'spec', 'mine')
    expect(strict.code).toBe(1)
    expect(strict.stdout).toMatch(/^mine\/SKILL\.md:\d+:\d+ error .*\[name\.uppercase\]$/m)
    expect(strict.stdout.trimEnd().split('\n').at(-1)).toBe('0 ok, 0 repaired, 1 refused')
  })

  it('sanitizes text of files for the terminal', async () => {
    const name = '"\\e]0;owned\\a \\e[2J\u202e"'
    temp.write('x/SKILL.md', `---\nname: ${name}\ndescription: d\n---\n`)
    for (const args of [
      ['--profile', 'spec', 'x'],
      ['--json', 'x'],
    ]) {
      const { stdout, stderr } = await lint(...args)
      expect(stdout + stderr).not.toMatch(/[\u202a-\u202e]/)
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      expect(stdout).toContain('owned')
    }
  })

  it('uses no colour in a pipe', async () => {
    temp.write('x/SKILL.md', '---\nname: X\n---\n')
    const piped = await lint('x')
    expect(piped.stdout).not.toContain('\u001b')
    const forced = await runCommand(['lint', 'x'], {
      cwd: temp.folder,
      env: { FORCE_COLOR: '1', NO_COLOR: '' },
    })
    expect(forced.stdout).toContain('\u001b[')
  })

  it('exits with 2 for a missing path, an unknown profile and no path at all', async () => {
    temp.write('empty/data.csv', 'a,b')
    const wrong = [['missing'], ['empty'], ['--profile', 'nobodys', '.'], []]
    for (const args of wrong) {
      const ended = await lint(...args)
      expect([ended.code, ended.stdout]).toEqual([2, ''])
      expect(ended.stderr).not.toBe('')
    }
  })

  it('shows examples in --help', async () => {
    const ended = await lint('--help')
    expect(ended.code).toBe(0)
    expect(ended.stdout).toContain('repertoire lint --profile spec')
  })

  it.skipIf(!existsSync(shared))('reads every real skill of shared/data', async () => {
    const { code, stderr } = await lint(join(shared, 'skills'), '--json')
    expect([code, stderr.trim()]).toEqual([0, '244 ok, 0 repaired, 0 refused'])
  })

  it.skipIf(!existsSync(shared))(
    'repairs or rejects each malformed file of shared/data, with position and reason',
    async () => {
      const files = readdirSync(join(shared, 'malformed')).filter((name) => name.endsWith('.md'))
      const { stdout } = await lint('--json', join(shared, 'malformed'))
      const results = objects(stdout)
      expect(results).toHaveLength(files.length)
      for (const { path, ok, repaired, diagnostics } of results) {
        expect(!ok || repaired, path).toBe(true)
        expect(diagnostics.length, path).toBeGreaterThan(0)
      }
    },
  )
})
