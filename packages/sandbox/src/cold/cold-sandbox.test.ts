import { expect, it } from 'vitest'
import type { ExecutionRequest } from '../execution/execution.ts'
import { type ColdBackend, ColdSandbox } from './cold-sandbox.ts'

it('C5: a folder that cannot be removed does not keep its slot', async () => {
  let begun = 0
  const backend: ColdBackend = {
    // No file system allows such a name, so removal fails.
    ...{ name: 'cold', baseFolder: '/no\0where', reason: '' },
    runtimes: async () => [],
    assertRunnable: () => undefined,
    begin: () => {
      begun += 1
      return { execute: () => Promise.reject(new Error('it ran')), kill: () => undefined }
    },
  }
  const sandbox = new ColdSandbox(backend, { concurrency: 1, queueLimit: 9 })
  const request = { queueKey: 'org_1' } as ExecutionRequest
  for (let n = 1; n <= 3; n += 1) {
    await expect(sandbox.execute(request)).rejects.toThrow()
    expect(begun).toBe(n)
    expect(await sandbox.health()).toMatchObject({ running: 0, queued: 0 })
  }
})
