import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { securityHeaders } from '../base/middleware/security-headers.ts'
import { consoleFiles } from './console-files.ts'

const sentOverTls: MiddlewareHandler<HttpEnvironment> = (c, next) => {
  c.set('external', { scheme: 'https', host: 'repertoire.example', address: '192.0.2.1' })
  return next()
}

let root: string
let http: Hono<HttpEnvironment>

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'repertoire-console-'))
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<!doctype html>the page')
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'script')
  writeFileSync(join(dist, 'assets/long-1a2b.js'), 'script')
  writeFileSync(join(dist, 'assets/long-1a2b.js.br'), 'by Brotli')
  writeFileSync(join(dist, 'assets/long-1a2b.js.gz'), 'by gzip')
  writeFileSync(join(dist, 'assets/link-1a2b.js'), 'script')
  symlinkSync(join(root, 'secret.txt'), join(dist, 'assets/link-1a2b.js.br'))
  writeFileSync(join(dist, 'assets/.env'), 'hidden')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  symlinkSync(join(root, 'secret.txt'), join(dist, 'assets/link.txt'))
  http = new Hono<HttpEnvironment>()
  http.use(sentOverTls, securityHeaders(), consoleFiles(dist))
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

  it('a compressed copy is sent to whoever takes it', async () => {
    const ask = async (accepted: string, path = '/assets/long-1a2b.js') => {
      const headers = { 'accept-encoding': accepted }
      const response = await http.request(path, { headers })
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('content-type')).toContain('text/javascript')
      return [response.headers.get('content-encoding'), await response.text()]
    }
    expect(await ask('gzip, deflate, br')).toEqual(['br', 'by Brotli'])
    expect(await ask('gzip')).toEqual(['gzip', 'by gzip'])
    expect(await ask('br;q=0')).toEqual([null, 'script'])
    expect(await ask('br', '/assets/app-1a2b.js')).toEqual([null, 'script'])
    expect(await ask('br', '/assets/link-1a2b.js')).toEqual([null, 'script'])
    expect((await http.request('/assets/long-1a2b.js.br')).status).toBe(404)
  })

  it('a file that pages load carries the headers that count for it, the page all of them', async () => {
    const { headers } = await http.request('/assets/app-1a2b.js')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('permissions-policy')).toBeNull()
    const page = await http.request('/')
    expect(page.headers.get('permissions-policy')).toContain('camera=()')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000')
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

  it('the page answers no program that asks for JSON at an address that is not there', async () => {
    const statusFor = async (headers: Record<string, string>) =>
      (await http.request('/openai/v1/models', { headers })).status
    expect(await statusFor({ accept: 'application/json' })).toBe(404)
    expect(await statusFor({ accept: 'text/html,application/xhtml+xml;q=0.9' })).toBe(200)
    expect(await statusFor({ accept: '*/*' })).toBe(200)
    expect(await statusFor({})).toBe(200)
  })

  it('explains how to build it when it is not built', async () => {
    const server = await createTestServer()
    const response = await server.request('/', { key: null })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build -w packages/console')
  })
})
