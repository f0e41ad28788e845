import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

describe('the settings of the organisation, on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const settings = (...args: string[]) =>
    runCommand(['settings', ...args], { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp, 'data')
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('are shown, all or some', async () => {
    const all = await settings()
    expect(all.stdout).toMatch(/^minimum_update_age_days +3$/m)
    expect(all.stdout).not.toContain('etag')
    const some = await settings('show', 'web_fetch_enabled', '--json')
    expect(JSON.parse(some.stdout)).toEqual({ web_fetch_enabled: false })
  })

  it('are changed by values and by files', async () => {
    writeFileSync(join(temp.folder, 'policies.md'), 'Be *kind*.\n')
    writeFileSync(join(temp.folder, 'licences.json'), '{"refused": ["AGPL-3.0-only"]}')
    const set = await settings(
      ...['set', 'minimum_update_age_days=7', 'organisation_policies=@policies.md'],
      ...['licence_policy=@licences.json', '--json'],
    )
    expect(JSON.parse(set.stdout)).toMatchObject({
      ...{ minimum_update_age_days: 7, organisation_policies: 'Be *kind*.\n' },
      licence_policy: { refused: ['AGPL-3.0-only'] },
    })
  })

  it.each([
    [['set', 'nothing=1'], 'There is no setting "nothing"'],
    [['show', 'nothing'], 'There is no setting "nothing"'],
    [['set', 'web_fetch_enabled'], 'is no change of a setting'],
    [['set', 'organisation_policies=@absent.md'], 'cannot be read'],
    [['set', 'minimum_update_age_days=-1'], 'expected number to be >=0'],
  ])('say what is wrong with %j', async (args, problem) => {
    const { code, stderr } = await settings(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
  })
})
