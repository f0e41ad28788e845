import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { blockedRange, isMetadata, isWithin, type Network, parseNetwork } from './address-rules.ts'

/** The special-purpose registries of IANA for IPv4 and IPv6, and multicast. */
const specialPurpose: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '::1/128',
  '::/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:200::1',
  '2a00:1450:4001:81b::200e',
]

function addressesOf(network: Network): fc.Arbitrary<string> {
  const [first, bits] = network
  const bytes = first.toByteArray()
  return fc
    .uint8Array({ minLength: bytes.length, maxLength: bytes.length })
    .map((random) =>
      ipaddr
        .fromByteArray(bytes.map((byte, at) => mixed(byte, random[at] ?? 0, bits - at * 8)))
        .toString(),
    )
}

/** The first `kept` bits of one byte, the rest of another. */
function mixed(byte: number, random: number, kept: number): number {
  const mask = kept >= 8 ? 0xff : kept <= 0 ? 0 : (0xff << (8 - kept)) & 0xff
  return (byte & mask) | (random & ~mask & 0xff)
}

describe('address rules', () => {
  it.each(specialPurpose)('refuses every address of %s', (text) => {
    const network = parseNetwork(text)!
    fc.assert(
      fc.property(addressesOf(network), (address) => {
        expect(isWithin(address, network)).toBe(true)
        expect(blockedRange(address)).not.toBeNull()
      }),
    )
  })

  it('refuses every IPv6 address outside 2000::/3', () => {
    const global = parseNetwork('2000::/3')!
    fc.assert(
      fc.property(addressesOf(parseNetwork('::/0')!), (address) => {
        fc.pre(!isWithin(address, global))
        expect(blockedRange(address)).not.toBeNull()
      }),
    )
  })

  it('refuses an IPv4 address embedded in any IPv6 form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a, b, c, d] = v4.split('.').map(Number) as [number, number, number, number]
        const high = ((a << 8) | b).toString(16)
        const low = ((c << 8) | d).toString(16)
        const forms = [
          `::ffff:${v4}`,
          `::ffff:${high}:${low}`,
          `::${v4}`,
          `::ffff:0:${v4}`,
          `64:ff9b::${v4}`,
          `64:ff9b:1::${v4}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ]
        for (const form of forms) expect(blockedRange(form), form).not.toBeNull()
      }),
    )
  })

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'FD00:0EC2:0:0::0254',
    'fd20:ce::254',
  ])('names %s as a metadata service', (address) => {
    expect(isMetadata(address)).toBe(true)
    expect(blockedRange(address)).toBe('metadata')
  })

  it.each(publicAddresses)('allows %s', (address) => {
    expect(blockedRange(address)).toBeNull()
  })

  it.each([
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '1.1.1',
    '1.1.1.1.',
    ' 1.1.1.1',
    '1.1.1.1/32',
    '2606:4700:4700::1111%eth0',
    'fe80::1%1',
    '[2606:4700:4700::1111]',
  ])('refuses an invalid address: "%s"', (text) => {
    expect(blockedRange(text)).toBe('not-an-address')
  })

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (text) => void blockedRange(text)))
  })

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', 'x/8', '10.0.0.0/-1'])(
    'does not parse %s as a network',
    (text) => {
      expect(parseNetwork(text)).toBeNull()
    },
  )
})
