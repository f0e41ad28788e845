import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'

const root = join(import.meta.dirname, '../../../..')

describe('repertoire reference', () => {
  let temp: TempFolder
  const run = (...args: string[]) => runCommand(['reference', ...args], { cwd: temp.folder })

  beforeAll(() => {
    temp = createTempFolder()
    temp.write(
      'lib/swap/SKILL.md',
      [
        ...['---', 'name: swap', 'description: Swaps <b>tokens</b> | [click](http://x) `now`'],
        ...['license: MIT', 'tags: [fx]', 'routing: {keywords: [buy], priority: 5}'],
        ...['conditions: {requires_env: [SWAP_KEY]}', '---', 'Body.'],
      ].join('\n'),
    )
    temp.write('lib/swap/scripts/run.py', 'print(1)')
    temp.write('lib/swap/evals/triggers.yaml', 'must_surface: [a, b]\nmust_not_surface: [c]\n')
    temp.write('lib/other/SKILL.md', '---\nname: other\ndescription: Another.\n---\nBody.')
  })
  afterAll(() => temp.remove())

  it('E11: lists the fields of every skill, as text and never as markup', async () => {
    const { code, stdout } = await run('lib')
    expect(code).toBe(0)
    expect(stdout.indexOf('## other')).toBeLessThan(stdout.indexOf('## swap'))
    expect(stdout).toContain('| [swap](lib/swap/SKILL.md) | Swaps &lt;b&gt;tokens&lt;/b&gt; \\|')
    expect(stdout).not.toMatch(/<b>|(?<!\\)\[click|(?<!\\)`now/)
    for (const fact of [
      '- **Tags**: fx',
      '- **Licence**: MIT',
      '- **Priority**: 5',
      '- **Keywords**: buy',
      '- **Required settings**: <code>SWAP\\_KEY</code>',
      '- **Scripts**: <code>scripts/run.py</code>',
      '- **Trigger tests**: 2 must, 1 must not',
    ]) {
      expect(stdout.split('\n')).toContain(fact)
    }
  })

  it('E11: writes a page, and reports when it is outdated', async () => {
    expect((await run('lib', '--output', 'page.md')).code).toBe(0)
    expect((await run('lib', '--output', 'page.md', '--check')).code).toBe(0)
    temp.write('lib/other/SKILL.md', '---\nname: other\ndescription: Changed.\n---\nBody.')
    const { code, stderr } = await run('lib', '--output', 'page.md', '--check')
    expect([code, stderr]).toEqual([1, expect.stringContaining('page.md is outdated')])
    expect((await run('nowhere')).code).toBe(2)
    expect((await run('lib', '--check')).code).toBe(2)
  })

  it('E11: docs/reference/skills.md is current for the shipped skills', async () => {
    const args = ['reference', 'skills', '--output', 'docs/reference/skills.md', '--check']
    const { code, stderr } = await runCommand(args, { cwd: root })
    expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(join(root, 'docs/reference/skills.md'), 'utf8')).toContain('## code-review')
  })
})
