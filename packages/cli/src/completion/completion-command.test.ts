import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

it('completes commands, the commands below them, and options', async () => {
  const { code, stdout } = await runCommand(['completion', 'bash'])
  expect(code).toBe(0)
  const complete = (...words: string[]) => {
    const line = `COMP_WORDS=(repertoire ${words.join(' ')} '') COMP_CWORD=${words.length + 1}`
    const script = `${stdout}\n${line}; _repertoire; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.split(/\s+/)
  }
  expect(complete()).toEqual(expect.arrayContaining(['ask', 'doctor', 'completion']))
  expect(complete('ask')).toEqual(expect.arrayContaining(['--continue', '--server', '--help']))
  expect(complete('triggers')).toContain('create')
})

it('prints it for zsh and fish, and no other shell', async () => {
  expect((await runCommand(['completion', 'zsh'])).stdout).toContain('bashcompinit')
  const fish = (await runCommand(['completion', 'fish'])).stdout
  expect(fish).toContain("-n '__fish_seen_subcommand_from ask' -l continue")
  expect((await runCommand(['completion', 'tcsh'])).code).toBe(2)
})
