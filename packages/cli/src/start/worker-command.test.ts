import { expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

it('C8: repertoire worker says in one line that it needs Temporal', async () => {
  const ended = await runCommand(['worker'])
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('A worker gets its turns from Temporal')
})
