import type { OpenedSource, SourceItem } from '@repertoire/core/ports'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  collect,
  type LoopbackServer,
  loopbackFetch,
  problemOf,
  startLoopbackServer,
  textsOf,
} from '../testing/loopback-server.ts'
import { digestOfBytes, skillMdOf, tarGzOf } from '../testing/skill-archives.ts'
import { createWellKnownReader } from './well-known-source.ts'

const schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const place = '/.well-known/agent-skills'
const olderPlace = '/.well-known/skills'

let server: LoopbackServer
beforeEach(async () => {
  server = await startLoopbackServer()
})
afterEach(() => server.close())

interface OpenOptions {
  readonly path?: string
  readonly knownVersion?: string | null
  readonly token?: string | null
  readonly allowedOrigins?: readonly string[]
}

const open = ({
  path = '',
  knownVersion = null,
  token = null,
  allowedOrigins = [],
}: OpenOptions = {}) =>
  createWellKnownReader({ fetch: loopbackFetch, allowedOrigins }).open({
    config: { kind: 'well-known', url: `${server.url}${path}` },
    ...{ token, knownVersion },
    signal: new AbortController().signal,
  })

async function changed(
  options?: OpenOptions,
): Promise<Extract<OpenedSource, { status: 'changed' }>> {
  const opened = await open(options)
  if (opened.status === 'unchanged') throw new Error('it is unchanged')
  return opened
}

async function readAll(options?: OpenOptions): Promise<SourceItem[]> {
  const source = await changed(options)
  return collect(source.read(source.entries.map(({ id }) => id)))
}

const single = (name: string, text = skillMdOf(name)) => {
  server.served.set(`${place}/${name}/SKILL.md`, text)
  return {
    name,
    type: 'skill-md',
    description: 'One file.',
    url: `${name}/SKILL.md`,
    digest: digestOfBytes(text),
  }
}
const archive = (name: string, bytes: Uint8Array) => {
  server.served.set(`${place}/${name}.archive`, bytes)
  const url = `${name}.archive`
  return { name, type: 'archive', description: 'A folder.', url, digest: digestOfBytes(bytes) }
}
const publish = (...skills: unknown[]) =>
  server.served.set(`${place}/index.json`, { $schema: schema, skills })
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
    const entries = [single('tax-forms'), archive('charts', zipped), archive('tables', tarred)]
    publish(...entries)
    const source = await changed()
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
    publish(archive('charts', packed))
    const [item] = await readAll()
    expect(textsOf(item)).toEqual({ 'SKILL.md': text })
    expect(item?.problem ? [] : item?.licences).toEqual([{ path: 'LICENSE', text: 'MIT' }])
  })

  it('refuses a file with another digest before it reads it, and only that skill', async () => {
    publish(single('good'), { ...single('bad'), digest: digestOfBytes('other') })
    const [good, bad] = await readAll()
    expect(textsOf(good)).toEqual({ 'SKILL.md': skillMdOf('good') })
    expect(bad?.problem).toMatchObject({ code: 'source.digest-mismatch' })
  })

  it('leaves out each invalid entry with a notice, and keeps the others', async () => {
    const valid = single('valid')
    const entry = (extra: object) => ({ ...valid, name: 'other', ...extra })
    publish(
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
    const source = await changed()
    expect(source.entries.map(({ id }) => id)).toEqual(['valid'])
    const messages = source.notices.map(({ message }) => message).join('\n')
    expect(source.notices.map(({ code }) => code)).toEqual(Array(13).fill('entry.invalid'))
    expect(messages).toContain('Entry 6 ("../../etc")')
    expect(messages).toContain('it is on another server, "elsewhere.example"')
    expect(server.requests.every((line) => line.endsWith('index.json'))).toBe(true)
  })

  it('takes none of several skills of one name', async () => {
    publish(single('twice'), single('once'), single('twice'))
    const source = await changed()
    expect(source.entries.map(({ id }) => id)).toEqual(['once'])
    expect(source.notices.map(({ code }) => code)).toEqual(['entry.conflict'])
  })

  it('stops at a $schema it does not know', async () => {
    server.served.set(`${place}/index.json`, {
      $schema: 'https://schemas.agentskills.io/discovery/9\u001b[31m\u202e',
      skills: [single('one')],
    })
    const problem = await problemOf(open())
    expect(problem.code).toBe('source.invalid-answer')
    expect(problem.message).toContain('\\u{1b}[31m\\u{202e}')
    expect(problem.message).not.toMatch(/\p{C}/u)
  })

  it('takes skills from another origin only when the operator names it', async () => {
    const other = await startLoopbackServer()
    try {
      const text = skillMdOf('remote')
      other.served.set('/remote.md', text)
      publish({ ...single('remote'), url: `${other.url}/remote.md`, digest: digestOfBytes(text) })
      expect((await problemOf(open())).code).toBe('source.empty')
      const [item] = await readAll({ allowedOrigins: [other.url], token: 'secret' })
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
    publish(...Object.entries(hostile).map(([name, bytes]) => archive(name, bytes)))
    const items = await readAll()
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
    const [item] = await readAll()
    expect(textsOf(item)).toEqual(files)
  })

  it('notices a changed file though the index says nothing, and an unchanged one', async () => {
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old', 'One.') }))
    const first = await changed()
    expect(await open({ knownVersion: first.version })).toEqual({ status: 'unchanged' })
    server.served.set(`${olderPlace}/old/SKILL.md`, skillMdOf('old', 'Two.'))
    const second = await changed({ knownVersion: first.version })
    expect(second.entries[0]?.token).not.toBe(first.entries[0]?.token)
  })

  it('reads no files to know a version that the index states', async () => {
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old') }, { version: '3' }))
    const source = await changed()
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
    const source = await changed()
    expect(source.notices.map(({ code }) => code)).toEqual(['entry.invalid', 'entry.invalid'])
    const [good, half] = await collect(source.read(['good', 'half']))
    expect(good?.files).toHaveLength(1)
    expect(half?.problem?.code).toBe('source.not-found-or-private')
    expect(server.requests.some((line) => line.includes('secret'))).toBe(false)
  })
})

