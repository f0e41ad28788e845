import { writeSkillZip } from '@repertoire/skill-md/zip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  collect,
  type LoopbackServer,
  problemOf,
  startLoopbackServer,
  textsOf,
} from '../testing/loopback-server.ts'
import { digestOfBytes, skillMdOf, tarGzOf } from '../testing/skill-archives.ts'
import { createWellKnown, olderPlace, place, schema } from '../testing/well-known-server.ts'
import { createWellKnownReader } from './well-known-source.ts'

let server: LoopbackServer
let wellKnown: ReturnType<typeof createWellKnown>
beforeEach(async () => {
  server = await startLoopbackServer()
  wellKnown = createWellKnown(server)
})
afterEach(() => server.close())

const archive = (name: string, bytes: Uint8Array) => {
  server.served.set(`${place}/${name}.archive`, bytes)
  const url = `${name}.archive`
  return { name, type: 'archive', description: 'A folder.', url, digest: digestOfBytes(bytes) }
}
const publishOlder = (...skills: unknown[]) =>
  server.served.set(`${olderPlace}/index.json`, { skills })
const older = (name: string, files: Record<string, string>, extra = {}) => {
  for (const [path, text] of Object.entries(files)) {
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    server.served.set(`${olderPlace}/${name}/${encoded}`, text)
  }
  return { name, description: 'Listed.', files: Object.keys(files), ...extra }
}

