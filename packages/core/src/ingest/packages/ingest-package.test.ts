import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packageLimits } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../base/ids.ts'
import type { PackageFile } from '../../domain/skill.ts'
import { type IngestRequest, ingestPackage } from './ingest-package.ts'
import { digestOf } from './manifest.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const data = join(import.meta.dirname, '../../../../../../shared/data')

function file(path: string, text: string, executable = false): PackageFile {
  return { path, bytes: new TextEncoder().encode(text), executable }
}

const skillMd = (text: string) => file('SKILL.md', text)

function arrive(files: readonly PackageFile[], change: Partial<IngestRequest> = {}) {
  const origin = {
    sourceType: 'manual',
    sourceUrl: null,
    sourceRef: null,
    sourceId: null,
    provenance: 'authored',
  } as const
  const author = 'usr_1' as UserId
  return ingestPackage({ files, scope: { kind: 'org' }, origin, author, ...change }, sha256)
}

function arrival(...given: Parameters<typeof arrive>) {
  const outcome = arrive(...given)
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.arrival
}

function refusal(...given: Parameters<typeof arrive>): string {
  const outcome = arrive(...given)
  return outcome.ok ? 'was accepted' : outcome.problem.code
}

const plain =
  '---\nname: Postgres Triage\ndescription: About Postgres.\ntags: [db, sre]\n---\n# Hi 🙂\n'

describe('ingestPackage', () => {
  it('A1: keeps the bytes and extracts the facts; the budget counts the characters of the body', () => {
    const { slug, facts, content } = arrival([skillMd(plain)])
    expect(slug).toBe('postgres-triage')
    expect(facts).toMatchObject({
      name: 'Postgres Triage',
      description: 'About Postgres.',
      tags: ['db', 'sre'],
      contentLength: [...'# Hi 🙂\n'].length,
      contentHash: `sha256:${sha256(plain)}`,
    })
    expect(content).toEqual({ source: plain, body: '# Hi 🙂\n' })
  })

  it('D2: a description is cut at 1,024 whole characters, and the file keeps all of it', () => {
    const long = `${'🙂'.repeat(1100)}end`
    const text = `---\nname: a\ndescription: ${long}\n---\nBody\n`
    const outcome = arrive([skillMd(text)])
    if (!outcome.ok) throw new Error(outcome.problem.message)
    const { facts, content } = outcome.arrival
    expect(facts.description).toBe(`${'🙂'.repeat(1023)}…`)
    expect([content.source, facts.frontmatter.description]).toEqual([text, long])
    expect(outcome.diagnostics).toContainEqual(
      expect.objectContaining({
        ...{ code: 'description.too-long', severity: 'warning' },
        message: expect.stringContaining('1103 characters'),
      }),
    )
    const same = arrival([skillMd(text)], { overrides: { description: facts.description } })
    expect(same.content.source).toBe(text)
    const whole = arrival([skillMd('---\nname: a\n---\n')], { overrides: { description: long } })
    expect(whole.facts.frontmatter.description).toBe(long)
  })

  it('keeps a byte-order mark, CRLF and comments exactly', () => {
    const odd = '\ufeff---\r\nname: Odd # yes\r\ndescription: x\r\n---\r\nBody\r\n'
    const { content, facts } = arrival([skillMd(odd)])
    expect(content.source).toBe(odd)
    expect(facts.manifest[0]).toMatchObject({ sha256: sha256(odd) })
  })

  it('A4: truncates long names, which no budget counts; the file keeps them', () => {
    const name = '🙂'.repeat(5_000)
    const text = `---\nname: ${name}\nslug: long\n---\nx`
    const { facts, content } = arrival([skillMd(text)])
    expect([...facts.name]).toHaveLength(200)
    expect(content.source).toBe(text)
  })

  it('accepts SKILL.md in other spellings, and only at the top level', () => {
    expect(arrival([file('skill.md', plain)]).facts.manifest[0]?.path).toBe('SKILL.md')
    expect(refusal([file('folder/SKILL.md', plain)])).toBe('skill.md-missing')
    expect(refusal([])).toBe('skill.md-missing')
    const two = [file('a/SKILL.md', plain), file('b/SKILL.md', plain)]
    expect(arrive(two)).toMatchObject({
      problem: { message: expect.stringContaining('but in folders: a/SKILL.md, b/SKILL.md.') },
    })
  })

  it('D1: reads a file without frontmatter as body only, named by its folder', () => {
    const { slug, facts } = arrival([skillMd('# Just text\n')], { folderName: 'my-notes' })
    expect(slug).toBe('my-notes')
    expect(facts.contentLength).toBe('# Just text\n'.length)
  })

  it('takes the slug from the override, else the frontmatter, else the name, else the folder', () => {
    const withSlug = skillMd('---\nname: Name\nslug: team.purpose\ndescription: x\n---\nB')
    const folderName = 'the-folder'
    expect(arrival([withSlug], { folderName, overrides: { slug: 'other.one' } }).slug).toBe(
      'other.one',
    )
    expect(arrival([withSlug], { folderName }).slug).toBe('team.purpose')
    const named = skillMd('---\nname: Some Name\ndescription: x\n---\nB')
    expect(arrival([named], { folderName }).slug).toBe('some-name')
    const chinese = skillMd('---\nname: 数据库\ndescription: x\n---\nB')
    expect(arrival([chinese], { folderName }).slug).toBe('the-folder')
    expect(refusal([chinese])).toBe('skill.name-missing')
  })

  it.each(['a/b', '../up', '..', 'a\u0000b', 'UPPER', '', 'a b', 'a'.repeat(101)])(
    'refuses the explicit slug %j',
    (slug) => {
      expect(refusal([skillMd(plain)], { overrides: { slug } })).toBe('skill.slug-invalid')
    },
  )
})