describe('looking for an index', () => {
  it('asks below the path in both places, and never for that of the whole host', async () => {
    publish(single('root-only'))
    const problem = await problemOf(open({ path: '/team?key=1#part' }))
    expect(problem.code).toBe('source.not-found-or-private')
    expect(server.requests).toEqual([
      `GET /team${place}/index.json`,
      `GET /team${olderPlace}/index.json`,
    ])
  })

  it('takes the address of an index as it is', async () => {
    server.served.set('/lists/index.json', { skills: [{ name: 'a', files: ['SKILL.md'] }] })
    server.served.set('/lists/a/SKILL.md', skillMdOf('a'))
    expect(await readAll({ path: '/lists/index.json' })).toHaveLength(1)
  })

  it('passes over web pages that stand for every address', async () => {
    server.served.set(`${place}/index.json`, '<!doctype html><p>Welcome</p>')
    publishOlder(older('old', { 'SKILL.md': skillMdOf('old') }))
    expect(await readAll()).toHaveLength(1)
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
    const index = JSON.stringify({ $schema: schema, skills: [single('one')] })
    server.served.set(`${place}/index.json`, (request, response) => {
      const known = request.headers['if-none-match'] === '"v1"'
      response.writeHead(known ? 304 : 200, { etag: '"v1"' }).end(known ? undefined : index)
    })
    const { version } = await changed()
    server.requests.length = 0
    expect(await open({ knownVersion: version })).toEqual({ status: 'unchanged' })
    expect(server.requests).toEqual([`GET ${place}/index.json`])
  })

  it('does not believe an ETag that stays while the index changes', async () => {
    const serve = (name: string) =>
      server.served.set(`${place}/index.json`, (_request, response) => {
        const index = JSON.stringify({ $schema: schema, skills: [single(name)] })
        response.writeHead(200, { etag: '"v1"' }).end(index)
      })
    serve('one')
    const { version } = await changed()
    serve('two')
    expect(await open({ knownVersion: version })).toMatchObject({ entries: [{ id: 'two' }] })
  })

  it('never reads an empty index as one without skills', async () => {
    publish()
    expect((await problemOf(open())).code).toBe('source.empty')
  })
})

