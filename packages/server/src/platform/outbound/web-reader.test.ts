import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../../testing/outbound-servers.ts'
import { createWebReader } from './web-reader.ts'

let servers: OutboundServers
const { signal } = new AbortController()

beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(() => servers.close())

/** Reads a response with this content type and these bytes. */
async function reading(
  type: string | null,
  body: string | Uint8Array,
  { status = 200, characters = 50_000 } = {},
) {
  const port = await servers.http((_, response) => {
    response.statusCode = status
    if (type !== null) response.setHeader('content-type', type)
    response.end(body)
  })
  const reader = createWebReader({ fetch: servers.guard(`site.example:${port}`), characters })
  return reader.read(`http://site.example:${port}/page`, { signal, redirects: 'follow' })
}

describe('a web page as text', () => {
  it('is Markdown with its title and final URL', async () => {
    const port = await servers.http((request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/new/' }).end()
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<title>New</title><h1>Hi</h1><a href="next">on</a>')
    })
    const reader = createWebReader({ fetch: servers.guard(`site.example:${port}`) })
    expect(
      await reader.read(`http://site.example:${port}/old`, { signal, redirects: 'follow' }),
    ).toEqual({
      url: `http://site.example:${port}/new/`,
      title: 'New',
      contentType: 'text/html',
      text: `# Hi\n\n[on](http://site.example:${port}/new/next)`,
      truncated: false,
      totalCharacters: `# Hi\n\n[on](http://site.example:${port}/new/next)`.length,
    })
  })

  it('D7: does not follow a redirect to another host where that is refused', async () => {
    const asked: string[] = []
    const port = await servers.http((request, response) => {
      asked.push(`${request.headers.host}${request.url}`)
      const location =
        request.url === '/old' ? '/new' : `http://other.example:${port}/?secret=everything`
      response.writeHead(301, { location }).end()
    })
    const both = `site.example:${port},other.example:${port}`
    const reader = createWebReader({ fetch: servers.guard(both) })
    const read = reader.read(`http://site.example:${port}/old`, { signal, redirects: 'same-host' })
    await expect(read).rejects.toMatchObject({
      problem: {
        code: 'outbound.redirect-refused',
        hint: expect.stringContaining(`http://other.example:${port}/?secret=everything`),
      },
    })
    expect(asked).toEqual([`site.example:${port}/old`, `site.example:${port}/new`])
  })

  it.each([
    ['text/plain', 'as <b>it</b> is\n  here'],
    ['text/markdown; charset=utf-8', '# A\n\n- b'],
    ['application/json', '{"a": 1}'],
    ['application/ld+json', '{"a": 1}'],
    ['application/atom+xml', '<feed/>'],
    ['TEXT/CSV', 'a,b'],
  ])('is unchanged when it is %s', async (type, body) => {
    expect(await reading(type, body)).toMatchObject({
      contentType: type.toLowerCase().split(';')[0],
      title: null,
      text: body,
      truncated: false,
    })
  })

  it.each([
    'application/pdf',
    'image/png',
    'image/svg+xml',
    'application/octet-stream',
    'application/zip',
    'video/mp4',
  ])('is refused when it is %s, by that name', async (type) => {
    const problem = await problemOf(reading(type, 'x'))
    expect(problem).toMatchObject({ code: 'outbound.type-unsupported', kind: 'unsupported' })
    expect(problem.message).toContain(type)
  })

  it('is sniffed when its type is missing', async () => {
    expect(await reading(null, 'plain')).toMatchObject({ contentType: 'text/plain', text: 'plain' })
    expect(await reading(null, '<!doctype html><p>x')).toMatchObject({
      contentType: 'text/html',
      text: 'x',
    })
    expect(await reading('nonsense', 'plain')).toMatchObject({ contentType: 'text/plain' })
    const problem = await problemOf(reading(null, new Uint8Array([1, 0, 2])))
    expect(problem.code).toBe('outbound.type-unsupported')
  })

  it.each([
    ['the header', 'text/plain; charset=iso-8859-1', [0xe9], 'é'],
    ['a header in quotes', 'text/plain; charset="windows-1251"', [0xe6], 'ж'],
    [
      'the byte order mark, before all',
      'text/plain; charset=latin1',
      [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
      'é',
    ],
    ['a mark of UTF-16', 'text/plain', [0xff, 0xfe, 0xe9, 0x00], 'é'],
    ['the page itself', 'text/html', [...Buffer.from('<meta charset="iso-8859-1">'), 0xe9], 'é'],
    ['nothing, so UTF-8', 'text/plain', [0xc3, 0xa9], 'é'],
    ['an encoding nobody knows', 'text/plain; charset=nonsense', [0xc3, 0xa9], 'é'],
    ['UTF-8 with mistakes', 'text/plain', [0x61, 0xff, 0x62], 'a\ufffdb'],
  ])('is decoded as %s', async (_name, type, bytes, text) => {
    expect((await reading(type, new Uint8Array(bytes))).text).toBe(text)
  })

  it('is the same text wherever its bytes are split', async () => {
    const text = `${'x'.repeat(32 * 1024 - 1)}é${'日本'.repeat(30_000)}`
    expect((await reading('text/plain', text, { characters: 1e6 })).text).toBe(text)
  })

  it('contains nothing that a database cannot store', async () => {
    const page = await reading('text/html', '<title>a\0b</title>c\0d&#0;&#xd800;')
    expect(page.title).toBe('a\ufffdb')
    expect(page.text).toBe('c\ufffdd\ufffd\ufffd')
  })

  it('is truncated at the limit, between characters, with a note', async () => {
    const plain = await reading('text/plain', `ab${'😀'.repeat(100)}`, { characters: 5 })
    expect(plain).toMatchObject({ text: 'ab😀', truncated: true, totalCharacters: 202 })
    const html = await reading('text/html', `<p>${'x'.repeat(100)}`, { characters: 10 })
    expect(html).toMatchObject({ text: 'x'.repeat(10), truncated: true, totalCharacters: 100 })
    const fits = await reading('text/plain', '12345', { characters: 5 })
    expect(fits.truncated).toBe(false)
  })

  it.each([
    [404, 'outbound.bad-status'],
    [403, 'outbound.bad-status'],
    [500, 'outbound.bad-status'],
  ])('is refused with status %i', async (status, code) => {
    const problem = await problemOf(reading('text/html', 'secret', { status }))
    expect(problem).toMatchObject({ code, details: { status } })
    expect(problem.message).toContain(String(status))
  })
})
