import { describe, expect, it } from 'vitest'
import { blockedRange } from './address-rules.ts'
import { isAllowed, isPortValid, parseAllowList } from './allow-list.ts'

function opened(list: string, hostname: string, address: string, port = 80): boolean {
  const { entries, wrong } = parseAllowList(list)
  expect(wrong).toEqual([])
  return isAllowed({ hostname, port, address }, blockedRange(address), entries)
}

describe('the allow list', () => {
  it('allows a name, and no other name', () => {
    expect(opened('wiki.intra', 'wiki.intra', '10.1.2.3')).toBe(true)
    expect(opened('Wiki.Intra.', 'wiki.intra', '10.1.2.3')).toBe(true)
    expect(opened('wiki.intra', 'wiki.intra.', '10.1.2.3')).toBe(true)
    expect(opened('wiki.intra', 'evil.wiki.intra', '10.1.2.3')).toBe(false)
    expect(opened('wiki.intra', 'xwiki.intra', '10.1.2.3')).toBe(false)
  })

  it('allows a network by address, whatever the name', () => {
    expect(opened('10.1.0.0/16', 'any.example', '10.1.2.3')).toBe(true)
    expect(opened('10.1.0.0/16', 'any.example', '10.2.2.3')).toBe(false)
    expect(opened('fd00:1::/32', 'any.example', 'fd00:1::7')).toBe(true)
    expect(opened('10.1.0.0/16', 'any.example', '::ffff:10.1.2.3')).toBe(false)
  })

  it('allows the web ports, or the given port', () => {
    expect(opened('wiki.intra', 'wiki.intra', '10.1.2.3', 5432)).toBe(false)
    expect(opened('wiki.intra:3000', 'wiki.intra', '10.1.2.3', 3000)).toBe(true)
    expect(opened('wiki.intra:3000', 'wiki.intra', '10.1.2.3', 80)).toBe(false)
    expect(opened('[fd00::5]:3000', 'x', 'fd00::5', 3000)).toBe(true)
    expect(opened('10.0.0.0/8:3000', 'x', '10.0.0.9', 3000)).toBe(true)
    expect(opened('api.example:9443', 'api.example', '8.8.8.8', 9443)).toBe(true)
    const { entries } = parseAllowList('wiki.intra:3000')
    expect(isPortValid(3000, entries)).toBe(true)
    expect(isPortValid(22, entries)).toBe(false)
  })

  it('allows a metadata service only by its exact address', () => {
    expect(opened('meta.intra', 'meta.intra', '169.254.169.254')).toBe(false)
    expect(opened('0.0.0.0/0', 'x', '169.254.169.254')).toBe(false)
    expect(opened('100.64.0.0/10', 'x', '100.100.100.200')).toBe(false)
    expect(opened('::/0', 'x', 'fd00:ec2::254')).toBe(false)
    expect(opened('169.254.169.254', 'x', '169.254.169.254')).toBe(true)
  })

  it('a name allows no special ranges', () => {
    for (const address of ['169.254.1.1', '224.0.0.1', '0.0.0.0', 'fe80::1', '::ffff:10.0.0.1']) {
      expect(opened('odd.intra', 'odd.intra', address), address).toBe(false)
    }
  })

  it('returns the invalid entries', () => {
    const { entries, wrong } = parseAllowList(
      'ok.intra, http://x.intra, 10.0.0.0/40, a b, *.intra, 10.0.0, x:99999, x:0, 0x7f.1, -a.b,',
    )
    expect(entries).toHaveLength(1)
    expect(wrong).toEqual([
      ...['http://x.intra', '10.0.0.0/40', 'a b', '*.intra', '10.0.0', 'x:99999', 'x:0'],
      ...['0x7f.1', '-a.b'],
    ])
  })
})
