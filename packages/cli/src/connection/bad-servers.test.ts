import { afterEach, describe, expect, it } from 'vitest'
import { type FakeServer, problem, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { createTempFolder, runCommand } from '../testing/run-command.ts'

let server: FakeServer | undefined
afterEach(() => server?.close())

const me = {
  organisation: { id: 'o', name: 'Acme' },
  member: { id: 'u', name: 'Ada', role: 'owner' },
  permissions: [],
  model: { label: 'm', demo: true },
}

const run = (url: string, ...args: string[]) =>
  runCommand([...args, '--url', url, '--key', 'rep_k'])

describe('each failure of a server is one sentence and an exit code', () => {
  it('5: nothing listens', async () => {
    const { code, stderr } = await run('http://127.0.0.1:1', 'list')
    expect([code, stderr]).toEqual([5, expect.stringContaining('No server responds')])
  })

  it.each([200, 502])('5: a proxy answers with a page (%i)', async (status) => {
    server = await startFakeServer((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
    })
    const { code, stderr } = await run(server.url, 'list')
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('Something other than Repertoire answers'),
    ])
  })

  it.each(['list', 'status', 'whoami'])(
    '5: another program answers %s in JSON',
    async (command) => {
      server = await startFakeServer((_, response) =>
        sendJson(response, 200, { items: [{ x: 1 }] }),
      )
      const { code, stderr } = await run(server.url, command)
      expect([code, stderr]).toEqual([
        5,
        expect.stringMatching(/^Something other than Repertoire answers at .*\n.*\n$/),
      ])
    },
  )

  it('4: the key is wrong', async () => {
    server = await startFakeServer((_, response) => {
      sendJson(response, 401, problem(401, 'auth.invalid', 'Unknown key.'))
    })
    const { code, stderr } = await run(server.url, 'whoami')
    expect([code, stderr]).toEqual([4, expect.stringContaining('does not accept this API key')])
  })

  it.each([
    ['9.0.0', 6, 'newer than this command'],
    ['0.1.7', 5, ''],
  ])('6: the server is newer (%s)', async (version, expected, text) => {
    server = await startFakeServer(({ url }, response) => {
      if (url === '/api/v1/me') sendJson(response, 200, { ...me, version })
      else if (text === '') response.end('<html>')
      else sendJson(response, 404, problem(404, 'request.unknown-path', 'No such path.'))
    })
    const { code, stderr } = await run(server.url, 'list')
    expect([code, stderr]).toEqual([expected, expect.stringContaining(text)])
  })

  it('2 and 4: the file of logins is broken, the login expired, or unknown', async () => {
    const temp = createTempFolder()
    const logins = (text: string, ...args: string[]) => {
      const env = { REPERTOIRE_LOGINS: temp.write('logins.json', text) }
      return runCommand(['whoami', ...args], { env })
    }
    const broken = await logins('{"current": 3')
    expect([broken.code, broken.stderr]).toEqual([
      2,
      expect.stringContaining('not a file of logins'),
    ])
    const login = { name: 'team', url: 'http://127.0.0.1:1', key: 'rep_k', keyId: null }
    const servers = [{ ...login, expiresAt: '2020-01-01T00:00:00Z' }]
    const expired = await logins(JSON.stringify({ current: 'team', servers }))
    expect([expired.code, expired.stderr]).toEqual([4, expect.stringContaining('expired on 2020')])
    const unknown = await logins(JSON.stringify({ current: null, servers }), '--server', 'x')
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no login named "x"'),
    ])
    temp.remove()
  })

  it('never sends the key of a login to another address', async () => {
    const temp = createTempFolder()
    const login = {
      name: 'team',
      url: 'http://127.0.0.1:1',
      key: 'k',
      keyId: null,
      expiresAt: null,
    }
    const text = JSON.stringify({ current: 'team', servers: [login] })
    const env = { REPERTOIRE_LOGINS: temp.write('logins.json', text) }
    const ended = await runCommand(['whoami', '--url', 'http://127.0.0.1:2'], { env })
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('No API key')])
    temp.remove()
  })
})
