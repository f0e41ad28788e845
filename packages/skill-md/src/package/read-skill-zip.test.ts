import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageLimits } from './package-rules.ts'
import { readSkillZip } from './read-skill-zip.ts'
import { writeSkillZip } from './write-skill-zip.ts'
import { zipLimits } from './zip-limits.ts'

/** An entry as an attacker writes it: every field can say something else than is there. */
interface Forged {
  name: string
  content?: string | Buffer
  stored?: boolean
  mode?: number
  local?: { name?: string; method?: number; size?: number; crc?: number }
  size?: number
  packedSize?: number
  crc?: number
  flags?: number
  method?: number
  offset?: number
  extra?: Buffer
  dosAttributes?: number
  /** The host of the format: 3 is Unix, 0 Windows. */
  host?: number
}

interface Archive {
  entries: Forged[]
  before?: Buffer
  between?: Buffer
  after?: Buffer
  count?: number
  directorySize?: number
  directoryOffset?: number
  zip64?: { count?: number; offset?: number }
}

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function forge(archive: Archive): Uint8Array {
  const { before = Buffer.alloc(0), between = Buffer.alloc(0), after = Buffer.alloc(0) } = archive
  const parts: Buffer[] = [before]
  const directory: Buffer[] = []
  let at = before.length
  for (const entry of archive.entries) {
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.stored ? content : deflateRawSync(content)
    const name = Buffer.from(entry.name)
    const method = entry.method ?? (entry.stored ? 0 : 8)
    const crc = entry.crc ?? crc32(content)
    const size = entry.size ?? content.length
    const packedSize = entry.packedSize ?? packed.length
    const flags = entry.flags ?? 0x800
    const { local = {}, extra = Buffer.alloc(0) } = entry
    const localName = Buffer.from(local.name ?? entry.name)
    const header = Buffer.concat([
      u32(0x04034b50),
      u16(20),
      u16(flags),
      u16(local.method ?? method),
      u32(0x00210000),
      u32(local.crc ?? crc),
      u32(packedSize),
      u32(local.size ?? size),
      u16(localName.length),
      u16(0),
      localName,
    ])
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(((entry.host ?? 3) << 8) | 30),
        u16(20),
        u16(flags),
        u16(method),
        u32(0x00210000),
        u32(crc),
        u32(packedSize),
        u32(size),
        u16(name.length),
        u16(extra.length),
        u16(0),
        u16(0),
        u16(0),
        u32(((entry.mode ?? (entry.host === 0 ? 0 : 0o100644)) << 16) | (entry.dosAttributes ?? 0)),
        u32(entry.offset ?? at),
        name,
        extra,
      ]),
    )
    parts.push(header, packed, between)
    at += header.length + packed.length + between.length
  }
  const central = Buffer.concat(directory)
  const { zip64 } = archive
  const count = archive.count ?? archive.entries.length
  const end64 = zip64
    ? Buffer.concat([
        u32(0x06064b50),
        u64(44),
        u16(45),
        u16(45),
        u32(0),
        u32(0),
        u64(zip64.count ?? archive.entries.length),
        u64(zip64.count ?? archive.entries.length),
        u64(central.length),
        u64(zip64.offset ?? at),
        u32(0x07064b50),
        u32(0),
        u64(at + central.length),
        u32(1),
      ])
    : Buffer.alloc(0)
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(count),
    u16(count),
    u32(archive.directorySize ?? central.length),
    u32(zip64 ? 0xffffffff : (archive.directoryOffset ?? at)),
    u16(0),
  ])
  return new Uint8Array(Buffer.concat([...parts, central, end64, end, after]))
}

const text = '---\nname: x\ndescription: y\n---\nbody\n'
const skillMd: Forged = { name: 'x/SKILL.md', content: text }

async function codeOf(bytes: Uint8Array): Promise<string> {
  const outcome = await readSkillZip(bytes)
  return outcome.ok ? `read ${outcome.files.length}` : outcome.problem.code
}

