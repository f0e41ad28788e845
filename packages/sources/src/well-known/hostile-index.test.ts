import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type LoopbackServer,
  loopbackFetch,
  problemOf,
  startLoopbackServer,
} from '../testing/loopback-server.ts'
import { digestOfBytes } from '../testing/skill-archives.ts'
import { createWellKnown, place, schema } from '../testing/well-known-server.ts'
import { createWellKnownReader } from './well-known-source.ts'

let server: LoopbackServer
let wellKnown: ReturnType<typeof createWellKnown>
beforeEach(async () => {
  server = await startLoopbackServer()
  wellKnown = createWellKnown(server)
})
afterEach(() => server.close())

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
    expect((await problemOf(wellKnown.open())).code).toBe('source.too-large')
  })

  it('with an artifact without end is cut off, and only that skill', async () => {
    wellKnown.publish(wellKnown.single('good'), wellKnown.single('endless'))
    server.served.set(`${place}/endless/SKILL.md`, endless)
    const [good, other] = await wellKnown.readAll()
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
      expect((await problemOf(wellKnown.open())).code).toBe('source.invalid-answer')
    }
  })

  it('with 100,000 entries is read up to a limit, and says so', async () => {
    const digest = digestOfBytes('')
    const skills = Array.from({ length: 100_000 }, (_, at) => `{"name":"s${at}"}`)
    skills[0] = JSON.stringify({ name: 'first', type: 'skill-md', url: 'x', digest })
    index(`{"$schema":"${schema}","skills":[${skills.join(',')}]}`)
    const source = await wellKnown.changed()
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
    expect((await problemOf(wellKnown.open())).code).toBe('source.too-large')
    expect(server.requests.filter((line) => !line.endsWith('index.json'))).toEqual([])
  })

  it('with keys of prototypes changes nothing', async () => {
    const { name, type, url, digest } = wellKnown.single('one')
    index(
      `{"$schema":"${schema}","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},` +
        `"skills":[{"__proto__":{"polluted":1},"name":"${name}","type":"${type}","url":"${url}","digest":"${digest}"}]}`,
    )
    expect(await wellKnown.readAll()).toHaveLength(1)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('that limits its rate says how long to wait, for the index and for its skills', async () => {
    const busy: Parameters<typeof server.served.set>[1] = (_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end()
    }
    wellKnown.publish(wellKnown.single('one'), wellKnown.single('two'))
    server.served.set(`${place}/one/SKILL.md`, busy)
    const limited = { code: 'source.rate-limited', details: { retryAfterMs: 7000 } }
    expect(await problemOf(wellKnown.readAll())).toMatchObject(limited)
    server.served.set(`${place}/index.json`, busy)
    expect(await problemOf(wellKnown.open())).toMatchObject(limited)
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
