import type { Me, MemberBody } from '@repertoire/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseSignOn } from '../../identity/sign-on/sign-on-file.ts'
import { createProviderBrowser } from '../../identity/sign-on/testing/provider-browser.ts'
import {
  providerClient,
  type RealProvider,
  startRealProvider,
} from '../../identity/sign-on/testing/real-provider.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const publicUrl = 'https://repertoire.example'
const callback = (id: string) => `${publicUrl}/api/v1/sign-on/${id}/callback`
const minute = 60_000

let acme: RealProvider
let other: RealProvider

beforeAll(async () => {
  ;[acme, other] = await Promise.all([
    startRealProvider([callback('acme')]),
    startRealProvider([callback('other')]),
  ])
})
afterAll(() => Promise.all([acme.stop(), other.stop()]))
beforeEach(() => {
  for (const { accounts } of [acme, other]) accounts.clear()
})
afterEach(() => vi.useRealTimers())

function entry(id: string, { issuer }: RealProvider, rule: string): string {
  const client = `client_id: ${providerClient.id}, client_secret: "\${SECRET}"`
  return `  ${id}: { title: Acme, issuer: "${issuer}", ${client}, ${rule} }\n`
}

async function serverWith(rule = 'default_role: member', more: object = {}): Promise<TestServer> {
  const file = `public_url: ${publicUrl}\nproviders:\n${entry('acme', acme, rule)}${entry('other', other, rule)}`
  const server = await createTestServer({
    signOn: parseSignOn(file, { SECRET: providerClient.secret }),
    outboundAllow: [acme, other].map(({ issuer }) => new URL(issuer).host),
    ...more,
  })
  server.clock.advance(Date.now() - server.clock.now())
  return server
}

const at = (path: string) => `${publicUrl}${path.replace(publicUrl, '')}`
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')

async function get(server: TestServer, path: string, cookie = ''): Promise<Response> {
  return server.http.request(at(path), { headers: { host: 'repertoire.example', cookie } })
}

interface Person {
  readonly subject: string
  readonly provider?: RealProvider
  readonly id?: string
  readonly query?: string
  readonly cookie?: string
}

/** Up to the moment when the provider sends the browser back. */
async function atProvider(server: TestServer, person: Person) {
  const { subject, provider = acme, id = 'acme', query = '', cookie = '' } = person
  const start = await get(server, `/api/v1/sign-on/${id}/start${query}`, cookie)
  expect(start.status).toBe(303)
  const authorization = start.headers.get('location') ?? ''
  const back = await createProviderBrowser(provider.issuer).logIn(authorization, subject)
  return { back, attempt: cookiesOf(start)[0] ?? '', authorization: new URL(authorization), start }
}

async function signIn(server: TestServer, person: Person) {
  const { back, attempt } = await atProvider(server, person)
  const done = await get(server, back, attempt)
  const session = cookiesOf(done).find((one) => one.includes('repertoire_session='))
  return { done, location: done.headers.get('location'), cookie: session ?? '' }
}

async function me(server: TestServer, cookie: string) {
  const response = await get(server, '/api/v1/me', cookie)
  return { status: response.status, body: (await response.json()) as Me }
}

