import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

/** Against the real server, whose samples are a source. */
describe('A10: repertoire sources ignore and watch', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp, 'data', { REPERTOIRE_SAMPLES: 'on' })
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('A10: a skill is ignored, listed with its reason, and watched again', async () => {
    const [source] = (await run('sources', '--json')).stdout.trim().split('\n')
    const { id } = JSON.parse(source ?? '{}')
    await run('sources', 'sync', id)
    const status = JSON.parse((await run('sources', 'status', id, '--json')).stdout)
    const { path } = status.items[0]
    const ignored = await run('sources', 'ignore', id, path, '--reason', 'Not for us.')
    expect(ignored.code).toBe(0)
    const listed = await run('sources', 'ignore', id)
    expect(listed.stdout).toContain(`${path}  all versions`)
    expect(listed.stdout).toContain('Not for us.')
    const watched = await run('sources', 'watch', id, path, '--json')
    expect(JSON.parse(watched.stdout)).toEqual({ ids: [expect.any(String)], removed: true })
    expect((await run('sources', 'ignore', id)).stderr).toContain('Nothing of this source')
    expect((await run('sources', 'watch', id, path)).code).toBe(1)
  })
})
