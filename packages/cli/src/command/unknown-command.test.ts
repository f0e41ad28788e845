import { describe, expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

describe('a mistyped command of a group', () => {
  it.each([
    [['inbox', 'aprove', 'arr_1', '--digest', 'abc'], 'approve'],
    [['sources', 'aad', 'acme/runbooks'], 'add'],
    [['models', 'lst'], 'list'],
    [['audit', 'verfy'], 'verify'],
  ])('%j is called unknown, and the command that is meant is named', async (args, meant) => {
    const { code, stderr } = await runCommand(args)
    expect(stderr).toBe(`error: unknown command '${args[1]}'\n(Did you mean ${meant}?)\n`)
    expect(code).toBe(2)
  })

  it('without one like it there is no guess', async () => {
    const { stderr } = await runCommand(['collections', 'xyzzy'])
    expect(stderr).toBe("error: unknown command 'xyzzy'\n")
  })
})

it.each([
  [['inbox', '--kind', 'update']],
  [['arrivals', 'accept', 'arr_1', '--yes']],
  [['settings', 'licence_policy']],
  [['sources', 'sync', 'acme/runbooks']],
])('%j reaches its command, which looks for a server', async (args) => {
  const { code, stderr } = await runCommand(args)
  expect([code, stderr]).toEqual([5, expect.stringContaining('No server is configured')])
})
