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

  it('5: it sends requests on to another host: that is named, and gets no key and no request', async () => {
    const other = await startFakeServer((_, response) => sendJson(response, 200, { items: [] }))
    server = await startFakeServer(({ url }, response) => {
      response.writeHead(307, { location: `${other.url}${url}` }).end()
    })
    for (const args of [
      ['list'],
      ['settings', 'set', 'search_log=true'],
      ['login', '--with-key'],
    ]) {
      const given = args[0] === 'login' ? [] : ['--key', 'rep_k']
      const env = { REPERTOIRE_LOGINS: '/nowhere/logins.json' }
      const to = ['--url', server.url, ...given]
      const { code, stderr } = await runCommand([...args, ...to], { input: 'rep_k', env })
      expect([code, stderr]).toEqual([
        5,
        expect.stringContaining(`${server.url} sends requests on to ${other.url}/api/v1/`),
      ])
    }
    expect(other.received).toEqual([])
    other.close()
  })

  it('a redirect within the server is followed, with the key', async () => {
    server = await startFakeServer(({ url }, response) => {
      if (url.startsWith('/moved')) return sendJson(response, 200, { items: [], next_cursor: null })
      response.writeHead(302, { location: `/moved${url}` }).end()
    })
    expect(await run(server.url, 'list')).toMatchObject({ code: 0, stderr: 'No skills.\n' })
    expect(server.received.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill('Bearer rep_k'),
    )
  })

  it('5: a server that redirects without an end', async () => {
    server = await startFakeServer(({ url }, response) => {
      response.writeHead(302, { location: url }).end()
    })
    const { code, stderr } = await run(server.url, 'list')
    expect([code, stderr]).toEqual([5, expect.stringContaining('sends requests on to')])
  })

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
