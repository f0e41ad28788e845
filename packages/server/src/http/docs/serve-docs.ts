import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { escapeHtml } from '../../platform/system/escape-html.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { type DocsLayout, layoutDocs } from './docs-layout.ts'
import { type DocPage, type Docs, readDocs } from './read-docs.ts'
import { type DocHit, indexDocs, type SearchDocs } from './search-docs.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const maxQuery = 100

interface LoadedDocs {
  readonly docs: Docs
  readonly search: SearchDocs
  /** HTML of the pages that were opened: rendering costs more than anything else that nobody logged in may ask for. */
  readonly rendered: Map<string, string>
}

/**
 * Serves the documentation that came with the server at `/docs`, without a login: it says nothing about this
 * organisation. It is read at the first request. Without the folder nothing is at these paths.
 */
export function serveDocs(http: Hono<HttpEnvironment>, folder: string): void {
  let loading: Promise<LoadedDocs | null> | undefined
  const load = () => {
    loading ??= readDocs(folder).then(
      (docs) => docs && { docs, search: indexDocs(docs), rendered: new Map() },
    )
    return loading
  }

  http.get('/docs/search', async (c, next) => {
    const loaded = await load()
    if (!loaded) return next()
    const query = (c.req.query('q') ?? '').slice(0, maxQuery).trim()
    const hits = query === '' ? [] : loaded.search(query)
    return page({
      ...{ title: 'Search', open: null, query, groups: loaded.docs.groups },
      content: searchContent(query, hits),
    })
  })

  http.get('/docs/:path{.*}', async (c, next) => {
    const loaded = await load()
    if (!loaded) return next()
    const path = c.req.param('path').replace(/\/$/, '') || 'README'
    const { docs } = loaded
    if (docs.pictures.has(path)) return picture(await readFile(join(folder, path)))
    const found = docs.pages.get(path)
    const named = path.replace(/\.md$/, '')
    // Messages name pages by their file, which people put behind the address of their server.
    if (!found && docs.pages.has(named)) return c.redirect(`/docs/${named}`)
    return found ? page(await pageLayout(found, loaded)) : notFound(path, docs)
  })
  http.get('/docs', async (_, next) => {
    const loaded = await load()
    const list = loaded?.docs.pages.get('README')
    return loaded && list ? page(await pageLayout(list, loaded)) : next()
  })
}

async function pageLayout(found: DocPage, { docs, rendered }: LoadedDocs): Promise<DocsLayout> {
  const { title, path } = found
  const content = rendered.get(path) ?? (await import('./render-doc.ts')).renderDoc(found, docs)
  rendered.set(path, content)
  return { title, open: path, query: '', groups: docs.groups, content }
}

function searchContent(query: string, hits: readonly DocHit[]): string {
  if (query === '') return '<h1>Search</h1><p>Type a word into the field above.</p>'
  const title = `<h1>${hits.length === 0 ? 'Nothing' : hits.length} found for “${escapeHtml(query)}”</h1>`
  const remedy =
    '<p>Try fewer or other words, or the <a href="/docs/glossary">glossary</a>: it has what others call our terms.</p>'
  return hits.length === 0 ? `${title}${remedy}` : `${title}${hits.map(hitHtml).join('')}`
}

function hitHtml({ page: name, heading, address, excerpt }: DocHit): string {
  const title = name === heading ? name : `${name}: ${heading}`
  return `<div class="hit"><a href="${escapeHtml(address)}">${escapeHtml(title)}</a><p>${escapeHtml(excerpt)}</p></div>`
}

function notFound(path: string, docs: Docs): Response {
  const content = `<h1>No such page</h1><p>There is no page <code>${escapeHtml(path)}</code>. Choose one beside this, or search.</p>`
  return page({ title: 'No such page', open: null, query: '', groups: docs.groups, content }, 404)
}

function page(layout: DocsLayout, status = 200): Response {
  return new Response(layoutDocs(layout), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    },
  })
}

function picture(bytes: Buffer): Response {
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' }
  return new Response(new Uint8Array(bytes), { headers })
}
