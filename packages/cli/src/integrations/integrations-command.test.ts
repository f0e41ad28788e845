import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTempFolder,
  type RunningCommand,
  runCommand,
  skillText,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'

/** Against the real server, which is restarted in between. */
describe('repertoire integrations', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: RunningCommand
  let env: Record<string, string>
  const run = (...args: string[]) =>
    runCommand(['integrations', ...args], { cwd: temp.folder, env })
  const start = async () => {
    const data = join(temp.folder, 'data')
    env = { REPERTOIRE_DATA_DIR: data }
    mkdirSync(join(temp.folder, 'mine'), { recursive: true })
    const flags = ['--port', '0', '--data', data, '--integrations', 'mine']
    server = startCommand(['start', ...flags], { cwd: temp.folder })
    await server.printed('Repertoire is at http')
  }
  const stop = async () => {
    server.process.kill('SIGTERM')
    await server.ended
  }
  const write = (version: string, text: string) => {
    temp.write('mine/tracker/manifest.yaml', `name: Tracker\nversion: ${version}\n`)
    temp.write('mine/tracker/skills/report/SKILL.md', skillText('report', text))
  }

  beforeAll(async () => {
    temp = createTempFolder()
    await start()
  }, 120_000)
  afterAll(async () => {
    await stop()
    temp.remove()
  })

  it('says where to put them when there are none', async () => {
    const { code, stdout, stderr } = await run()
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`Put them into ${join(temp.folder, 'mine')}`)
  })

  it('D8: lists, sets up, updates and removes, and exits with 1 when a skill is skipped', async () => {
    write('1', 'First.')
    temp.write('mine/tracker/skills/bad/SKILL.md', '---\nname: x\n---\n\0')
    const listed = await run('list')
    expect(listed.code).toBe(1)
    expect(listed.stdout).toMatch(
      /tracker 1 {2}not set up\n {2}bad {2}broken .*\n {2}report {2}First\./,
    )

    const first = await run('setup', 'tracker')
    expect(first.code).toBe(1)
    expect(first.stdout).toMatch(/^broken {4}bad {2}.*\ncreated {3}report\n$/)
    temp.write('mine/tracker/skills/bad/SKILL.md', skillText('bad'))
    write('2', 'Second.')
    const update = await run('list')
    expect(update.stdout).toContain('set up for everyone, at 1: set it up again to update')
    const second = await run('setup', 'tracker', '--json')
    expect(second.code).toBe(0)
    expect(
      second.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { folder: 'bad', status: 'created', problem: null },
      { folder: 'report', status: 'updated', slug: 'report' },
    ])

    const removed = await run('remove', 'tracker')
    expect([removed.code, removed.stdout]).toEqual([0, 'removed   bad\nremoved   report\n'])
    const again = await run('remove', 'tracker')
    expect([again.code, again.stdout]).toEqual([1, ''])
    expect(again.stderr).toContain('integration.not-set-up')
  })

  it('D8: a server started with a newer version has updated it', async () => {
    write('3', 'Third.')
    expect((await run('setup', 'tracker', '--scope', 'user')).code).toBe(0)
    await stop()
    write('4', 'Fourth.')
    await start()
    const { stdout } = await run('list', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      version: '4',
      entries: [{ scope: 'user', version: '4', update_available: false }],
    })
    const found = await runCommand(['search', 'fourth', '--json'], { cwd: temp.folder, env })
    expect(JSON.parse(found.stdout)).toMatchObject({ slug: 'report', description: 'Fourth.' })
  })

  it('text of an integration is sanitized for the terminal', async () => {
    mkdirSync(join(temp.folder, 'mine/evil\u001b[2J'))
    const { stdout } = await run()
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('evil\\u{1b}[2J')
  })

  it.each([[['setup']], [['setup', 'tracker', '--scope', 'all']], [['remake']], [['remove']]])(
    'reports wrong usage and exits with 2: %j',
    async (args) => {
      const { code, stdout, stderr } = await run(...args)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).not.toBe('')
    },
  )
})
