import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConnection } from '../connection/connection.ts'
import {
  createTempFolder,
  type RunOptions,
  runCommand,
  type TempFolder,
} from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

/** Against the real server. */
describe('repertoire triggers', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const triggers = (args: readonly string[], options: RunOptions = {}) =>
    runCommand(['triggers', ...args], {
      cwd: temp.folder,
      ...options,
      env: { ...server.env, ...options.env },
    })
  const run = (...args: string[]) => triggers(args)
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await run(...args, '--json')
    expect(stderr).toBe('')
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const webhook = async (name: string) => {
    const [made] = await json('create', name, '--webhook', '--message', 'Look.')
    return { id: made.signal.id as string, secret: made.secret as string }
  }

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('E8: says how to create one when there are none', async () => {
    const { code, stdout, stderr } = await run()
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain('repertoire triggers create')
  })

  it('E8: accepts the old name signals', async () => {
    const renamed = await runCommand(['signals', 'list'], { cwd: temp.folder, env: server.env })
    expect(renamed).toEqual(await run('list'))
  })

  it('E8: a dry run shows a schedule in words with its next times, and creates nothing', async () => {
    const schedule = ['--cron', '0 7 * * 1-5', '--time-zone', 'Asia/Tokyo', '--message', 'New?']
    const env = { TZ: 'America/New_York' }
    const rehearsal = await triggers(['create', 'Rehearsed', ...schedule, '--dry-run'], { env })
    expect([rehearsal.code, rehearsal.stderr]).toEqual([0, 'Nothing was created.\n'])
    expect(rehearsal.stdout).toMatch(
      /^At 07:00, Monday through Friday\nNext times \(America\/New_York\):\n( {2}\d{4}-\d\d-\d\d 1[78]:00\n){5}$/,
    )
    const [rehearsed] = await json('create', 'Rehearsed', ...schedule, '--dry-run')
    expect(rehearsed).toMatchObject({ signal: { name: 'Rehearsed' }, times: { length: 5 } })
    const bad = await run('create', 'Bad', '--cron', 'soon', '--message', 'x', '--dry-run')
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('signal.bad-schedule')])
    expect((await run('list')).stdout).not.toContain('Rehearsed')
  })

  it('E8: next times show their seconds where a schedule fires within a minute', async () => {
    const { stdout } = await run(
      ...['create', 'Often', '--cron', '*/20 * * * * *', '--message', 'New?', '--dry-run'],
    )
    const times = [...stdout.matchAll(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:(?:00|20|40)$/gm)]
    expect(new Set(times.map(([time]) => time)).size).toBe(5)
  })

  it('E8: a schedule accepts every field, shows its next times, and edits only the given fields', async () => {
    temp.write('task.txt', 'What is new?\n')
    const client = asClient(server.env)
    const agent = await client.agents.create({ name: 'Watcher' })
    const [made] = await json(
      ...['create', 'Morning', '--cron', '30 6 1 * *', '--time-zone', 'Europe/Berlin'],
      ...['--missed', 'run-once', '--message-file', 'task.txt', '--agent', 'Watcher'],
      ...['--severity', 'warn', '--asset', 'BTC', '--asset-class', 'crypto_major'],
      ...['--preload', 'watch, report', '--stages', 'discover', '--conversation', 'kept'],
      ...['--per-hour', '7', '--allow-scripts', '--off'],
    )
    const trigger = { kind: 'cron', cron: '30 6 1 * *', time_zone: 'Europe/Berlin' }
    const rest = {
      ...{ agent_id: agent.id, severity: 'warn', conversation: 'kept', most_per_hour: 7 },
      ...{ asset: { symbol: 'BTC', asset_class: 'crypto_major' }, scripts_allowed: true },
      ...{ preload_skills: ['watch', 'report'], suggested_stages: ['discover'] },
    }
    expect(made).toMatchObject({
      secret: null,
      signal: { ...rest, message: 'What is new?\n', trigger: { ...trigger, missed: 'run-once' } },
    })
    const { id } = made.signal
    expect((await json('show', 'Morning'))[0]).toMatchObject({ id, enabled: false, next_at: null })
    expect((await json('enable', 'Morning'))[0]).toMatchObject({ id, enabled: true })
    const shown = await run('show', id)
    expect(shown.stdout).toMatch(/^Morning {2}on\n/)
    expect(shown.stdout).toContain('At 06:30, on day 1 of the month\nNext times (')
    const changed = ['--missed', 'skip', '--asset', 'none', '--name', 'Evening', '--agent', 'none']
    const [after] = await json('edit', id, ...changed)
    expect(after).toMatchObject({
      ...{ ...rest, asset: null, agent_id: null, name: 'Evening' },
      trigger: { ...trigger, missed: 'skip' },
    })
    const table = await run('list')
    expect(table.stdout).toMatch(
      /^Evening +on +30 6 1 \* \* Europe\/Berlin +2\d{3}-.* never +sig_/m,
    )
  })

  it('E8: a webhook’s secret is shown once, and a delivery signed with it starts a turn with a trace', async () => {
    const created = await run('create', 'Shown', '--webhook', '--message', 'Look.')
    expect(created.stdout).toMatch(/\nwhsec_\S+\n$/)
    expect(created.stderr).toContain('not shown again')
    const { secret } = await webhook('Alerts')
    const given = { env: { REPERTOIRE_WEBHOOK_SECRET: secret } }
    const first = await triggers(['deliver', 'Alerts', '--id', 'evt_1', '--json'], given)
    expect([first.code, first.stderr]).toEqual([0, ''])
    const { trace_id, run_id } = JSON.parse(first.stdout)
    const again = ['fire', 'Alerts', '--id', 'evt_1', '--secret-stdin', '--json']
    const second = await triggers(again, { input: `${secret}\n` })
    expect(JSON.parse(second.stdout)).toMatchObject({ trace_id, run_id })
    const third = await triggers(['deliver', 'Alerts', '--body-file', '-'], {
      ...given,
      input: '{"severity":"critical"}',
    })
    expect(third.stdout).toMatch(/^Accepted: a turn was started, trace [0-9a-f]{32}\n$/)
    const firings = await json('firings', 'Alerts')
    expect(firings).toMatchObject([{ outcome: 'started' }, { trace_id, key: 'key:evt_1' }])
    const lines = await run('firings', 'Alerts', '--limit', '1')
    expect(lines.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}\w+ +trace [0-9a-f]{32}\n$/)
    expect((await run('show', 'Alerts')).stdout).not.toContain('whsec_')
  })

  it('E8: a rejected delivery exits with 1, an unsigned one with 2; the secret is never printed', async () => {
    const { secret } = await webhook('Refusing')
    const wrong = 'whsec_d3Jvbmc='
    const forged = await triggers(['deliver', 'Refusing'], {
      env: { REPERTOIRE_WEBHOOK_SECRET: wrong },
    })
    expect([forged.code, forged.stdout]).toEqual([1, ''])
    expect(forged.stderr).toContain('signal.bad-signature')
    const none = await run('deliver', 'Refusing')
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('REPERTOIRE_WEBHOOK_SECRET'),
    ])
    const useless = await triggers(['deliver', 'Refusing', '--secret-stdin'], {
      input: 'not one\n',
    })
    expect([useless.code, useless.stderr]).toEqual([
      2,
      expect.stringContaining('begins with whsec_'),
    ])
    expect((await run('deliver', 'Refusing', '--secret', secret)).code).toBe(2)
    expect((await run('disable', 'Refusing')).code).toBe(0)
    const off = await triggers(['deliver', 'Refusing'], {
      env: { REPERTOIRE_WEBHOOK_SECRET: secret },
    })
    expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('signal.disabled')])
    expect((await run('firings', 'Refusing')).stderr).toContain('audit log: signal-refused')
    for (const { stdout, stderr } of [forged, useless, off]) {
      for (const one of [secret, wrong, 'not one']) expect(stdout + stderr).not.toContain(one)
    }
  })

  it('E8: rotating a secret invalidates the old one', async () => {
    const { id, secret } = await webhook('Rotated')
    const [renewed] = await json('rotate', 'Rotated')
    expect(renewed).toEqual({ id, secret: expect.stringMatching(/^whsec_/) })
    const deliver = (one: string) =>
      triggers(['deliver', id], { env: { REPERTOIRE_WEBHOOK_SECRET: one } })
    expect((await deliver(secret)).code).toBe(1)
    expect((await deliver(renewed.secret)).code).toBe(0)
  })

  it('E8: deleting needs a confirmation', async () => {
    await webhook('Doomed')
    const asked = await run('delete', 'Doomed')
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect((await run('show', 'Doomed')).code).toBe(0)
    expect(await run('delete', 'Doomed', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Deleted “Doomed”.\n',
    })
    const gone = await run('show', 'Doomed')
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('no trigger "Doomed"')])
  })

  it('E8: a schedule is run now, not delivered to', async () => {
    await json('create', 'Runnable', '--cron', '0 0 1 1 *', '--message', 'Go.')
    expect((await json('run', 'Runnable'))[0]).toMatchObject({ outcome: 'started' })
    const delivered = await run('deliver', 'Runnable')
    expect([delivered.code, delivered.stderr]).toEqual([2, expect.stringContaining('triggers run')])
    expect((await run('disable', 'Runnable')).code).toBe(0)
    const off = await run('run', 'Runnable')
    expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('signal.disabled')])
  })

  it('E8: an owner lists everyone’s by person and state and stops one; a member does not', async () => {
    const scopes = ['conversations.use' as const, 'skills.read' as const]
    const member = await joinMember(connectionOf(server.env), { name: 'Bo\u001b[2J', scopes })
    const { key } = member
    const hers = { env: { REPERTOIRE_API_KEY: key } }
    const create = ['create', 'Hers', '--cron', '0 9 * * *', '--message', 'PRIVATE', '--json']
    const { id } = JSON.parse((await triggers(create, hers)).stdout).signal
    const listed = await run('list', '--everybody')
    expect(listed.stdout).toMatch(/^Hers +Bo\\u\{1b\}\[2J +on /m)
    const [one, ...others] = await json('list', '--owner', member.id, '--state', 'on')
    expect([one.id, one.message, others]).toEqual([id, null, []])
    const stopped = await run('disable', id)
    expect([stopped.code, stopped.stdout]).toEqual([0, expect.stringContaining('Hers  stopped')])
    expect(stopped.stdout).not.toContain('PRIVATE')
    const off = await json('list', '--owner', member.id, '--state', 'off')
    expect(off).toMatchObject([{ id, enabled: false }])
    const refused = await triggers(['list', '--everybody'], hers)
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('signal.administrators-only')
    expect((await run('edit', id, '--severity', 'warn')).stderr).toContain('signal.not-found')
  })

  it('A8: to another member a trigger id behaves, in every command, as if it never existed', async () => {
    const { id } = await webhook('Guarded')
    const { key } = await joinMember(connectionOf(server.env), {
      name: 'Cy',
      scopes: ['conversations.use'],
    })
    const his = { env: { REPERTOIRE_API_KEY: key } }
    const resultOf = async (asked: string, [command = '', ...options]: readonly string[]) => {
      const { code, stdout, stderr } = await triggers([command, asked, ...options], his)
      return { command, code, stdout, stderr: stderr.replaceAll(asked, '<id>') }
    }
    const none = await resultOf('sig_0123456789abcdef', ['show'])
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('There is no trigger')
    for (const command of ['show', 'disable', 'delete', 'rotate', 'run']) {
      const options = command === 'delete' ? ['--yes'] : []
      expect(await resultOf(id, [command, ...options])).toEqual({ ...none, command })
    }
    expect((await json('show', id))[0]).toMatchObject({ enabled: true, severity: 'info' })
  }, 180_000)

  it('E8: an ambiguous name needs the id', async () => {
    const one = await webhook('Twin')
    await webhook('Twin')
    const unsure = await run('show', 'Twin')
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining(one.id)])
    expect((await run('show', one.id)).code).toBe(0)
  })

  it.each([
    [['create', 'X', '--message', 'x']],
    [['create', 'X', '--webhook', '--cron', '* * * * *', '--message', 'x']],
    [['create', 'X', '--webhook', '--missed', 'skip', '--message', 'x']],
    [['create', 'X', '--webhook']],
    [['create', 'X', '--webhook', '--message', 'x', '--asset', 'BTC']],
    [['create', 'X', '--webhook', '--message', 'x', '--agent', 'nobody']],
    [['create', 'X', '--webhook', '--message-file', 'nowhere']],
    [['create', 'X', '--webhook', '--message', 'x', '--per-hour', '0']],
    [['create', 'X', '--cron', '* * * * *', '--missed', 'all', '--message', 'x']],
    [['list', '--state', 'half']],
    [['firings']],
    [['remake']],
  ])('reports wrong usage and exits with 2: %j', async (args) => {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
    expect((await run('list')).stdout).not.toMatch(/^X /m)
  })
})

function asClient(env: Readonly<Record<string, string>>): RepertoireClient {
  return new RepertoireClient(connectionOf(env))
}

function connectionOf(env: Readonly<Record<string, string>>) {
  return findConnection({}, { env, cwd: '/' })
}
