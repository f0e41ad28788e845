import { describe, expect, it } from 'vitest'
import { addressGroup, parseClientAddress } from './client-address.ts'
import { externalRequest } from './external-request.ts'
import { parseProxyEntry, type TrustedProxies } from './trusted-proxies.ts'

const direct = { address: '10.0.0.2', scheme: 'http', host: '127.0.0.1:4000' } as const

function trust(...entries: string[]): TrustedProxies {
  const networks = entries.flatMap((entry) => parseProxyEntry(entry) ?? [])
  return { networks, headers: 'x-forwarded' }
}

const seen = (
  headers: Record<string, string>,
  trusted = trust('10.0.0.2'),
  peer: string = direct.address,
) => externalRequest({ ...direct, address: peer }, new Headers(headers), trusted)

const addressOf = (forwardedFor: string, trusted?: TrustedProxies) =>
  seen({ 'x-forwarded-for': forwardedFor }, trusted).address

describe('behind a trusted proxy', () => {
  it('the client’s address, scheme and host are those the proxy names', () => {
    const headers = {
      ...{ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
      'x-forwarded-host': 'Repertoire.example',
    }
    const expected = { address: '203.0.113.7', scheme: 'https', host: 'repertoire.example' }
    expect(seen(headers)).toEqual(expected)
    expect(seen(headers, trust('loopback'), '::ffff:127.0.0.1')).toEqual(expected)
    expect(seen(headers, trust('private'), 'fd00::5')).toEqual(expected)
  })

  it('what a client wrote before it reached the proxy has no effect', () => {
    expect(addressOf('1.1.1.1, 127.0.0.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf('10.0.0.2, 203.0.113.7')).toBe('203.0.113.7')
    const chain = {
      'x-forwarded-for': '1.1.1.1, 203.0.113.7',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, repertoire.example',
    }
    expect(seen(chain)).toMatchObject({ scheme: 'http', host: 'repertoire.example' })
  })

  it('a chain of trusted proxies is followed to the first address that is not trusted', () => {
    const two = trust('10.0.0.0/8')
    expect(addressOf('1.1.1.1, 203.0.113.7, 10.0.0.9', two)).toBe('203.0.113.7')
    expect(addressOf('10.0.0.7, 10.0.0.9', two)).toBe('10.0.0.7')
    const headers = {
      'x-forwarded-for': '203.0.113.7, 10.0.0.9',
      'x-forwarded-proto': 'https, http',
    }
    expect(seen(headers, two).scheme).toBe('https')
  })

  it.each(['', 'unknown', 'nonsense', '203.0.113.7, unknown', '999.1.1.1', ','])(
    'without the client’s address the proxy’s counts: %j',
    (header) => expect(addressOf(header)).toBe('10.0.0.2'),
  )

  it('an address may have a port, brackets and an IPv4 part', () => {
    expect(addressOf('203.0.113.7:4711')).toBe('203.0.113.7')
    expect(addressOf('[2001:db8::1]:4711')).toBe('2001:db8::1')
    expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })

  it('a scheme that is neither http nor https says nothing', () => {
    expect(seen({ 'x-forwarded-proto': 'javascript' }).scheme).toBe('http')
  })
})

describe('the headers of any other peer', () => {
  const all = {
    ...{ 'x-forwarded-for': '1.1.1.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil' },
    forwarded: 'for=1.1.1.1;proto=https;host=evil',
  }

  it.each([[trust()], [trust('10.0.0.3')], [trust('loopback', '192.168.0.0/16')]])(
    'have no effect %#',
    (trusted) => expect(seen(all, trusted)).toEqual(direct),
  )

  it('have none either where a test has no socket', () => {
    expect(seen(all, trust('private'), 'unknown')).toEqual({ ...direct, address: 'unknown' })
  })
})

describe('the header Forwarded', () => {
  const standard = { ...trust('10.0.0.2'), headers: 'forwarded' } as const
  const read = (forwarded: string) =>
    seen({ forwarded, 'x-forwarded-for': '1.1.1.1', 'x-forwarded-proto': 'https' }, standard)

  it('is read instead of X-Forwarded-*, never beside it', () => {
    const said =
      'for=1.1.1.1;proto=http, For="[2001:db8::1]:4711";Proto=https;host="R.example:8443"'
    const expected = { address: '2001:db8::1', scheme: 'https', host: 'r.example:8443' }
    expect(read(said)).toEqual(expected)
    expect(seen({ forwarded: said })).toEqual(direct)
  })

  it.each([
    'for=1.1.1.1;x=", for="[2001:db8::1]"',
    'for=1.1.1.1, for=",for=203.0.113.7',
    'for=1.1.1.1 for=203.0.113.7',
    'for',
    '"',
  ])('says nothing when it is not valid as a whole: %s', (header) => {
    expect(read(header)).toEqual(direct)
  })

  it('of a hidden client names the proxy', () => {
    expect(read('for=1.1.1.1, for=_hidden').address).toBe('10.0.0.2')
    expect(read('for=1.1.1.1, proto=https')).toMatchObject({ address: '10.0.0.2', scheme: 'https' })
  })
})

describe('what counts as one client', () => {
  it('is an IPv4 address, or the /64 network of an IPv6 address', () => {
    expect(addressGroup('203.0.113.7')).toBe('203.0.113.7')
    expect(addressGroup('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(addressGroup('2001:db8:0:1::1')).toBe(addressGroup('2001:db8:0:1:ffff:0:0:2'))
    expect(addressGroup('2001:db8:0:1::1')).not.toBe(addressGroup('2001:db8:0:2::1'))
    expect(addressGroup('unknown')).toBe('unknown')
  })

  it('an address with a zone is the address', () => {
    expect(parseClientAddress('fe80::1%eth0')).toBe('fe80::1')
  })
})

describe('the list of proxies', () => {
  it.each(['proxy.example', '10.0.0.0/33', '*', 'localhost', '10.0.0'])(
    'does not take %s',
    (entry) => expect(parseProxyEntry(entry)).toBeNull(),
  )
})