function post(server: TestServer, path: string, cookie: string, body: object) {
  const headers = { cookie, host: 'repertoire.example', 'sec-fetch-site': 'same-origin' }
  return server.http.request(at(path), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code
}

const ann = { email: 'ann@acme.example', email_verified: true, name: 'Ann' }

describe('single sign-on with a real provider', () => {
  it('a new person becomes a member by code, PKCE, state and nonce, with an audited session', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const { authorization, start, back, attempt } = await atProvider(server, { subject: 'ann' })
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'repertoire', code_challenge_method: 'S256' },
      redirect_uri: callback('acme'),
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(authorization.searchParams.get(name)?.length).toBeGreaterThan(40)
    const kept = start.headers.getSetCookie()[0]
    expect(kept).toMatch(/^__Host-repertoire_sign_on=[\w-]+; Path=\/; HttpOnly; SameSite=Lax/)
    expect(kept).toContain('Secure')
    expect(kept).not.toContain(authorization.searchParams.get('state'))
    const done = await get(server, back, attempt)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
    const session = done.headers.getSetCookie()[0] ?? ''
    expect(session).toMatch(/^__Host-repertoire_session=.*HttpOnly; SameSite=Strict/)
    const { body } = await me(server, session.split(';')[0] ?? '')
    expect(body.member).toMatchObject({ name: 'Ann', role: 'member', kind: 'person' })
    const audit = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit',
    )
    expect(audit.body.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member-joined', 'session-created']),
    )
    expect(JSON.stringify(audit.body.items)).toContain('single sign-on: acme')
    expect(server.logged()).not.toContain(new URL(back).searchParams.get('code'))
  })

  it('the same person is the same member, whatever their address and name are now', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const first = await me(server, (await signIn(server, { subject: 'ann' })).cookie)
    acme.accounts.set('ann', { ...ann, email: 'ann@new.example', name: 'Somebody else' })
    const second = await me(server, (await signIn(server, { subject: 'ann' })).cookie)
    expect(second.body.member.id).toBe(first.body.member.id)
    expect(second.body.member.name).toBe('Ann')
  })

  it('the page to go to is one of this server', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    for (const [next, location] of [
      ['/skills?q=a', '/skills?q=a'],
      ['//mallory.example', '/'],
      ['/\\mallory.example', '/'],
      ['https://mallory.example', '/'],
      ['/a%0d%0ab\r\nset-cookie: x=y', '/'],
      ['/api/v1/session', '/'],
    ] as const) {
      const query = `?next=${encodeURIComponent(next)}`
      expect((await signIn(server, { subject: 'ann', query })).location).toBe(location)
    }
  })

  it('a login replaces the session of its browser', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const { cookie } = await signIn(server, { subject: 'ann' })
    const again = await signIn(server, { subject: 'ann', cookie })
    expect((await me(server, cookie)).status).toBe(401)
    expect((await me(server, again.cookie)).status).toBe(200)
  })

  it('a new signing key of the provider is found, without a restart', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    expect((await signIn(server, { subject: 'ann' })).location).toBe('/')
    await acme.rotateKeys()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
    server.clock.advance(90_000)
    expect((await signIn(server, { subject: 'ann' })).location).toBe('/')
  })
})

