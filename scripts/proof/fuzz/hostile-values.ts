import type { Random } from './random.ts'

const names = [
  ...['../SKILL.md', '../../etc/passwd', 'a/../../b', '/etc/passwd', '//server/share', '~/x', '..'],
  ...['C:\\Windows\\x', 'C:/x', 'c:x', 'a\\b', '..\\..\\x', '\\\\?\\C:\\x', 'a/..\\x', 'x:stream'],
  ...[
    '',
    '.',
    './SKILL.md',
    'a//b',
    'a/./b',
    '/',
    'a/',
    'a-skill',
    'a-skill/SKILL.md/x',
    '...',
    'a.',
  ],
  ...['con', 'NUL.txt', 'a/aux', 'COM1', 'lpt9.md', 'CONIN$', 'prn .txt', 'x ', 'x. ', ' x'],
  ...['skill.md', 'SKILL.MD', 'Skill.md', 'ＳＫＩＬＬ.md', 'SKİLL.md', 'ﬁle', 'file', 'ﬁ/x'],
  ...[
    'é.md',
    'e\u0301.md',
    '\u202egpj.exe',
    '\ufeffSKILL.md',
    'a\u0000.md',
    'a\nb',
    '\u007f',
    '😀',
  ],
  ...[
    '%2e%2e/x',
    '..%2fx',
    '․․/x',
    '․.',
    '∕etc∕passwd',
    '..／x',
    'a\u2028b',
    '__proto__',
    'constructor',
  ],
  ...['x'.repeat(401), 'x'.repeat(65535), 'a/'.repeat(40), `${'d/'.repeat(33)}x`, '__MACOSX/x'],
  ...['.git/config', '.ssh/authorized_keys', 'scripts/run.sh', 'SKILL.md', 'f/1.md/x'],
]

/** A name as bytes: a known attack, invalid UTF-8, or random. */
export function hostileName(random: Random): Uint8Array {
  if (random.chance(0.1)) return random.bytes(random.below(40))
  if (random.chance(0.1)) return random.pick(brokenUtf8)
  return new TextEncoder().encode(random.pick(names))
}

const brokenUtf8 = [
  Uint8Array.of(0x2e, 0x2e, 0xc0, 0xaf, 0x78),
  Uint8Array.of(0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x78),
  Uint8Array.of(0xed, 0xa0, 0x80, 0x78),
  Uint8Array.of(0x82, 0x78, 0xff),
  Uint8Array.of(0xf8, 0x88, 0x80, 0x80, 0x80),
]

/** A number near a limit of the format, near the old value, or random. */
export function hostileNumber(random: Random, old: number): number {
  const edges = [0, 1, 2, 0x7fff, 0xffff, 0x1_0000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
  const near = [
    old + 1,
    old - 1,
    old * 2,
    old >>> 1,
    old + 30,
    old - 30,
    old ^ (1 << random.below(31)),
  ]
  if (random.chance(0.4)) return random.pick(edges)
  if (random.chance(0.6)) return random.pick(near)
  if (random.chance(0.2)) return random.pick([2 ** 32, 2 ** 32 + 1, 2 ** 53, 2 ** 63, -1])
  return random.below(0x1_0000_0000)
}

/** Extra fields that a reader interprets, correct or wrong, complete or truncated. */
export function hostileExtra(random: Random, name: Uint8Array): Uint8Array {
  const id = random.pick([
    0x0001,
    0x7075,
    0x6375,
    0x7875,
    0x9901,
    0x000a,
    0x5455,
    0x756e,
    random.below(0x10000),
  ])
  const content = extraContent(random, id, name)
  const field = Buffer.alloc(4 + content.length)
  field.writeUInt16LE(id, 0)
  field.writeUInt16LE(random.chance(0.8) ? content.length & 0xffff : random.below(0x10000), 2)
  field.set(content, 4)
  const repeated = random.chance(0.1) ? Buffer.concat([field, field]) : field
  return random.chance(0.1) ? repeated.subarray(0, random.below(repeated.length)) : repeated
}

function extraContent(random: Random, id: number, name: Uint8Array): Uint8Array {
  if (id === 0x0001) {
    const sizes = Buffer.alloc(8 * (1 + random.below(4)))
    for (let at = 0; at < sizes.length; at += 8) {
      sizes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(Math.trunc(hostileNumber(random, 100)))), at)
    }
    return sizes
  }
  if (id === 0x7075 || id === 0x6375) {
    const other = random.chance(0.5) ? hostileName(random) : name
    return Buffer.concat([Uint8Array.of(1), random.bytes(4), other])
  }
  return random.bytes(random.below(30))
}
