import { describe, expect, it } from 'vitest'
import {
  type EgressDestination,
  isOnEgressList,
  nameOfDestination,
  normalEgressEntry,
  normalEgressHost,
  normalEgressList,
  webDestination,
} from './egress.ts'

const person = { autonomous: false }
const to = (url: string): EgressDestination => {
  const destination = webDestination(url)
  if (!destination) throw new Error(`${url} has no destination.`)
  return destination
}
const listed = (entries: readonly string[], url: string): boolean =>
  isOnEgressList({ egressAllowList: entries }, to(url), person)

describe('the destination of a request', () => {
  it.each([
    ['https://Docs.Example.org/a?b#c', 'docs.example.org'],
    ['http://docs.example.org:8080/', 'docs.example.org:8080'],
    ['https://docs.example.org:443/', 'docs.example.org'],
    ['https://good.example@evil.example/', 'evil.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://0x7f.1/', '127.0.0.1'],
  ])('of %s is %s', (url, host) => expect(nameOfDestination(to(url))).toBe(host))

  it.each(['', 'docs.example.org', 'ftp://docs.example.org/', 'file:///etc/passwd'])(
    'of %j is none',
    (url) => expect(webDestination(url)).toBeNull(),
  )
})

describe('an entry of the egress allow-list', () => {
  it.each([
    ['docs.example.org', 'docs.example.org'],
    [' Docs.Example.ORG ', 'docs.example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.example.org', '*.example.org'],
    ['docs.example.org:8443', 'docs.example.org:8443'],
    ['docs.example.org:443', 'docs.example.org'],
    ['connector:wiki', 'connector:wiki'],
    ['*', '*'],
  ])('%j is kept as %j', (text, entry) => expect(normalEgressEntry(text)).toBe(entry))

  it.each([
    ...['', ' ', 'https://docs.example.org', 'docs.example.org/path', 'user@docs.example.org'],
    ...['*.', 'do*cs.example.org', '*.*.org', '**', 'connector:', 'connector:a b', 'a b'],
    ...['docs.example.org?x', 'docs.example.org#x', 'docs\\example'],
  ])('%j is refused', (text) => expect(normalEgressEntry(text)).toBeNull())

  it.each(['*.com', '*.co.uk', '*.github.io', '*.internal', '*.COM', '*.com:8443', '*.xn--p1ai'])(
    '%s is refused, with what to write instead, and one that is stored names nothing',
    (text) => {
      const save = () => normalEgressList([text])
      expect(save).toThrow(
        expect.objectContaining({
          problem: expect.objectContaining({
            code: 'settings.broad-egress-entry',
            hint: expect.stringContaining('*.example.'),
          }),
        }),
      )
      expect(normalEgressHost(text)).toBeNull()
      const base = text.toLowerCase().slice(2)
      expect(listed([text.toLowerCase()], `https://attacker.${base}/`)).toBe(false)
    },
  )

  it.each(['*.example.com', '*.example.co.uk', '*.acme.github.io', '*.wiki.internal'])(
    '%s names one owner’s hosts, and is kept',
    (entry) => {
      expect(normalEgressList([entry])).toEqual([entry])
      expect(listed([entry], `https://docs.${entry.slice(2)}/`)).toBe(true)
    },
  )

  it('names one host, on its own port', () => {
    expect(listed(['docs.example.org'], 'https://docs.example.org/a?q=1')).toBe(true)
    expect(listed(['docs.example.org'], 'https://docs.example.org:8443/')).toBe(false)
    expect(listed(['docs.example.org:8443'], 'https://docs.example.org:8443/')).toBe(true)
    expect(listed(['docs.example.org'], 'https://docs.example.org.evil.example/')).toBe(false)
    expect(listed(['docs.example.org'], 'https://docs.example.org@evil.example/')).toBe(false)
    expect(listed(['docs.example.org'], 'https://docs.example.org./')).toBe(false)
  })

  it('names all hosts below a domain, and not the domain', () => {
    expect(listed(['*.example.org'], 'https://a.b.example.org/')).toBe(true)
    expect(listed(['*.example.org'], 'https://example.org/')).toBe(false)
    expect(listed(['*.example.org'], 'https://evilexample.org/')).toBe(false)
  })

  it('names a connector, which no host does', () => {
    const wiki = { kind: 'connector', connector: 'wiki', openWorld: null } as const
    const on = (entry: string) => isOnEgressList({ egressAllowList: [entry] }, wiki, person)
    expect([on('connector:wiki'), on('connector:wiki2'), on('wiki')]).toEqual([true, false, false])
  })

  it('names everywhere, in turns of persons only', () => {
    const everywhere = { egressAllowList: ['*'] }
    expect(isOnEgressList(everywhere, to('https://a.example/'), person)).toBe(true)
    expect(isOnEgressList(everywhere, to('https://a.example/'), { autonomous: true })).toBe(false)
  })
})
