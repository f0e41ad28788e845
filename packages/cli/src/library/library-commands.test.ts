import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

describe('the library from the command', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    temp.write('skills/cats/SKILL.md', skillText('feeding-cats', 'Feeds \u001b[2Jcats.'))
    temp.write('skills/plants/SKILL.md', skillText('watering-plants'))
    await run('import', 'skills')
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('lists skills, switches them by slug, and finds those that are off', async () => {
    const off = await run('disable', 'feeding-cats')
    expect([off.code, off.stdout]).toEqual([0, 'feeding-cats is off\n'])
    const listed = await run('list')
    expect(listed.stdout).toMatch(/^off {2}feeding-cats .*\non {3}watering-plants/)
    expect(listed.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect((await run('skills', 'list')).stdout).toBe(listed.stdout)
    const json = await run('list', '--disabled', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ slug: 'feeding-cats', enabled: false })
    const on = JSON.parse((await run('enable', 'feeding-cats', '--json')).stdout)
    expect(on).toMatchObject({ enabled: true, changed: true })
    expect((await run('enable', 'feeding-cats')).stdout).toBe('feeding-cats is already on\n')
  })

  it('changes nothing when one of the names is wrong', async () => {
    const { code, stderr } = await run('disable', 'watering-plants', 'nobody')
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no skill "nobody"')])
    expect((await run('list', '--disabled')).stdout).toBe('')
  })

  it('shows a skill with its text and digest', async () => {
    const { code, stdout } = await run('show', 'watering-plants')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^watering-plants {2}on {2}org {2}revision 1\n/)
    expect(stdout).toMatch(/^digest {3}sha256:[0-9a-f]{64}$/m)
    expect(stdout).toContain('\nDo it.\n')
    const json = JSON.parse((await run('show', 'watering-plants', '--json')).stdout)
    expect(json).toMatchObject({ slug: 'watering-plants', content: expect.any(String) })
  })

  it('says of a skill that is off whether its content was revoked, and why', async () => {
    const { digest } = JSON.parse((await run('show', 'watering-plants', '--json')).stdout)
    const revoked = await run('revocations', 'add', 'watering-plants', '--reason', 'Drowns them.')
    expect(revoked).toMatchObject({ code: 0, stdout: `Revoked ${digest}. Off: watering-plants.\n` })
    const { stdout } = await run('show', 'watering-plants')
    expect(stdout).toMatch(/^watering-plants {2}off /)
    expect(stdout).toMatch(/^revoked {2}Drowns them\.$/m)
    expect((await run('enable', 'watering-plants')).stderr).toContain('revoked')
    expect((await run('revocations')).stdout).toMatch(
      /^sha256:.* {2}critical .*\n {2}Drowns them\.\n$/,
    )
    const found = await run('search', 'watering-plants')
    expect(found.stdout).toMatch(/watering-plants .*\n {5}off: /)
  })

  it('takes a revocation back by digest or skill, and switches nothing on', async () => {
    const back = await run('revocations', 'remove', 'watering-plants', '--json')
    expect(JSON.parse(back.stdout)).toMatchObject({ removed: true })
    const list = await run('revocations')
    expect(list).toMatchObject({ code: 0, stdout: '', stderr: 'No content is revoked.\n' })
    expect((await run('show', 'watering-plants')).stdout).toMatch(/^watering-plants {2}off /)
    expect((await run('enable', 'watering-plants')).code).toBe(0)
    const again = await run('revocations', 'remove', 'watering-plants')
    expect(again.code).toBe(1)
    const wrong = await run('revocations', 'add', 'nobody', '--reason', 'x')
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no skill') })
  })

  it('says which server it is, who one is, and what works', async () => {
    const { code, stdout } = await run('status')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^server +http:\/\/127\.0\.0\.1:\d+, version \d/)
    expect(stdout).toMatch(/^approvals +0 waiting$/m)
    const me = JSON.parse((await run('whoami', '--json')).stdout)
    expect(me).toMatchObject({ role: 'owner', login: null })
    expect((await run('whoami')).stdout).toContain('owner of')
  })
})
