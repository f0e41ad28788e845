import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { Me } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sessionCookie, tlsSessionCookie } from '../identity/auth/session-cookie.ts'
import { newApiKey } from '../identity/credentials/api-key-format.ts'
import { newSecret } from '../identity/credentials/secret.ts'
import { parseProxyEntry } from '../platform/proxy/trusted-proxies.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { limitConnections } from './listening/limit-connections.ts'

const proxy = '10.0.0.2'
const trustedProxies = { networks: parseProxyEntry(proxy) ?? [], headers: 'x-forwarded' } as const
const createProxiedServer = () => createTestServer({ trustedProxies })

/** A request over TLS through the proxy. */
const tls = (client = '203.0.113.7') => ({
  peer: proxy,
  headers: {
    ...{ 'x-forwarded-for': client, 'x-forwarded-proto': 'https' },
    ...{ 'x-forwarded-host': 'repertoire.example', 'sec-fetch-site': 'same-origin' },
  },
})

interface Sent {
  readonly peer?: string
  readonly headers?: Record<string, string>
}

const logIn = (server: TestServer, api_key: string, sent: Sent) =>
  server.request('/api/v1/session', { key: null, body: { api_key }, ...sent })

const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? ''
const tokenOf = (response: Response) => /=([^;]+)/.exec(cookieOf(response))?.[1] ?? ''

async function whoIs(server: TestServer, cookie: string, sent: Sent = {}) {
  const headers = { ...sent.headers, cookie }
  const answer = await server.call<Me & { code?: string }>('/api/v1/me', {
    ...{ key: null, ...sent, headers },
  })
  return answer.status === 200 ? answer.body.member.id : answer.body.code
}

describe('over TLS through a trusted proxy', () => {
  it('the login cookie is bound to the host, and browsers are told to stay on TLS', async () => {
    const server = await createProxiedServer()
    const response = await logIn(server, server.ownerKey, tls())
    expect(cookieOf(response)).toMatch(
      /^__Host-repertoire_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
    )
    for (const path of ['/api/v1/me', '/api/v1/nothing', '/', '/healthz']) {
      const { headers } = await server.request(path, tls())
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    const cookie = `${tlsSessionCookie}=${tokenOf(response)}`
    expect(await whoIs(server, cookie, tls())).toBe('usr_owner')
    const headers = { ...tls().headers, cookie }
    const out = await server.request('/api/v1/session', {
      ...{ ...tls(), key: null, method: 'DELETE', headers },
    })
    expect(cookieOf(out)).toMatch(/^__Host-repertoire_session=; .*Max-Age=0; Secure$/)
  })

  it('a cookie that another host of the domain set has no effect, and locks nobody out', async () => {
    const server = await createProxiedServer()
    const member = await server.addMember('member')
    const own = tokenOf(await logIn(server, server.ownerKey, tls()))
    const tossed = tokenOf(await logIn(server, member.key, tls('203.0.113.9')))
    for (const bad of [tossed, 'nonsense']) {
      const cookie = `${sessionCookie}=${bad}; ${tlsSessionCookie}=${own}; ${sessionCookie}=${bad}`
      expect(await whoIs(server, cookie, tls())).toBe('usr_owner')
      expect(await whoIs(server, `${sessionCookie}=${bad}`, tls())).toBe('auth.required')
    }
  })

  it('a change is accepted from the external origin only', async () => {
    const server = await createProxiedServer()
    const cookie = `${tlsSessionCookie}=${tokenOf(await logIn(server, server.ownerKey, tls()))}`
    const { 'sec-fetch-site': _, ...headers } = tls().headers
    const change = async (origin: string) => {
      const sent = { ...tls(), key: null, body: {}, headers: { ...headers, cookie, origin } }
      return (await server.request('/api/v1/conversations', sent)).status
    }
    expect(await change('https://repertoire.example')).toBe(201)
    expect(await change('http://repertoire.example')).toBe(403)
    expect(await change('https://127.0.0.1:4000')).toBe(403)
  })

  it('an unknown host name is refused, whichever header has it', async () => {
    const server = await createProxiedServer()
    for (const name of ['host', 'x-forwarded-host']) {
      const headers = { ...tls().headers, [name]: 'evil.example' }
      const answer = await server.call('/api/v1/me', { peer: proxy, headers })
      expect([answer.status, answer.body.code]).toEqual([403, 'request.unknown-host'])
    }
  })

  it('the log has the client’s address', async () => {
    const server = await createProxiedServer()
    await server.request('/api/v1/conversations', { ...tls(), body: {} })
    expect(server.logged()).toContain('"client":"203.0.113.7"')
    expect(server.logged()).not.toContain(`"client":"${proxy}"`)
  })
})

describe('a peer that is no trusted proxy', () => {
  const spoofed = { ...tls('198.51.100.1'), peer: '203.0.113.66' }

  it('cannot turn on Secure, nor name another host', async () => {
    const server = await createProxiedServer()
    const response = await logIn(server, server.ownerKey, spoofed)
    expect(cookieOf(response)).toMatch(/^repertoire_session=/)
    expect(cookieOf(response)).not.toContain('Secure')
    expect(response.headers.get('strict-transport-security')).toBeNull()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'repertoire.example' }
    expect((await server.request('/api/v1/me', { ...spoofed, headers })).status).toBe(403)
  })

  it('cannot escape a limit by naming other addresses', async () => {
    const server = await createProxiedServer()
    for (let n = 0; n < 11; n += 1) {
      const sent = { ...tls(`198.51.100.${n}`), peer: spoofed.peer }
      expect((await logIn(server, `rep_guess${n}`, sent)).status).toBe(n < 10 ? 401 : 429)
    }
  })
})

