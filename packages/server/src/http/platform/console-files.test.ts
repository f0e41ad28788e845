import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { consoleFiles } from './console-files.ts'

const long = 'script '.repeat(1_000)
let root: string
let http: Hono<HttpEnvironment>

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'repertoire-console-'))
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<!doctype html>the page')
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'script')
  writeFileSync(join(dist, 'assets/long-1a2b.js'), long)
  writeFileSync(join(dist, 'assets/type-1a2b.woff2'), long)
  writeFileSync(join(dist, 'assets/.env'), 'hidden')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  symlinkSync(join(root, 'secret.txt'), join(dist, 'assets/link.txt'))
  http = new Hono<HttpEnvironment>()
  http.use(consoleFiles(dist))
  http.notFound(() => new Response('absent', { status: 404 }))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the console’s files', () => {
  it('hashed assets are immutable, the page is not cached', async () => {
    const asset = await http.request('/assets/app-1a2b.js')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    const page = await http.request('/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('text is compressed as the client takes it, once, and anew when the file changes', async () => {
    const ask = async (accepted: string, path = '/assets/long-1a2b.js') => {
      const headers = { 'accept-encoding': accepted }
      const response = await http.request(path, { headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return {
        coding: response.headers.get('content-encoding'),
        vary: response.headers.get('vary'),
        bytes,
      }
    }
    const [best, common, none] = [
      await ask('gzip, deflate, br'),
      await ask('gzip'),
      await ask('br;q=0'),
    ]
    expect([best.coding, common.coding, none.coding]).toEqual(['br', 'gzip', null])
    expect([best.vary, common.vary, none.vary]).toEqual(Array(3).fill('accept-encoding'))
    expect(brotliDecompressSync(best.bytes).toString()).toBe(long)
    expect(gunzipSync(common.bytes).toString()).toBe(long)
    expect(none.bytes.toString()).toBe(long)
    expect(best.bytes.length).toBeLessThan(long.length / 10)
    expect((await ask('br', '/assets/app-1a2b.js')).coding).toBeNull()
    expect((await ask('br', '/assets/type-1a2b.woff2')).coding).toBeNull()
    const changed = `${long}changed`
    writeFileSync(join(root, 'dist/assets/long-1a2b.js'), changed)
    expect(brotliDecompressSync((await ask('br')).bytes).toString()).toBe(changed)
  })

  it('the page answers every path of its own router, but not missing files or the API', async () => {
    expect(await (await http.request('/skills/skl_1')).text()).toContain('the page')
    expect(await (await http.request('/skills/postgres.triage')).text()).toContain('the page')
    for (const path of ['/assets/old-9z.js', '/api/v1/nothing', '/api', '/favicon.ico']) {
      expect([path, (await http.request(path)).status]).toEqual([path, 404])
    }
    expect((await http.request('/', { method: 'POST' })).status).toBe(404)
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5c..%5csecret.txt',
    '/assets/.env',
    '/assets/link.txt',
    '/%00',
    '/%zz',
  ])('nothing outside its folder is served: %s', async (path) => {
    const text = await (await http.request(path)).text()
    expect(text).not.toMatch(/secret|hidden/)
  })

  it('explains how to build it when it is not built', async () => {
    const server = await createTestServer()
    const response = await server.request('/', { key: null })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build -w packages/console')
  })
})
