import { expect, it } from 'vitest'
import { createTempFolder, runCommand } from '../testing/run-command.ts'

it('writes a first skill that passes every check, and overwrites nothing', async () => {
  const temp = createTempFolder()
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder })
  const { code, stdout } = await run('init', 'weekly-report')
  expect([code, stdout]).toEqual([0, 'weekly-report/SKILL.md\nweekly-report/evals/triggers.yaml\n'])
  const checked = await run('check', '.', '--strict', '--profile', 'spec')
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1') })
  expect((await run('init', 'weekly-report')).code).toBe(2)
  expect((await run('init', 'Not A Name')).code).toBe(2)
  expect((await run('init', 'x', '--licence', 'a: b')).code).toBe(2)
  temp.write('file', '')
  expect((await run('init', 'file/skill')).stderr).toContain('Cannot write')
  temp.remove()
}, 60_000)