describe('overrides of a form', () => {
  it('are written into the frontmatter, so that an export contains them', () => {
    const overrides = {
      slug: 'sre.postgres',
      name: 'New: name',
      description: 'New description',
      tags: ['a', 'b'],
    }
    const { slug, facts, content } = arrival([skillMd(plain)], { overrides })
    expect({ slug, ...facts }).toMatchObject({ ...overrides, slug: 'sre.postgres' })
    const again = arrival([skillMd(content.source)])
    expect(again).toEqual(arrival([skillMd(content.source)], { overrides }))
    expect(again.facts.digest).toBe(facts.digest)
    expect(content.body).toBe('# Hi 🙂\n')
  })

  it('change no byte when they equal the file’s values', () => {
    const overrides = {
      slug: 'postgres-triage',
      name: 'Postgres Triage',
      description: 'About Postgres.',
      tags: ['db', 'sre'],
    }
    expect(arrival([skillMd(plain)], { overrides }).content.source).toBe(plain)
  })

  it('cannot inject frontmatter or body', () => {
    const description = 'x\n---\n# Injected\nname: evil'
    const { facts, content } = arrival([skillMd(plain)], { overrides: { description } })
    expect(facts.name).toBe('Postgres Triage')
    expect(facts.description).toBe(description)
    expect(content.body).toBe('# Hi 🙂\n')
  })

  it('add frontmatter to a file without it', () => {
    const overrides = { name: 'Notes', description: 'My notes.' }
    const { facts, content } = arrival([skillMd('# Just text\n')], { overrides })
    expect(facts).toMatchObject(overrides)
    expect(content.body).toBe('# Just text\n')
  })
})

