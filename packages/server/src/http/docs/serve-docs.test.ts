import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { docsFolder } from '../../platform/system/default-folders.ts'
import { createTestServer } from '../../testing/test-server.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { groupPages } from './group-pages.ts'
import { headingId } from './heading-id.ts'
import { readDocs } from './read-docs.ts'
import { renderDoc } from './render-doc.ts'
import { serveDocs } from './serve-docs.ts'

function docsServer(folder = docsFolder): Hono<HttpEnvironment> {
  const http = new Hono<HttpEnvironment>()
  serveDocs(http, folder)
  return http
}

async function shippedDocs() {
  const docs = await readDocs(docsFolder)
  if (!docs) throw new Error('the documentation is there')
  return docs
}

describe('the documentation at /docs', () => {
  it('lists every page but the decisions, and opens each', async () => {
    const docs = await shippedDocs()
    const listed = docs.groups.flatMap(({ pages }) => pages.map(({ path }) => path))
    const expected = [...docs.pages.keys()].filter(
      (path) => path !== 'README' && !path.startsWith('decisions/'),
    )
    expect(listed.toSorted()).toEqual(expected.toSorted())
    const http = docsServer()
    for (const path of ['', ...listed.map((one) => `/${one}`)]) {
      const response = await http.request(`/docs${path}`)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const html = await response.text()
      expect(html).toContain('<h1')
      expect(html).not.toContain('<script')
    }
  })

  it('every link between pages leads to a page, and to a heading that is there', async () => {
    const docs = await shippedDocs()
    const broken: string[] = []
    const ids = new Map(
      [...docs.pages.values()].map((page) => [
        page.path === 'README' ? '' : page.path,
        new Set([...renderDoc(page, docs).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    )
    for (const page of docs.pages.values()) {
      const links = renderDoc(page, docs).matchAll(/href="(?:\/docs\/([^"#]*))?(?:#([^"]+))?"/g)
      for (const [, target = page.path, hash] of links) {
        const found = ids.get(target)
        if (!found || (hash && !found.has(hash))) broken.push(`${page.path}: ${target}#${hash}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('finds sections by the words of their text, and says what to do where nothing is found', async () => {
    const http = docsServer()
    const found = await (await http.request('/docs/search?q=reverse+proxy')).text()
    expect(found).toContain('href="/docs/operating#behind-a-reverse-proxy"')
    const nothing = await (await http.request('/docs/search?q=xyzzyplugh')).text()
    expect(nothing).toContain('glossary')
    const hostile = await http.request(`/docs/search?q=${encodeURIComponent('<img src=x>"\u202e')}`)
    expect(await hostile.text()).not.toContain('<img')
    expect((await http.request(`/docs/search?q=${'a'.repeat(5_000)}`)).status).toBe(200)
  })

  it('finds a page by its file, as messages of the server name it', async () => {
    const found = await docsServer().request('/docs/reference/settings.md')
    expect([found.status, found.headers.get('location')]).toEqual([302, '/docs/reference/settings'])
    expect((await docsServer().request('/docs/nothing.md')).status).toBe(404)
  })

  it('opens nothing outside the folder', async () => {
    const http = docsServer()
    for (const path of [
      '/docs/..%2fREADME',
      '/docs/%2e%2e/package',
      '/docs/__proto__',
      '/docs/x',
    ]) {
      expect([path, (await http.request(path)).status]).toEqual([path, 404])
    }
    expect((await http.request('/docs/screenshots/first-page-light.png')).status).toBe(200)
    expect((await http.request('/docs/examples/embed.ts')).status).toBe(404)
  })

  it('needs no login and takes no key, and without the folder nothing is there', async () => {
    const server = await createTestServer()
    expect(
      (
        await server.http.request('http://localhost/docs/glossary', {
          headers: { host: 'localhost' },
        })
      ).status,
    ).toBe(200)
    expect((await docsServer(join(docsFolder, 'nowhere')).request('/docs')).status).toBe(404)
  })

  it('names headings as GitHub does', () => {
    expect(headingId('The <code>lock</code> file: what &amp; why')).toBe('the-lock-file-what--why')
    expect(groupPages('# x\n\n## A\n\n- [One](one.md): it.\n- [Two](a/two.md)\n## B\n')).toEqual([
      {
        title: 'A',
        pages: [
          { path: 'one', title: 'One' },
          { path: 'a/two', title: 'Two' },
        ],
      },
    ])
  })
})