describe('failed logins', () => {
  const guess = () => newApiKey(newSecret).text
  const sameId = (key: string) => `${key.slice(0, 14)}_${newSecret()}`

  it('count per client and not per proxy; what the client wrote before the proxy has no effect', async () => {
    const server = await createProxiedServer()
    for (let n = 0; n < 11; n += 1) {
      const sent = tls(`198.51.100.${n}, 203.0.113.7`)
      expect((await logIn(server, guess(), sent)).status).toBe(n < 10 ? 401 : 429)
    }
    expect((await logIn(server, guess(), tls('203.0.113.8'))).status).toBe(401)
  })

  it('of one IPv6 network count together', async () => {
    const server = await createProxiedServer()
    for (let n = 0; n < 11; n += 1) {
      const { status } = await logIn(server, guess(), tls(`2001:db8:0:1::${n}`))
      expect(status).toBe(n < 10 ? 401 : 429)
    }
    expect((await logIn(server, guess(), tls('2001:db8:0:2::1'))).status).toBe(401)
  })

  it('for one key count from every address, and never keep its holder out', async () => {
    const server = await createProxiedServer()
    for (let n = 0; n < 12; n += 1) {
      const { status } = await logIn(server, sameId(server.ownerKey), tls(`198.51.100.${n}`))
      expect(status).toBe(n < 10 ? 401 : 429)
    }
    for (let n = 0; n < 12; n += 1) await logIn(server, guess(), tls())
    expect((await logIn(server, guess(), tls())).status).toBe(429)
    expect((await logIn(server, server.ownerKey, tls())).status).toBe(200)
    expect((await server.request('/api/v1/me', tls())).status).toBe(200)
    const token = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const byLink = await server.request('/api/v1/session', { key: null, body: { token }, ...tls() })
    expect(byLink.status).toBe(200)
  })
})

describe('several login cookies over plain HTTP', () => {
  it('those that are no login have no effect, and logins of different people are refused', async () => {
    const server = await createTestServer()
    const page = { headers: { 'sec-fetch-site': 'same-origin' } }
    const member = await server.addMember('member')
    const own = `${sessionCookie}=${tokenOf(await logIn(server, server.ownerKey, page))}`
    const again = `${sessionCookie}=${tokenOf(await logIn(server, server.ownerKey, page))}`
    const other = `${sessionCookie}=${tokenOf(await logIn(server, member.key, page))}`
    for (const cookie of [`${sessionCookie}=x; ${own}`, `${own}; ${sessionCookie}=x`]) {
      expect(await whoIs(server, cookie)).toBe('usr_owner')
    }
    expect(await whoIs(server, `${own}; ${again}; ${own}`)).toBe('usr_owner')
    for (const cookie of [`${other}; ${own}`, `${own}; ${other}`]) {
      expect(await whoIs(server, cookie)).toBe('auth.several-logins')
    }
    expect(
      await whoIs(server, `${tlsSessionCookie}=${tokenOf(await logIn(server, member.key, page))}`),
    ).toBe('auth.required')
  })
})

describe('connections', () => {
  it('of a trusted proxy are not limited by address; those of one /64 network count together', () => {
    const server = createServer()
    server.removeAllListeners('connection')
    const limits = { maxConnections: 100, maxConnectionsPerAddress: 1 }
    limitConnections(server, limits, trustedProxies)
    const open = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), {
        ...{ remoteAddress, destroyed: false },
        destroy: () => Object.assign(socket, { destroyed: true }),
      })
      server.emit('connection', socket)
      return socket.destroyed
    }
    expect([open(proxy), open(`::ffff:${proxy}`), open(proxy)]).toEqual([false, false, false])
    expect([open('2001:db8::1'), open('2001:db8::2')]).toEqual([false, true])
  })
})