describe('a well-known index of version 0.2', () => {
  it('gives single files, zips and tar archives, named by their digests', async () => {
    const encoder = new TextEncoder()
    const zipped = writeSkillZip('charts', [
      { path: 'SKILL.md', bytes: encoder.encode(skillMdOf('charts')), executable: false },
      { path: 'scripts/draw.py', bytes: encoder.encode('print(1)'), executable: true },
    ])
    const tarred = tarGzOf([
      { path: './SKILL.md', text: skillMdOf('tables') },
      { path: './references/a.md', text: 'A' },
    ])
    const entries = [
      wellKnown.single('tax-forms'),
      archive('charts', zipped),
      archive('tables', tarred),
    ]
    wellKnown.publish(...entries)
    const source = await wellKnown.changed()
    expect(source.entries).toEqual(entries.map(({ name, digest }) => ({ id: name, token: digest })))
    expect(source.notices).toEqual([])
    const items = await collect(source.read(['tables', 'tax-forms', 'charts']))
    expect(items.map(({ id }) => id)).toEqual(['tables', 'tax-forms', 'charts'])
    expect(items.map(textsOf)).toEqual([
      { 'SKILL.md': skillMdOf('tables'), 'references/a.md': 'A' },
      { 'SKILL.md': skillMdOf('tax-forms') },
      { 'SKILL.md': skillMdOf('charts'), 'scripts/draw.py': 'print(1)' },
    ])
    expect(items[2]?.files?.map(({ executable }) => executable)).toEqual([false, true])
  })

  it('reads the licences above the only skill of an archive', async () => {
    const text = skillMdOf('charts')
    const packed = tarGzOf([
      { path: 'LICENSE', text: 'MIT' },
      { path: 'charts/SKILL.md', text },
    ])
    wellKnown.publish(archive('charts', packed))
    const [item] = await wellKnown.readAll()
    expect(textsOf(item)).toEqual({ 'SKILL.md': text })
    expect(item?.problem ? [] : item?.licences).toEqual([{ path: 'LICENSE', text: 'MIT' }])
  })

  it('refuses a file with another digest before it reads it, and only that skill', async () => {
    wellKnown.publish(wellKnown.single('good'), {
      ...wellKnown.single('bad'),
      digest: digestOfBytes('other'),
    })
    const [good, bad] = await wellKnown.readAll()
    expect(textsOf(good)).toEqual({ 'SKILL.md': skillMdOf('good') })
    expect(bad?.problem).toMatchObject({ code: 'source.digest-mismatch' })
  })

  it('leaves out each invalid entry with a notice, and keeps the others', async () => {
    const valid = wellKnown.single('valid')
    const entry = (extra: object) => ({ ...valid, name: 'other', ...extra })
    wellKnown.publish(
      ...['text', null, 7, [], { __proto__: { name: 'x' } }],
      entry({ name: '../../etc' }),
      entry({ name: '__proto__' }),
      entry({ name: ['a'] }),
      entry({ digest: undefined }),
      entry({ digest: 'sha256:abc' }),
      entry({ url: 'file:///etc/passwd' }),
      entry({ url: 'https://elsewhere.example/SKILL.md' }),
      entry({ url: 5 }),
      entry({ type: 'container' }),
      valid,
    )
    const source = await wellKnown.changed()
    expect(source.entries.map(({ id }) => id)).toEqual(['valid'])
    const messages = source.notices.map(({ message }) => message).join('\n')
    expect(source.notices.map(({ code }) => code)).toEqual(Array(13).fill('entry.invalid'))
    expect(messages).toContain('Entry 6 ("../../etc")')
    expect(messages).toContain('it is on another server, "elsewhere.example"')
    expect(server.requests.every((line) => line.endsWith('index.json'))).toBe(true)
  })

  it('takes none of several skills of one name', async () => {
    wellKnown.publish(
      wellKnown.single('twice'),
      wellKnown.single('once'),
      wellKnown.single('twice'),
    )
    const source = await wellKnown.changed()
    expect(source.entries.map(({ id }) => id)).toEqual(['once'])
    expect(source.notices.map(({ code }) => code)).toEqual(['entry.conflict'])
  })

  it('stops at a $schema it does not know', async () => {
    server.served.set(`${place}/index.json`, {
      $schema: 'https://schemas.agentskills.io/discovery/9\u001b[31m\u202e',
      skills: [wellKnown.single('one')],
    })
    const problem = await problemOf(wellKnown.open())
    expect(problem.code).toBe('source.invalid-answer')
    expect(problem.message).toContain('\\u{1b}[31m\\u{202e}')
    expect(problem.message).not.toMatch(/\p{C}/u)
  })

  it('takes skills from another origin only when the operator names it', async () => {
    const other = await startLoopbackServer()
    try {
      const text = skillMdOf('remote')
      other.served.set('/remote.md', text)
      wellKnown.publish({
        ...wellKnown.single('remote'),
        url: `${other.url}/remote.md`,
        digest: digestOfBytes(text),
      })
      expect((await problemOf(wellKnown.open())).code).toBe('source.empty')
      const [item] = await wellKnown.readAll({ allowedOrigins: [other.url], token: 'secret' })
      expect(textsOf(item)).toEqual({ 'SKILL.md': text })
      expect(other.headers.map(({ authorization }) => authorization)).toEqual([undefined])
      expect(server.headers.at(-1)?.authorization).toBe('Bearer secret')
    } finally {
      await other.close()
    }
  })

  it('refuses links, paths that leave the folder, and bombs in archives', async () => {
    const md = { path: 'SKILL.md', text: skillMdOf('x') }
    const link = tarGzOf([md, { path: 'a', type: 'SymbolicLink', linkpath: '/etc/passwd' }])
    const hard = tarGzOf([md, { path: 'a', type: 'Link', linkpath: 'SKILL.md' }])
    const device = tarGzOf([md, { path: 'a', type: 'CharacterDevice' }])
    const leaving = tarGzOf([md, { path: '../a', text: 'x' }])
    const twice = tarGzOf([md, { path: 'skill.MD', text: 'x' }])
    const bomb = tarGzOf([md, { path: 'zeros', text: '\0'.repeat(20_000_000) }])
    const cut = tarGzOf([md]).subarray(0, 60)
    const hostile = { link, hard, device, leaving, twice, bomb, cut, text: Buffer.from('hello') }
    wellKnown.publish(...Object.entries(hostile).map(([name, bytes]) => archive(name, bytes)))
    const items = await wellKnown.readAll()
    expect(Object.fromEntries(items.map(({ id, problem }) => [id, problem?.code]))).toEqual({
      link: 'tar.special-entry',
      hard: 'tar.special-entry',
      device: 'tar.special-entry',
      leaving: 'package.bad-path',
      twice: 'package.path-collision',
      bomb: 'tar.bomb',
      cut: 'tar.damaged',
      text: 'source.invalid-answer',
    })
  })
})