describe('taking over an account by single sign-on', () => {
  it('fails with the same e-mail from another issuer, and with another subject', async () => {
    acme.accounts.set('ann', ann)
    acme.accounts.set('mallory', ann)
    other.accounts.set('ann', ann)
    const server = await serverWith()
    const people = [
      await signIn(server, { subject: 'ann' }),
      await signIn(server, { subject: 'mallory' }),
      await signIn(server, { subject: 'ann', provider: other, id: 'other' }),
    ]
    const ids = await Promise.all(people.map(async ({ cookie }) => (await me(server, cookie)).body))
    expect(new Set(ids.map(({ member }) => member.id)).size).toBe(3)
    expect(ids.every(({ member }) => member.id !== 'usr_owner')).toBe(true)
  })

  it('never makes an owner, whatever the provider says', async () => {
    acme.accounts.set('ann', { ...ann, groups: ['owner', 'staff', '__proto__'] })
    const server = await serverWith('roles: { staff: member }')
    const { body } = await me(server, (await signIn(server, { subject: 'ann' })).cookie)
    expect(body.member.role).toBe('member')
    expect(() =>
      parseSignOn(
        `public_url: ${publicUrl}\nproviders:\n${entry('acme', acme, 'roles: { o: owner }')}`,
        { SECRET: 's' },
      ),
    ).toThrow('sign-on.yaml')
  })

  it.each([
    ['not confirmed', { ...ann, email_verified: false }],
    ['without an address', { name: 'Ann' }],
    ['of another domain', { ...ann, email: 'ann@acme.example.mallory.example' }],
    ['of a longer domain', { ...ann, email: 'ann@notacme.example' }],
    ['with two @', { ...ann, email: 'ann@mallory.example@acme.example' }],
  ])('an address %s is refused where domains are required', async (_, account) => {
    acme.accounts.set('ann', account)
    const server = await serverWith('default_role: member, email_domains: [acme.example]')
    const { location, cookie } = await signIn(server, { subject: 'ann' })
    expect([location, cookie]).toEqual(['/login?problem=sign-on.email-refused', ''])
    expect((await server.call<{ items: object[] }>('/api/v1/members')).body.items).toHaveLength(1)
  })

  it('fails in another browser, twice, with another state, and for another provider', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const mine = await atProvider(server, { subject: 'ann' })
    const theirs = await atProvider(server, { subject: 'ann' })
    const where = async (path: string, cookie: string) => {
      const response = await get(server, path, cookie)
      expect(cookiesOf(response).filter((one) => one.includes('session='))).toEqual([])
      return response.headers.get('location')
    }
    const expired = '/login?problem=sign-on.expired'
    expect(await where(mine.back, '')).toBe(expired)
    expect(await where(mine.back, theirs.attempt)).toBe('/login?problem=sign-on.invalid')
    expect(await where(mine.back, `${mine.attempt}; ${theirs.attempt}`)).toBe(expired)
    expect(await where(mine.back.replace('/acme/', '/other/'), mine.attempt)).toBe(expired)
    const forged = `${mine.attempt.slice(0, -4)}AAAA`
    expect(await where(mine.back, forged)).toBe(expired)
    const issuer = mine.back.replace(/iss=[^&]*/, `iss=${encodeURIComponent(other.issuer)}`)
    expect(await where(issuer, mine.attempt)).toBe('/login?problem=sign-on.invalid')
    expect((await get(server, theirs.back, theirs.attempt)).headers.get('location')).toBe('/')
    expect(await where(theirs.back, theirs.attempt)).toBe('/login?problem=sign-on.invalid')
  })

  it('an attempt ends after ten minutes, and guessing is limited', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const { back, attempt } = await atProvider(server, { subject: 'ann' })
    server.clock.advance(10 * minute)
    const late = await get(server, back, attempt)
    expect(late.headers.get('location')).toBe('/login?problem=sign-on.expired')
    for (let i = 0; i < 10; i += 1) await get(server, back)
    const limited = await get(server, back)
    expect(limited.headers.get('location')).toBe('/login?problem=auth.too-many-attempts')
  })

  it('what the provider refuses is said, and what it writes is not shown', async () => {
    const server = await serverWith()
    const { attempt, state } = await started(server)
    const query = `error=access_denied&error_description=<b>x</b>&state=${state}&iss=${encodeURIComponent(acme.issuer)}`
    const refused = await get(server, `/api/v1/sign-on/acme/callback?${query}`, attempt)
    expect(refused.headers.get('location')).toBe('/login?problem=sign-on.refused')
  })
})

async function started(server: TestServer) {
  const start = await get(server, '/api/v1/sign-on/acme/start')
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
  return { attempt: cookiesOf(start)[0] ?? '', state }
}

describe('roles by groups', () => {
  const rule = 'roles: { admins: admin, staff: member }'

  it('follow the groups at each login; who is in none is refused, and their sessions end', async () => {
    acme.accounts.set('ann', { ...ann, groups: ['staff', 'admins'] })
    const server = await serverWith(rule)
    const first = await signIn(server, { subject: 'ann' })
    expect((await me(server, first.cookie)).body.member.role).toBe('admin')
    acme.accounts.set('ann', { ...ann, groups: ['staff'] })
    const second = await signIn(server, { subject: 'ann' })
    expect((await me(server, second.cookie)).body.member.role).toBe('member')
    expect((await me(server, first.cookie)).body.member.role).toBe('member')
    acme.accounts.set('ann', { ...ann, groups: ['visitors'] })
    const third = await signIn(server, { subject: 'ann' })
    expect(third.location).toBe('/login?problem=sign-on.no-role')
    expect((await me(server, second.cookie)).status).toBe(401)
  })

  it('do not lower an owner, whom only owners make', async () => {
    acme.accounts.set('ann', { ...ann, groups: ['staff'] })
    const server = await serverWith(rule)
    const { body } = await me(server, (await signIn(server, { subject: 'ann' })).cookie)
    const path = `/api/v1/members/${body.member.id}`
    await server.call(path, { method: 'PUT', body: { role: 'owner' } })
    const again = await signIn(server, { subject: 'ann' })
    expect((await me(server, again.cookie)).body.member.role).toBe('owner')
  })
})

