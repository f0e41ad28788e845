import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { findProxy, type RealProxy, startProxy } from './testing/start-proxy.ts'

const ownerKey = 'rep_Q7w2e9R4t6_zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR1eW3qL5x'

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Address of this machine that the client has. */
  readonly from?: string
}

describe.each([['nginx'], ['caddy']] as const)('behind a real %s with TLS', (kind) => {
  const program = findProxy(kind)
  const host = 'repertoire.example'

  describe.skipIf(!program)(`${kind}, with the settings of the documentation`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'repertoire-proxy-'))
    let server: ServerProcess
    let proxy: RealProxy

    beforeAll(async () => {
      server = await startServerProcess(join(folder, 'data'), {
        ...{ REPERTOIRE_TRUST_PROXY: '127.0.0.1', REPERTOIRE_ALLOWED_HOSTS: host },
        ...{ REPERTOIRE_BOOTSTRAP_KEY: ownerKey, SANDBOX_BACKEND: 'off', LOG_LEVEL: 'debug' },
      })
      const upstream = new URL(server.url).host
      proxy = await startProxy({ kind, program: program ?? '', folder, upstream })
    })
    afterAll(async () => {
      await proxy?.stop()
      await server?.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })

    function send(path: string, sent: Sent = {}): Promise<IncomingMessage> {
      const { method = sent.body === undefined ? 'GET' : 'POST', from = '127.0.0.9' } = sent
      const headers = {
        ...{ host: `${host}:${proxy.port}`, 'sec-fetch-site': 'same-origin' },
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      }
      const { port, certificate: ca } = proxy
      const to = { host: '127.0.0.1', port, ca, servername: host, localAddress: from }
      return new Promise((resolve, reject) => {
        const sending = request({ ...to, path, method, headers, agent: false }, resolve)
        sending.on('error', reject)
        sending.end(sent.body === undefined ? undefined : JSON.stringify(sent.body))
      })
    }

    const logIn = (api_key: string, sent: Sent = {}) =>
      send('/api/v1/session', { ...sent, body: { api_key } })
    const key = { authorization: `Bearer ${ownerKey}` }
    const json = async (answer: IncomingMessage) => JSON.parse(await text(answer))

    it('a login works, with a cookie of this host alone, and every answer has HSTS', async () => {
      const answer = await logIn(ownerKey)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
      const [cookie = ''] = answer.headers['set-cookie'] ?? []
      expect(cookie).toMatch(/^__Host-repertoire_session=.*; Secure$/)
      const headers = { cookie: cookie.split(';')[0] ?? '' }
      expect((await send('/api/v1/me', { headers })).statusCode).toBe(200)
      const origin = { ...headers, 'sec-fetch-site': 'cross-site' }
      const crossing = await send('/api/v1/conversations', { headers: origin, body: {} })
      expect(crossing.statusCode).toBe(403)
    })

    it('an old browser’s Origin counts with the external host, port and scheme', async () => {
      const [cookie = ''] = (await logIn(ownerKey)).headers['set-cookie'] ?? []
      const change = async (origin: string) => {
        const headers = { cookie: cookie.split(';')[0] ?? '', origin }
        const { port, certificate: ca } = proxy
        const to = { host: '127.0.0.1', port, ca, servername: host, agent: false }
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          const all = { ...headers, host: `${host}:${port}`, 'content-type': 'application/json' }
          const path = '/api/v1/conversations'
          const sending = request({ ...to, path, method: 'POST', headers: all }, resolve)
          sending.on('error', reject)
          sending.end('{}')
        })
        return answer.statusCode
      }
      expect(await change(`https://${host}:${proxy.port}`)).toBe(201)
      expect(await change(`http://${host}:${proxy.port}`)).toBe(403)
      expect(await change(`https://${host}`)).toBe(403)
    })

    it('events are streamed as they happen', async () => {
      const { id } = await json(await send('/api/v1/conversations', { headers: key, body: {} }))
      const stream = await send(`/api/v1/conversations/${id}/events`, {
        headers: { ...key, accept: 'text/event-stream' },
      })
      expect(stream.headers['content-type']).toContain('text/event-stream')
      let seen = ''
      stream.setEncoding('utf8').on('data', (part: string) => {
        seen += part
      })
      const message = { headers: key, body: { text: 'What can you do?' } }
      const turn = await send(`/api/v1/conversations/${id}/messages`, message)
      expect(turn.statusCode).toBe(200)
      await expect.poll(() => seen).toContain('event: run_completed')
      expect(stream.complete).toBe(false)
      stream.destroy()
    })

    it('limits and the log go by the client’s address, whatever the client says it is', async () => {
      const spoofed = (n: number) => ({
        from: '127.0.0.66',
        headers: {
          ...{ 'x-forwarded-for': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` },
          ...{ 'x-real-ip': `198.51.100.${n}`, 'x-forwarded-proto': 'http' },
        },
      })
      for (let n = 0; n < 12; n += 1) {
        const { statusCode } = await logIn(`rep_guess_${n}`, spoofed(n))
        expect(statusCode).toBe(n < 10 ? 401 : 429)
      }
      expect((await logIn('rep_guess', { from: '127.0.0.67' })).statusCode).toBe(401)
      const right = await logIn(ownerKey, spoofed(99))
      expect(right.statusCode).toBe(200)
      expect(right.headers['set-cookie']?.[0]).toContain('Secure')
      await expect.poll(() => server.logged()).toContain('"client":"127.0.0.66"')
      expect(server.logged()).not.toContain('198.51.100.')
    })

    it('a host name that is not ours is refused, also when the client names ours beside it', async () => {
      const headers = { ...key, host: 'evil.example', 'x-forwarded-host': host }
      // Caddy answers other names by itself, with an empty page.
      const answer = await text(await send('/api/v1/me', { headers }))
      expect(answer).toMatch(/^$|"request.unknown-host"/)
    })

    it('a direct request cannot pretend to come through it', async () => {
      const direct = await fetch(`${server.url}/api/v1/session`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          ...{ 'x-forwarded-for': '198.51.100.1' },
        },
        body: JSON.stringify({ api_key: ownerKey }),
      })
      expect(direct.headers.get('set-cookie')).toMatch(/^repertoire_session=/)
    })
  })
})
