import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServer } from '../connection/api.ts'
import {
  createTempFolder,
  runCommand,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

/** Against the real server. */
describe('repertoire login', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  let logins: string
  let url: string

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    logins = join(temp.folder, 'config', 'logins.json')
    url = openServer({}, { env: server.env, cwd: '/' }).place.baseUrl
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  const run = (...args: string[]) => runCommand(args, { env: { REPERTOIRE_LOGINS: logins } })

  /** A person who answers the code that the command shows, on the page. */
  async function answerCode(running: ReturnType<typeof startCommand>, approved: boolean) {
    await running.printed('and confirm the code ')
    const { client } = openServer({}, { env: server.env, cwd: '/' })
    const code = /code ([A-Z]{4}-[A-Z]{4})/.exec(running.output())?.[1] ?? ''
    const { scopes } = await client.session.deviceRequest(code)
    await client.session.answerDeviceRequest(
      code,
      approved ? { approved, scopes } : { approved: false },
    )
    return running.ended
  }

  const startLogin = (...args: string[]) =>
    startCommand(['login', '--url', url, ...args], { env: { REPERTOIRE_LOGINS: logins } })

  it('takes no key from the command line, and says how to give one', async () => {
    const { code, stderr } = await run('login', '--url', url, '--key', 'rep_k')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--with-key')])
    expect(stderr).not.toContain('rep_k')
  })

  it('--link prints a link that signs in once', async () => {
    const { code, stdout, stderr } = await runCommand(['login', '--link'], { env: server.env })
    expect([code, stderr]).toEqual([0, 'It works once, within 30 minutes.\n'])
    const link = new URL(stdout.trim())
    const logIn = () =>
      fetch(new URL('/api/v1/session', link), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.searchParams.get('token') }),
      })
    expect((await logIn()).status).toBe(200)
    expect((await logIn()).status).toBe(401)
  })

  it('keeps the key of a confirmed code by a name, for this account alone, and revokes it', async () => {
    const ended = await answerCode(startLogin('--name', 'team', '--scopes', 'skills.read'), true)
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('Logged in to team')])
    expect(statSync(logins).mode & 0o777).toBe(0o600)
    const me = JSON.parse((await run('whoami', '--json', '--server', 'team')).stdout)
    expect(me).toMatchObject({ login: 'team', permissions: ['skills.read'] })
    expect((await run('login', '--list')).stdout).toBe(`* team  ${url}\n`)
    expect((await run('list')).code).toBe(0)
    const { key } = JSON.parse(readFileSync(logins, 'utf8')).servers[0]
    expect(await run('logout')).toMatchObject({ code: 0, stdout: 'Logged out of team.\n' })
    const after = await run('whoami', '--url', url, '--key', key)
    expect(after.code).toBe(4)
    expect((await run('logout')).code).toBe(2)
  })

  it('keeps nothing when it is refused on the page', async () => {
    const ended = await answerCode(startLogin(), false)
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('It was refused')])
    expect((await run('login', '--list')).stdout).toBe('')
  })

  it('keeps a given key only if the server takes it, and several servers', async () => {
    const { key } = JSON.parse(
      readFileSync(join(server.env.REPERTOIRE_DATA_DIR, 'local.json'), 'utf8'),
    )
    const keep = (name: string, input: string) =>
      runCommand(['login', '--with-key', '--url', url, '--name', name], {
        ...{ input, env: { REPERTOIRE_LOGINS: logins } },
      })
    expect((await keep('a', 'rep_wrong')).code).toBe(4)
    expect((await keep('a', '')).code).toBe(2)
    expect((await keep('local', key)).code).toBe(2)
    for (const name of ['a', 'b']) expect((await keep(name, `${key}\n`)).code).toBe(0)
    await run('login', '--use', 'a')
    expect((await run('login', '--list')).stdout).toBe(`* a  ${url}\n  b  ${url}\n`)
    expect((await run('login', '--use', 'c')).code).toBe(2)
    const forgotten = await run('logout', '--server', 'a')
    expect([forgotten.code, forgotten.stderr]).toEqual([1, expect.stringContaining('not revoked')])
  })

  it('says what to do when the key is refused, and when no server answers', async () => {
    const env = { ...server.env, REPERTOIRE_API_KEY: 'rep_wrong' }
    const { code, stderr } = await runCommand(['login', '--link'], { env })
    expect([code, stderr]).toEqual([4, expect.stringContaining('does not accept this API key')])
    expect((await run('login', '--url', 'http://127.0.0.1:1')).code).toBe(5)
    expect((await run('login')).code).toBe(5)
  })
})
