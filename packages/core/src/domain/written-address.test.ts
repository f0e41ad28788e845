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
  ])('31.3: %j names one that nobody wrote: %s', (input, is) =>
    expect(hasUnknownAddress(messages, input)).toBe(is),
  )

  it('31.3: is not written as a part of a longer one, which would be an alphabet', () => {
    const parts = ['https://example.org/a', 'https://example.org/ab', 'https://example.org/abc']
    for (const url of parts) expect(hasUnknownAddress(messages, { url })).toBe(true)
  })
})