describe('a well-known index of version 0.1', () => {
  it('gives the listed files, and encodes their names', async () => {
    const files = { 'SKILL.md': skillMdOf('old'), 'references/a #1?.md': 'A' }
    publishOlder(older('old', files))
    const [item] = await wellKnown.readAll()
    expect(textsOf(item)).toEqual(files)
  })

  it('notices a changed file though the index says nothing, and an unchanged one', async () => {
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old', 'One.') }))
    const first = await wellKnown.changed()
    expect(await wellKnown.open({ knownVersion: first.version })).toEqual({ status: 'unchanged' })
    server.served.set(`${olderPlace}/old/SKILL.md`, skillMdOf('old', 'Two.'))
    const second = await wellKnown.changed({ knownVersion: first.version })
    expect(second.entries[0]?.token).not.toBe(first.entries[0]?.token)
  })

  it('reads no files to know a version that the index states', async () => {
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old') }, { version: '3' }))
    const source = await wellKnown.changed()
    expect(source.entries[0]?.token).toMatch(/^sha256:/)
    expect(server.requests.filter((line) => line.endsWith('.md'))).toEqual([])
  })

  it('takes the valid entries beside an invalid one, and no half skill', async () => {
    publishOlder(
      older('good', { 'SKILL.md': skillMdOf('good') }),
      { name: 'leaves', description: 'x', files: ['SKILL.md', '../../secret'] },
      { name: 'bare', description: 'x', files: ['a.md'] },
      { name: 'half', description: 'x', files: ['SKILL.md', 'missing.md'] },
    )
    server.served.set(`${olderPlace}/half/SKILL.md`, skillMdOf('half'))
    const source = await wellKnown.changed()
    expect(source.notices.map(({ code }) => code)).toEqual(['entry.invalid', 'entry.invalid'])
    const [good, half] = await collect(source.read(['good', 'half']))
    expect(good?.files).toHaveLength(1)
    expect(half?.problem?.code).toBe('source.not-found-or-private')
    expect(server.requests.some((line) => line.includes('secret'))).toBe(false)
  })
})

describe('looking for an index', () => {
  it('asks below the path in both places, and never for that of the whole host', async () => {
    wellKnown.publish(wellKnown.single('root-only'))
    const problem = await problemOf(wellKnown.open({ path: '/team?key=1#part' }))
    expect(problem.code).toBe('source.not-found-or-private')
    expect(server.requests).toEqual([
      `GET /team${place}/index.json`,
      `GET /team${olderPlace}/index.json`,
    ])
  })

  it('takes the address of an index as it is', async () => {
    server.served.set('/lists/index.json', { skills: [{ name: 'a', files: ['SKILL.md'] }] })
    server.served.set('/lists/a/SKILL.md', skillMdOf('a'))
    expect(await wellKnown.readAll({ path: '/lists/index.json' })).toHaveLength(1)
  })

  it('passes over web pages that stand for every address', async () => {
    server.served.set(`${place}/index.json`, '<!doctype html><p>Welcome</p>')
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old') }))
    expect(await wellKnown.readAll()).toHaveLength(1)
  })

  it.each(['https://github.com/o/r', 'https://gitlab.com/g/p', 'ftp://example.org', 'nonsense'])(
    'does not ask %s',
    async (url) => {
      const reader = createWellKnownReader({ fetch: () => Promise.reject(new Error('asked')) })
      const signal = new AbortController().signal
      const config = { kind: 'well-known', url } as const
      const problem = await problemOf(
        reader.open({ config, token: null, knownVersion: null, signal }),
      )
      expect(problem.code).toBe('source.unsupported')
    },
  )

  it('makes one request when the index has not changed', async () => {
    const index = JSON.stringify({ $schema: schema, skills: [wellKnown.single('one')] })
    server.served.set(`${place}/index.json`, (request, response) => {
      const known = request.headers['if-none-match'] === '"v1"'
      response.writeHead(known ? 304 : 200, { etag: '"v1"' }).end(known ? undefined : index)
    })
    const { version } = await wellKnown.changed()
    server.requests.length = 0
    expect(await wellKnown.open({ knownVersion: version })).toEqual({ status: 'unchanged' })
    expect(server.requests).toEqual([`GET ${place}/index.json`])
  })

  it('does not believe an ETag that stays while the index changes', async () => {
    const serve = (name: string) =>
      server.served.set(`${place}/index.json`, (_request, response) => {
        const index = JSON.stringify({ $schema: schema, skills: [wellKnown.single(name)] })
        response.writeHead(200, { etag: '"v1"' }).end(index)
      })
    serve('one')
    const { version } = await wellKnown.changed()
    serve('two')
    expect(await wellKnown.open({ knownVersion: version })).toMatchObject({
      entries: [{ id: 'two' }],
    })
  })

  it('never reads an empty index as one without skills', async () => {
    wellKnown.publish()
    expect((await problemOf(wellKnown.open())).code).toBe('source.empty')
  })
})