describe('malicious packages', () => {
  const extra = (path: string) => [skillMd(plain), file(path, 'x')]

  it.each([
    '../evil',
    'a/../../evil',
    '/etc/passwd',
    'C:/windows',
    'a\\b',
    'a\u0000b',
    'a//b',
    './a',
    'a/.',
    '',
    'a/',
    'a\nb',
    '\ud800',
    'x'.repeat(401),
  ])('refuses the path %j', (path) => {
    expect(refusal(extra(path))).toBe('package.bad-path')
  })

  it.each([
    ['twice', ['a.txt', 'a.txt']],
    ['by case', ['Read.me', 'read.ME']],
    ['by composition', ['é.txt', 'e\u0301.txt']],
    ['a file and a folder', ['scripts', 'scripts/run.sh']],
    ['two SKILL.md', ['skill.MD']],
  ])('refuses paths that collide: %s', (_how, paths) => {
    const files = [skillMd(plain), ...paths.map((path) => file(path, 'x'))]
    expect(refusal(files)).toBe('package.path-collision')
  })

  it('limits the number of files, their bytes and the size of SKILL.md', () => {
    const many = Array.from({ length: packageLimits.files }, (_, n) => file(`f${n}`, ''))
    expect(refusal([skillMd(plain), ...many])).toBe('package.too-many-files')
    const big = new Uint8Array(packageLimits.packageBytes)
    const bigFile = { path: 'big.bin', bytes: big, executable: false }
    expect(refusal([skillMd(plain), bigFile])).toBe('package.too-large')
    const long = skillMd(`${plain}${'x'.repeat(packageLimits.skillMdBytes)}`)
    expect(refusal([long])).toBe('skill.md-too-large')
  })

  it('refuses bytes that are not UTF-8, with the line', () => {
    const bytes = Uint8Array.from([0x2d, 0x2d, 0xff, 0xfe])
    const outcome = arrive([{ path: 'SKILL.md', bytes, executable: false }])
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'skill.unreadable' } })
    expect(outcome.diagnostics[0]).toMatchObject({ line: 1, severity: 'error' })
  })

  it('never throws, for any bytes (property)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, name) => {
        const files = [{ path: 'SKILL.md', bytes, executable: false }]
        const outcome = arrive(files, { folderName: name, overrides: { name, description: name } })
        expect(typeof outcome.ok).toBe('boolean')
      }),
    )
  })
})

describe('the digest', () => {
  const base = [skillMd(plain), file('scripts/a.sh', 'echo'), file('b.md', 'x')]

  it('does not depend on the order of the files', () => {
    const { digest } = arrival(base).facts
    expect(arrival(base.toReversed()).facts.digest).toBe(digest)
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.each([
    ['bytes', [skillMd(plain), file('scripts/a.sh', 'ECHO'), file('b.md', 'x')]],
    ['path', [skillMd(plain), file('scripts/c.sh', 'echo'), file('b.md', 'x')]],
    ['the executable bit', [skillMd(plain), file('scripts/a.sh', 'echo', true), file('b.md', 'x')]],
    [
      'the executable bit of SKILL.md',
      [file('SKILL.md', plain, true), file('scripts/a.sh', 'echo'), file('b.md', 'x')],
    ],
    ['an additional file', [...base, file('c.md', '')]],
  ])('changes with %s', (_what, files) => {
    expect(arrival(files).facts.digest).not.toBe(arrival(base).facts.digest)
  })

  it('differs for different manifests, for any paths (property)', () => {
    const entry = fc.record({
      path: fc.string(),
      sha256: fc.constantFrom('a', 'b'),
      size: fc.nat(99),
      executable: fc.boolean(),
    })
    const manifest = fc.array(entry, { maxLength: 3 })
    fc.assert(
      fc.property(manifest, manifest, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(digestOf(one, sha256) === digestOf(other, sha256)).toBe(same)
      }),
    )
  })
})

describe('real skills', () => {
  const files = existsSync(data)
    ? readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.md'),
      )
    : []
  const skills = files.filter((path) => /^skills\/.*\/SKILL\.md$/i.test(path))

  it.skipIf(skills.length === 0)('accepts every skill of the collection, byte for byte', () => {
    for (const path of skills) {
      const bytes = readFileSync(join(data, path))
      const folderName = basename(dirname(path))
      const outcome = arrive([{ path: 'SKILL.md', bytes, executable: false }], { folderName })
      if (!outcome.ok) throw new Error(`${path}: ${outcome.problem.message}`)
      expect(outcome.arrival.facts.contentHash).toBe(`sha256:${sha256(bytes)}`)
    }
  })

  it.skipIf(skills.length === 0)('repairs every broken one, or refuses it with a reason', () => {
    const broken = files.filter((path) => path.startsWith('malformed/'))
    expect(broken.length).toBeGreaterThan(20)
    for (const path of broken) {
      const bytes = readFileSync(join(data, path))
      const outcome = arrive([{ path: 'SKILL.md', bytes, executable: false }], {
        folderName: 'x',
      })
      expect(outcome.diagnostics.length, path).toBeGreaterThan(0)
    }
  })
})