describe('a person who may not come in', () => {
  it('who was removed stays out, until an admin lets them in as a new member', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const first = await signIn(server, { subject: 'ann' })
    const { id } = (await me(server, first.cookie)).body.member
    await server.call(`/api/v1/members/${id}`, { method: 'DELETE' })
    expect((await me(server, first.cookie)).status).toBe(401)
    const refused = await signIn(server, { subject: 'ann' })
    expect(refused.location).toBe('/login?problem=sign-on.removed')
    const removed = await server.call<{ items: { id: string; label: string }[] }>(
      '/api/v1/sign-on/removed',
    )
    expect(removed.body.items).toMatchObject([{ label: 'ann@acme.example', provider: 'acme' }])
    const path = `/api/v1/sign-on/removed/${removed.body.items[0]?.id}`
    const member = await server.addMember('member')
    const elsewhere = await server.addTenant()
    const remove = (key: string) => server.call(path, { method: 'DELETE', key })
    expect((await remove(member.key)).status).toBe(403)
    expect((await remove(elsewhere.key)).status).toBe(404)
    expect((await remove(server.ownerKey)).status).toBe(204)
    const back = await me(server, (await signIn(server, { subject: 'ann' })).cookie)
    expect(back.body.member.id).not.toBe(id)
    const members = await server.call<{ items: MemberBody[] }>('/api/v1/members')
    expect(members.body.items.map((one) => one.id)).not.toContain(id)
  })

  it('is in no organisation that was deleted, or that is not there', async () => {
    const server = await serverWith('default_role: member, organisation: ten_none')
    const list = await get(server, '/api/v1/sign-on')
    expect(await list.json()).toEqual({ items: [] })
    const start = await get(server, '/api/v1/sign-on/acme/start')
    expect(start.headers.get('location')).toBe('/login?problem=sign-on.unknown-provider')
  })

  it('comes to one organisation only', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const elsewhere = await server.addTenant()
    const { cookie } = await signIn(server, { subject: 'ann' })
    expect((await me(server, cookie)).body.organisation.id).toBe(server.tenantId)
    const members = await server.call<{ items: MemberBody[] }>('/api/v1/members', {
      key: elsewhere.key,
    })
    expect(members.body.items.map(({ name }) => name)).not.toContain('Ann')
  })

  it('starts only at the registered address, and at no provider that cannot be reached', async () => {
    const server = await serverWith()
    const wrong = await server.http.request('https://localhost/api/v1/sign-on/acme/start')
    expect(wrong.headers.get('location')).toBe('/login?problem=sign-on.other-address')
    const closed = await serverWith('default_role: member', { outboundAllow: [] })
    const start = await get(closed, '/api/v1/sign-on/acme/start')
    expect(start.headers.get('location')).toBe('/login?problem=sign-on.unavailable')
  })
})

describe('a fresh login at the provider', () => {
  it('is proven by the provider’s own time, not by that of the session', async () => {
    // One clock for both, so that the fifteen minutes begin and end at the same moment.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 })
    acme.accounts.set('ann', { ...ann, groups: ['admins'] })
    const server = await serverWith('roles: { admins: admin }')
    const silent = await signIn(server, { subject: 'ann' })
    const mint = (cookie: string) => post(server, '/api/v1/keys', cookie, { name: 'mine' })
    expect(await codeOf(await mint(silent.cookie))).toBe('login.not-fresh')
    const { authorization } = await atProvider(server, { subject: 'ann', query: '?fresh=true' })
    expect(authorization.searchParams.get('prompt')).toBe('login')
    expect(authorization.searchParams.get('max_age')).toBe('900')
    const fresh = await signIn(server, { subject: 'ann', query: '?fresh=true' })
    expect((await mint(fresh.cookie)).status).toBe(201)
    server.clock.advance(15 * minute)
    expect(await codeOf(await mint(fresh.cookie))).toBe('login.not-fresh')
  })

  it('signing out ends the session at once', async () => {
    acme.accounts.set('ann', ann)
    const server = await serverWith()
    const { cookie } = await signIn(server, { subject: 'ann' })
    const headers = { cookie, host: 'repertoire.example', 'sec-fetch-site': 'same-origin' }
    const path = at('/api/v1/session')
    expect((await server.http.request(path, { method: 'DELETE', headers })).status).toBe(204)
    expect((await me(server, cookie)).status).toBe(401)
  })
})
