import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { writeSkillZip, zipLimits } from '@repertoire/skill-md/zip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  collect,
  type LoopbackServer,
  loopbackFetch,
  problemOf,
  startLoopbackServer,
  textsOf,
} from '../testing/loopback-server.ts'
import { digestOfBytes, skillMdOf, tarGzOf, tarOf } from '../testing/skill-archives.ts'
import { createUrlReader } from './url-source.ts'

let server: LoopbackServer
beforeEach(async () => {
  server = await startLoopbackServer()
})
afterEach(() => server.close())

const reader = createUrlReader({ fetch: loopbackFetch })
const open = (path: string, knownVersion: string | null = null) =>
  reader.open({
    config: { kind: 'url', url: `${server.url}${path}` },
    ...{ token: null, knownVersion },
    signal: new AbortController().signal,
  })

async function changed(path: string, knownVersion: string | null = null) {
  const opened = await open(path, knownVersion)
  if (opened.status === 'unchanged') throw new Error('it is unchanged')
  return opened
}

async function read(path: string) {
  const source = await changed(path)
  const [item] = await collect(source.read(source.entries.map(({ id }) => id)))
  return item
}

describe('a source that is one address', () => {
  it('A9: gives the SKILL.md, named by its address and its SHA-256', async () => {
    server.served.set('/a/SKILL.md', skillMdOf('triage'))
    const source = await changed('/a/SKILL.md')
    const token = digestOfBytes(skillMdOf('triage'))
    expect(source.entries).toEqual([{ id: `${server.url}/a/SKILL.md`, token }])
    expect(source.version).toBe(token)
    expect(textsOf(await read('/a/SKILL.md'))).toEqual({ 'SKILL.md': skillMdOf('triage') })
  })

  it('A9: takes a lone Markdown file with a name and a description, and no other', async () => {
    server.served.set('/triage.md', skillMdOf('triage'))
    server.served.set('/readme.md', '# Read me\n')
    server.served.set('/SKILL.md', '# Only a body\n')
    expect(textsOf(await read('/triage.md'))).toEqual({ 'SKILL.md': skillMdOf('triage') })
    expect((await read('/readme.md'))?.problem?.code).toBe('source.unsupported')
    expect((await read('/SKILL.md'))?.files).toHaveLength(1)
  })

  it('reads a folder as zip, tar.gz or tar, with or without a folder around it', async () => {
    const text = skillMdOf('charts')
    const bytes = new TextEncoder().encode(text)
    server.served.set(
      '/charts.zip',
      writeSkillZip('charts', [{ path: 'SKILL.md', bytes, executable: false }]),
    )
    const entries = [
      { path: 'charts/', type: 'Directory' as const },
      { path: 'charts/SKILL.md', text },
      { path: 'charts/scripts/run.sh', text: 'true', mode: 0o755 },
      { path: 'charts/.DS_Store', text: 'x' },
    ]
    server.served.set('/charts.tar.gz', tarGzOf(entries))
    server.served.set('/charts.tar', tarOf(entries))
    expect(textsOf(await read('/charts.zip'))).toEqual({ 'SKILL.md': text })
    for (const path of ['/charts.tar.gz', '/charts.tar']) {
      const item = await read(path)
      expect(textsOf(item)).toEqual({ 'SKILL.md': text, 'scripts/run.sh': 'true' })
      expect(item?.files?.map(({ executable }) => executable)).toEqual([false, true])
    }
  })

  it('reads the licences above the only skill of an archive, and no archive with anything else there', async () => {
    const text = skillMdOf('charts')
    const packed = [
      { path: 'repo/LICENSE', text: 'MIT' },
      { path: 'repo/skills/NOTICE', text: 'Ann' },
      { path: 'repo/skills/charts/SKILL.md', text },
      { path: 'repo/skills/charts/templates/SKILL.md', text },
    ]
    server.served.set('/one.tar.gz', tarGzOf(packed))
    const one = await read('/one.tar.gz')
    expect(textsOf(one)).toEqual({ 'SKILL.md': text, 'templates/SKILL.md': text })
    expect(one?.problem ? [] : one?.licences).toEqual([
      { path: 'skills/NOTICE', text: 'Ann' },
      { path: 'LICENSE', text: 'MIT' },
    ])
    const others = {
      script: 'repo/run.sh',
      sibling: 'repo/other/LICENSE',
      second: 'repo/b/SKILL.md',
    }
    for (const path of Object.values(others)) {
      server.served.set('/two.tar.gz', tarGzOf([...packed, { path, text: 'x' }]))
      const two = await read('/two.tar.gz')
      expect(two?.problem ? [] : two?.licences).toEqual([])
      expect(Object.keys(textsOf(two) ?? {})).toContain('skills/charts/SKILL.md')
    }
  })

  it('costs one request without a body while its ETag holds', async () => {
    let etag = '"1"'
    server.served.set('/SKILL.md', (request, response) => {
      const known = request.headers['if-none-match'] === etag
      response.writeHead(known ? 304 : 200, { etag }).end(known ? undefined : skillMdOf('a', etag))
    })
    const first = await changed('/SKILL.md')
    server.requests.length = 0
    expect(await open('/SKILL.md', first.version)).toEqual({ status: 'unchanged' })
    expect(server.requests).toHaveLength(1)
    etag = '"2"'
    const second = await changed('/SKILL.md', first.version)
    expect(second.version).not.toBe(first.version)
    expect(second.entries[0]?.token).not.toBe(first.entries[0]?.token)
  })

  it('is unchanged by its SHA-256 where there is no ETag', async () => {
    server.served.set('/SKILL.md', skillMdOf('a'))
    const { version } = await changed('/SKILL.md')
    expect(await open('/SKILL.md', version)).toEqual({ status: 'unchanged' })
  })

  it('does not believe an ETag that stays while the body changes', async () => {
    const served = { text: skillMdOf('a') }
    server.served.set('/SKILL.md', (_request, response) => {
      response.writeHead(200, { etag: '"same"' }).end(served.text)
    })
    const first = await changed('/SKILL.md')
    served.text = skillMdOf('a', 'Other.')
    const second = await changed('/SKILL.md', first.version)
    expect(second.entries[0]?.token).not.toBe(first.entries[0]?.token)
  })

  it('sends no ETag that could carry a header', async () => {
    server.served.set('/SKILL.md', (_request, response) => {
      response.writeHead(200, { etag: '"a b"' }).end(skillMdOf('a'))
    })
    expect((await changed('/SKILL.md')).version).toMatch(/^sha256:/)
  })

  it.each([
    ['a web page', '/page', '<!DOCTYPE html><p>Hello</p>'],
    ['a picture', '/picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])],
    ['one gzipped file', '/SKILL.md.gz', gzipSync(skillMdOf('a'))],
    ['gzip in gzip', '/twice', gzipSync(tarGzOf([{ path: 'SKILL.md', text: 'x' }]))],
    ['too large a text', '/long.md', `${skillMdOf('a')}${'x'.repeat(1024 * 1024)}`],
  ])('refuses %s', async (_, path, body) => {
    server.served.set(path, body)
    const item = await read(path)
    expect(item?.problem?.code).toMatch(/^(?:source\.unsupported|tar\.damaged)$/)
  })

  it('refuses a gzip bomb before it unfolds', async () => {
    const zeros = Buffer.alloc(30 * 1024 * 1024)
    server.served.set('/bomb.tar.gz', tarGzOf([{ path: 'SKILL.md', text: zeros.toString() }]))
    expect((await read('/bomb.tar.gz'))?.problem?.code).toBe('tar.bomb')
  })

  it('refuses headers that are larger, or more, than entries need', async () => {
    const skillMd = { path: 'a/SKILL.md', text: skillMdOf('a') }
    const header = (value: string) => {
      const rest = ` comment=${value}\n`
      const length = rest.length + String(rest.length + 8).length
      const text = `${length}${rest}`
      return { path: 'PaxHeader', type: 'ExtendedHeader', text } as const
    }
    const few = Array.from({ length: 3 }, () => header('x'))
    server.served.set('/few.tar', tarOf([...few, skillMd]))
    expect((await read('/few.tar'))?.problem).toBeUndefined()
    server.served.set('/large.tar', tarOf([header('x'.repeat(1024 * 1024)), skillMd]))
    expect((await read('/large.tar'))?.problem?.code).toMatch(/^tar\./)
    const many = Array.from({ length: 2 * zipLimits.entries + 1 }, () => header('x'))
    server.served.set('/many.tar', tarOf([...many, skillMd]))
    expect((await read('/many.tar'))?.problem?.code).toBe('tar.bomb')
  })

  it('gives other work its turn while it reads a large archive', async () => {
    const text = 'x'.repeat(500_000)
    const files = Array.from({ length: 12 }, (_, at) => ({ path: `a/${at}.txt`, text }))
    server.served.set('/wide.tar', tarOf([{ path: 'a/SKILL.md', text: skillMdOf('a') }, ...files]))
    const reading = read('/wide.tar')
    let turns = 0
    let isRead = false
    void reading.finally(() => {
      isRead = true
    })
    while (!isRead) {
      await nextTurn()
      turns += 1
    }
    expect((await reading)?.problem).toBeUndefined()
    // One for each 64 KiB, twice: it lists the entries before it reads them.
    expect(turns).toBeGreaterThan(150)
  })

  it('says what is missing, private, empty, busy or broken', async () => {
    const status =
      (code: number, headers = {}): Parameters<typeof server.served.set>[1] =>
      (_request, response) => {
        response.writeHead(code, headers).end()
      }
    server.served.set('/private', status(403))
    server.served.set('/empty', '')
    server.served.set('/busy', status(403, { 'x-ratelimit-remaining': '0', 'retry-after': '60' }))
    server.served.set('/down', status(503))
    server.served.set('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('short')
      setImmediate(() => response.destroy())
    })
    const codes = await Promise.all(
      ['/missing', '/private', '/empty', '/busy', '/down', '/cut'].map(async (path) => {
        return (await problemOf(open(path))).code.replace('source.', '')
      }),
    )
    expect(codes).toEqual([
      ...['not-found-or-private', 'not-found-or-private', 'empty', 'rate-limited'],
      ...['unreachable', 'unreachable'],
    ])
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'])(
    'says on %s that this server has no network, and nothing against what was asked for',
    async (code) => {
      const cause = Object.assign(new Error('connect'), { code })
      const offline = createUrlReader({
        fetch: async () => {
          throw new TypeError('fetch failed', { cause })
        },
      })
      const config = { kind: 'url', url: 'https://skills.example/SKILL.md' } as const
      const signal = new AbortController().signal
      const problem = await problemOf(
        offline.open({ config, token: null, knownVersion: null, signal }),
      )
      expect(problem).toMatchObject({ code: 'source.no-network', kind: 'unavailable' })
      expect(problem.message).toMatch(/^This server .*skills\.example.*no network/)
    },
  )

  it('sends a page of a repository to the kinds that read repositories', async () => {
    const config = { kind: 'url', url: 'https://github.com/acme/runbooks' } as const
    const signal = new AbortController().signal
    const problem = await problemOf(
      reader.open({ config, token: null, knownVersion: null, signal }),
    )
    expect(problem).toMatchObject({ code: 'source.unsupported' })
    expect(problem.hint).toContain('github')
  })
})