const codeWith = (...entries: Forged[]) => codeOf(forge({ entries: [skillMd, ...entries] }))

async function pathsOf(bytes: Uint8Array) {
  const outcome = await readSkillZip(bytes)
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return { root: outcome.root, paths: outcome.files.map(({ path }) => path) }
}

describe('a zipped skill', () => {
  it('D11: is read with or without a root folder, and keeps executable bits', async () => {
    const script = { name: 'x/scripts/run', content: '#!/bin/sh\n', mode: 0o100755 }
    const outcome = await readSkillZip(forge({ entries: [skillMd, script] }))
    expect(outcome).toMatchObject({
      ok: true,
      root: 'x',
      files: [
        { path: 'SKILL.md', bytes: new Uint8Array(Buffer.from(text)), executable: false },
        { path: 'scripts/run', executable: true },
      ],
    })
    const bare = [
      { name: 'SKILL.md', content: text, stored: true },
      { name: 'a/b.md', content: 'b' },
    ]
    expect(await pathsOf(forge({ entries: bare }))).toEqual({
      root: undefined,
      paths: ['SKILL.md', 'a/b.md'],
    })
  })

  it('D11: folders, __MACOSX and .DS_Store are ignored and do not hide the root folder', async () => {
    const entries = [
      { name: 'x/', mode: 0o040755, stored: true },
      skillMd,
      { name: 'x/.DS_Store', content: 'z' },
      { name: '__MACOSX/x/._SKILL.md', content: 'z' },
    ]
    expect(await pathsOf(forge({ entries }))).toEqual({ root: 'x', paths: ['SKILL.md'] })
  })

  it('D11: of Windows PowerShell, with backslashes between folders, is read as one with slashes', async () => {
    const entries = [
      { name: 'x\\', host: 0, dosAttributes: 0x10, stored: true },
      { name: 'x\\SKILL.md', content: text, host: 0 },
      { name: 'x\\references\\a.md', content: 'a', host: 0 },
    ]
    expect(await pathsOf(forge({ entries }))).toEqual({
      root: 'x',
      paths: ['SKILL.md', 'references/a.md'],
    })
  })

  it.each([
    ['x\\..\\..\\evil', 'package.bad-path'],
    ['C:\\evil', 'package.bad-path'],
    ['\\\\server\\evil', 'package.bad-path'],
    ['x\\SKILL.md', 'package.path-collision'],
  ])('D11: the backslashes of a Windows archive hide nothing: %j', async (name, code) => {
    expect(await codeWith({ name, content: 'z', host: 0 })).toBe(code)
  })

  it('D11: is found in folders of nothing else', async () => {
    const entries = [
      { name: '.claude/skills/x/SKILL.md', content: text },
      { name: '.claude/skills/x/references/a.md', content: 'a' },
    ]
    expect(await pathsOf(forge({ entries }))).toEqual({
      root: '.claude/skills/x',
      paths: ['SKILL.md', 'references/a.md'],
    })
    const two = ['a', 'b'].map((name) => ({ name: `x/${name}/SKILL.md`, content: text }))
    expect((await pathsOf(forge({ entries: two }))).paths).toEqual(['a/SKILL.md', 'b/SKILL.md'])
  })

  it('a nested archive is kept unopened and reported', async () => {
    const inner = writeSkillZip('y', [])
    const outcome = await readSkillZip(
      forge({ entries: [skillMd, { name: 'x/inner.bin', content: Buffer.from(inner) }] }),
    )
    expect(outcome).toMatchObject({ ok: true, diagnostics: [{ code: 'package.nested-archive' }] })
  })

  it('a consistent zip64 archive is read', async () => {
    expect(await codeOf(forge({ entries: [skillMd], zip64: {} }))).toBe('read 1')
  })
})

