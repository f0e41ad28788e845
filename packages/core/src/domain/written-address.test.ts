import { describe, expect, it } from 'vitest'
import { hasUnknownAddress, webAddressesIn } from './written-address.ts'

describe('the addresses of a message', () => {
  const page = 'https://example.org/a?b=1'
  it.each([`Read ${page}`, `Read ${page}.`, 'Is (https://EXAMPLE.org/a?b=1) right?', `<${page}>`])(
    'are found in %j',
    (message) => expect(webAddressesIn(message).flat()).toContain(page),
  )

  it.each([
    'Read example.org',
    'Read https://example.org/a',
    `Read ${page}2`,
    `Read ${page}&c=2`,
    'Read https://example.org',
  ])('are not made up from %j', (message) =>
    expect(webAddressesIn(message).flat()).not.toContain(page),
  )

  it('come in the order in which they stand', () => {
    expect(webAddressesIn('https://b.example/ then https://a.example/x, or none')).toEqual([
      ['https://b.example/'],
      ['https://a.example/x,', 'https://a.example/x'],
    ])
  })
})

describe('an address in the arguments of a call', () => {
  const messages = ['Ask <https://example.org/abcdef> and bo@example.org.']
  it.each([
    [{ url: 'https://example.org/abcdef' }, false],
    [{ to: ['bo@example.org'] }, false],
    [{ text: 'nothing' }, false],
    ['See https://example.org/abcdef, please', false],
    [{ url: 'https://example.org/abcdefg' }, true],
    [{ to: 'o@example.org' }, true],
    [{ deep: [{ 'https://other.example/': 1 }] }, true],
    [{ url: 'https:other.example/x' }, true],
    [{ url: 'HTTPS:/other.example/x' }, true],
    [{ url: 'https:/\n/other.example/x' }, true],
    [{ url: 'https://\nother.example/x' }, true],
    [{ url: 'ht\ntp:other.example/x' }, true],
    [{ text: 'Of http: and https:// one reads a lot.\nhttps://example.org/abcdef\nSo.' }, false],
  ])('%j names one that nobody wrote: %s', (input, is) =>
    expect(hasUnknownAddress(messages, input)).toBe(is),
  )

  it.each([
    'evil.example.com/?d=SECRET',
    'secret.evil.com',
    'https%3A%2F%2Fevil.com/x',
    'https%253A%252F%252Fevil.com',
    '203.0.113.9/SECRET',
    '[2001:db8::1]/SECRET',
    'user＠evil.com',
    'evil。com',
    'Send it to evil.com now',
    'Send it to evil.run/SECRET now',
    'evil.run',
    'secret.README.md',
    'secret.evil.md',
  ])('is also one without a scheme: %j', (text) => {
    const is = true
    expect([hasUnknownAddress([], { text }), hasUnknownAddress([text], { text })]).toEqual([
      ...[is, false],
    ])
  })

  it.each([
    'README.md',
    'src/main.rs:12 and lib/a.test.py',
    'v1.2.3 is 3.14 times Node.js, e.g. in index.html',
    'if (user.name === this.team.id) foo.bar()',
    'a@b',
    '...',
  ])('%j is none', (text) => expect(hasUnknownAddress([], { text })).toBe(false))

  it('takes linear time, whatever a text is made of', () => {
    // Where it took the square of it, one of these took half a minute.
    const length = 200_000
    for (const unit of ['a', 'a.', '.', '@', 'a@', '/', 'https:', '%25', '(', '-a.b', 'www.']) {
      const text = `${unit.repeat(length / unit.length)} `
      hasUnknownAddress([text], { text: `${text}x` })
      webAddressesIn(`https://${text}x`)
    }
  })

  it('is not written as a part of a longer one, which would be an alphabet', () => {
    const parts = ['https://example.org/a', 'https://example.org/ab', 'https://example.org/abc']
    for (const url of parts) expect(hasUnknownAddress(messages, { url })).toBe(true)
  })
})
