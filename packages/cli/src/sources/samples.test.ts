import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

let temp: TempFolder
let server: StartedServer

beforeAll(async () => {
  temp = createTempFolder()
  server = await startServer(temp, 'data', { REPERTOIRE_SAMPLES: 'on' })
}, 60_000)

afterAll(async () => {
  await server.stop()
  temp.remove()
})

const run = (...args: string[]) => runCommand(args, { env: server.env })

describe('A9: the samples on the command line', { timeout: 120_000 }, () => {
  it('are removed, and restored, as often as asked', async () => {
    const listed = await run('sources')
    expect(listed.stdout).toMatch(/src_samples +ok +Samples +samples/)
    for (const _ of ['once', 'again']) {
      const removed = await run('sources', 'remove', 'Samples', '--yes')
      expect(removed.code).toBe(0)
      expect(removed.stdout).toContain('Undo: repertoire sources restore src_samples')
    }
    expect((await run('search', 'code', 'review')).stdout).not.toContain('sample-code-review')
    for (const _ of ['once', 'again']) {
      expect(await run('sources', 'restore', 'Samples')).toMatchObject({
        ...{ code: 0, stdout: 'Restored “Samples”.\n' },
      })
    }
    expect((await run('search', 'code', 'review')).stdout).toContain('sample-code-review')
  })
})