describe('D11: a hostile archive is rejected before anything is stored', () => {
  it.each([
    '../evil',
    'x/../../evil',
    '/etc/passwd',
    'C:/windows',
    'C:evil',
    'x\\evil',
    '..\\evil',
    'x/a\u0000b',
    'x/a\nb',
    'x/./a',
    'x//a',
    '/',
    'x/SKILL.md:stream',
    'x/CON',
    'x/aux.md',
    'x/com1.tar.gz',
    'x/LPT9 .txt',
    'x/name.',
    'x/name ',
    `x/${'d/'.repeat(packageLimits.pathDepth)}deep`,
    `x/${'a'.repeat(packageLimits.pathLength + 1)}`,
    '__MACOSX/../../evil',
  ])('the path %j', async (name) => {
    expect(await codeWith({ name, content: 'evil' })).toBe('package.bad-path')
  })

  it.each([
    ['the same name', 'x/a.md', 'x/a.md'],
    ['by case', 'x/a.md', 'x/A.MD'],
    ['by composition', 'x/\u00e9', 'x/e\u0301'],
    ['by width', 'x/a', 'x/\uff41'],
    ['a file and a folder', 'x/a', 'x/a/b'],
  ])('names that collide: %s', async (_how, one, other) => {
    expect(await codeWith({ name: one }, { name: other })).toBe('package.path-collision')
  })

  it.each([
    ['a symbolic link', { mode: 0o120777, content: '/etc/passwd' }],
    ['a device', { mode: 0o020666 }],
    ['a pipe', { mode: 0o010644 }],
    ['a socket', { mode: 0o140644 }],
    ['a folder named like a file', { mode: 0o040755 }],
    ['a folder with content', { name: 'x/folder/', mode: 0o040755, content: 'hidden' }],
  ])('%s', async (_what, entry) => {
    expect(await codeWith({ name: 'x/link', ...entry })).toBe('zip.special-entry')
  })

  it('an encrypted entry, and an unsupported compression method', async () => {
    expect(await codeWith({ name: 'x/a', flags: 0x801 })).toBe('zip.encrypted')
    expect(await codeWith({ name: 'x/a', method: 9 })).toBe('zip.method-unsupported')
    expect(await codeWith({ name: 'x/a', method: 12 })).toBe('zip.method-unsupported')
  })

  it('too many declared bytes, files and entries', async () => {
    const big = { name: 'x/big', size: packageLimits.packageBytes }
    expect(await codeWith(big)).toBe('package.too-large')
    const many = Array.from({ length: packageLimits.files }, (_, n) => ({ name: `x/f${n}` }))
    expect(await codeWith(...many)).toBe('package.too-many-files')
    const folders = Array.from({ length: zipLimits.entries }, (_, n) => ({
      name: `x/d${n}/`,
      stored: true,
    }))
    expect(await codeWith(...folders)).toBe('zip.too-many-entries')
    expect(await codeOf(new Uint8Array(zipLimits.archiveBytes + 1))).toBe('zip.too-large')
  })

  it('a zip bomb with its declared size', async () => {
    const bomb = { name: 'x/bomb', content: Buffer.alloc(20 * 1024 * 1024) }
    expect(await codeWith(bomb)).toBe('zip.bomb')
  })

  it('a zip bomb with a false size is stopped at the first excess byte', async () => {
    const zeros = Buffer.alloc(20 * 1024 * 1024)
    expect(await codeWith({ name: 'x/bomb', content: zeros, size: 100 })).toBe('zip.size-mismatch')
    expect(await codeWith({ name: 'x/a', content: 'abc', size: 2 })).toBe('zip.size-mismatch')
    for (const stored of [true, false]) {
      const less = { name: 'x/a', content: 'abc', stored, size: 9 }
      expect(await codeWith(less)).toMatch(/^zip\.(?:size-mismatch|damaged)$/)
    }
  })

  it.each([
    ['name', { local: { name: 'x/b' } }],
    ['method', { local: { method: 0 } }],
    ['size', { local: { size: 1 } }],
    ['checksum', { local: { crc: 1 } }],
  ])('a local header with another %s than the central directory', async (_what, lie) => {
    expect(await codeWith({ name: 'x/a', content: 'abc', ...lie })).toBe('zip.ambiguous')
  })

  it('overlapping entries', async () => {
    const twice = { name: 'x/SKILL.md', content: text, offset: 0 }
    expect(await codeOf(forge({ entries: [skillMd, { ...twice, name: 'x/SKILL.mk' }] }))).toBe(
      'zip.ambiguous',
    )
    const inner = forge({ entries: [{ name: 'x/b', content: 'abc', stored: true }] })
    const outer = { name: 'x/a', content: Buffer.from(inner), stored: true }
    const shared = { name: 'x/b', content: 'abc', stored: true, offset: 30 + 3 }
    const bytes = forge({ entries: [outer, shared] })
    expect(await codeOf(bytes)).toBe('zip.overlapping')
  })

  it('bytes before, between and after the entries', async () => {
    const extra = Buffer.from('#!/bin/sh\necho something else reads this part\n')
    const entries = [skillMd, { name: 'x/a', content: 'abc' }]
    expect(await codeOf(forge({ entries, before: extra }))).toBe('zip.ambiguous')
    expect(await codeOf(forge({ entries, between: extra }))).toBe('zip.ambiguous')
    expect(await codeOf(forge({ entries, after: extra }))).toBe('zip.ambiguous')
    const second = Buffer.from(forge({ entries: [skillMd] }))
    expect(await codeOf(forge({ entries, after: second }))).toBe('zip.ambiguous')
  })

  it('a central directory with a false entry count or offset', async () => {
    const entries = [skillMd, { name: 'x/a', content: 'abc' }]
    expect(await codeOf(forge({ entries, count: 1 }))).toBe('zip.ambiguous')
    expect(await codeOf(forge({ entries, count: 3 }))).toBe('zip.damaged')
    expect(await codeOf(forge({ entries, directorySize: 20 }))).toMatch(/^zip\./)
    expect(await codeOf(forge({ entries, directoryOffset: 7 }))).toMatch(/^zip\./)
  })

  it('false zip64 fields', async () => {
    const entries = [skillMd]
    expect(await codeOf(forge({ entries, zip64: { count: 7 } }))).toBe('zip.ambiguous')
    expect(await codeOf(forge({ entries, zip64: { offset: 2 ** 60 } }))).toBe('zip.damaged')
    const huge = Buffer.concat([u16(1), u16(8), u64(2 ** 45)])
    expect(await codeWith({ name: 'x/a', size: 0xffffffff, extra: huge })).toBe('package.too-large')
    const none = { name: 'x/a', size: 0xffffffff }
    expect(await codeWith(none)).toBe('zip.damaged')
    const small = Buffer.concat([u16(1), u16(8), u64(3)])
    const lie = { name: 'x/a', content: 'abcdef', size: 0xffffffff, extra: small }
    expect(await codeWith({ ...lie, local: { size: 6 } })).toBe('zip.ambiguous')
  })

  it('damaged bytes, and bytes that are not an archive', async () => {
    expect(await codeWith({ name: 'x/a', content: 'abc', crc: 7 })).toBe('zip.damaged')
    expect(await codeOf(new Uint8Array())).toBe('zip.damaged')
    expect(await codeOf(new TextEncoder().encode(text))).toBe('zip.damaged')
    const whole = forge({ entries: [skillMd, { name: 'x/a', content: 'abc' }] })
    for (let length = 0; length < whole.length; length += 7) {
      expect(await codeOf(whole.slice(0, length))).toMatch(/^zip\./)
    }
  })

  it('never throws and never exceeds its limits, for any mutated archive', async () => {
    const whole = Buffer.from(
      forge({ entries: [skillMd, { name: 'x/a', content: 'abc'.repeat(50), mode: 0o100755 }] }),
    )
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, value } of changes) bytes[at] = value
        const outcome = await readSkillZip(new Uint8Array(bytes))
        if (!outcome.ok) return /^(?:zip|package)\./.test(outcome.problem.code)
        return outcome.files.every(({ path }) => !path.includes('..') && !path.startsWith('/'))
      }),
      { numRuns: 200 },
    )
  })
})