describe('a hostile index', () => {
  const index = (text: string) => server.served.set(`${place}/index.json`, text)
  const endless: Parameters<typeof server.served.set>[1] = (_request, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(256 * 1024, 0x20)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  }

  it('with a body without end is cut off', async () => {
    server.served.set(`${place}/index.json`, endless)
    expect((await problemOf(open())).code).toBe('source.too-large')
  })

  it('with an artifact without end is cut off, and only that skill', async () => {
    publish(single('good'), single('endless'))
    server.served.set(`${place}/endless/SKILL.md`, endless)
    const [good, other] = await readAll()
    expect(good?.files).toHaveLength(1)
    expect(other?.problem?.code).toBe('source.too-large')
  })

  it('nested a million deep, of other types, or no JSON is refused', async () => {
    for (const text of [
      '['.repeat(1_000_000),
      `{"skills":[{"name":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}]}`,
      '{"skills":{}}',
      '[]',
      '"skills"',
      'null',
      '{"skills":[',
      '\u0000',
    ]) {
      index(text)
      expect((await problemOf(open())).code).toBe('source.invalid-answer')
    }
  })

  it('with 100,000 entries is read up to a limit, and says so', async () => {
    const digest = digestOfBytes('')
    const skills = Array.from({ length: 100_000 }, (_, at) => `{"name":"s${at}"}`)
    skills[0] = JSON.stringify({ name: 'first', type: 'skill-md', url: 'x', digest })
    index(`{"$schema":"${schema}","skills":[${skills.join(',')}]}`)
    const source = await changed()
    expect(source.entries).toHaveLength(1)
    expect(source.notices[0]).toMatchObject({ code: 'entries.truncated' })
    expect(source.notices).toHaveLength(22)
  })

  it('that lists 100,000 files without versions is refused before any of them is read', async () => {
    const files = ['SKILL.md', ...Array.from({ length: 999 }, (_, at) => `${at}`)]
    const skills = Array.from({ length: 100 }, (_, at) => ({
      name: `s${at}`,
      description: 'x',
      files,
    }))
    index(JSON.stringify({ skills }))
    expect((await problemOf(open())).code).toBe('source.too-large')
    expect(server.requests.filter((line) => !line.endsWith('index.json'))).toEqual([])
  })

  it('with keys of prototypes changes nothing', async () => {
    const { name, type, url, digest } = single('one')
    index(
      `{"$schema":"${schema}","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},` +
        `"skills":[{"__proto__":{"polluted":1},"name":"${name}","type":"${type}","url":"${url}","digest":"${digest}"}]}`,
    )
    expect(await readAll()).toHaveLength(1)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('that limits its rate says how long to wait, for the index and for its skills', async () => {
    const busy: Parameters<typeof server.served.set>[1] = (_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end()
    }
    publish(single('one'), single('two'))
    server.served.set(`${place}/one/SKILL.md`, busy)
    const limited = { code: 'source.rate-limited', details: { retryAfterMs: 7000 } }
    expect(await problemOf(readAll())).toMatchObject(limited)
    server.served.set(`${place}/index.json`, busy)
    expect(await problemOf(open())).toMatchObject(limited)
  })

  it('stops when the caller stops', async () => {
    server.served.set(`${place}/index.json`, () => undefined)
    const abort = new AbortController()
    const reader = createWellKnownReader({
      fetch: (url, init) => {
        abort.abort(new Error('cancelled'))
        return loopbackFetch(url, init)
      },
    })
    const config = { kind: 'well-known', url: server.url } as const
    const request = { config, token: null, knownVersion: null, signal: abort.signal }
    await expect(reader.open(request)).rejects.toThrow('cancelled')
  })
})
