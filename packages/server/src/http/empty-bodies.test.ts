import { allRoutes } from '@repertoire/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer, testOperatorKey } from '../testing/test-server.ts'
import { type ListeningServer, listen } from './listening/listen.ts'

let server: TestServer
let listening: ListeningServer

beforeAll(async () => {
  server = await createTestServer()
  listening = await listen(server.http, { host: '127.0.0.1', port: 0 })
})

afterAll(() => listening.close(0))

const posts = allRoutes.filter(({ method, upload }) => method === 'post' && !upload)
const lenient = posts.filter(({ body }) => !body || body.safeParse({}).success)
const strict = posts.filter((route) => !lenient.includes(route))
const named = (routes: typeof posts) => routes.map((route) => [route.operationId, route] as const)

const json = { 'content-type': 'application/json' }
/** Ways in which clients send no body: as JSON, as `curl -d ''`, without a type, and in chunks. */
const ways: readonly (() => RequestInit)[] = [
  () => ({ headers: json }),
  () => ({ headers: json, body: '' }),
  () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }),
  () => ({}),
  () => ({ headers: json, body: new Blob([]).stream(), duplex: 'half' }) as RequestInit,
]

async function codeOf({ path, access }: (typeof posts)[number], way: () => RequestInit) {
  // An organisation of its own each time, because some routes end what the key belongs to.
  const key = access === 'operator' ? testOperatorKey : (await server.addTenant()).key
  const there = path.replace('{id}', '1'.repeat(32)).replaceAll(/\{\w+\}/g, '1')
  const { headers, ...rest } = way()
  const response = await fetch(`http://127.0.0.1:${listening.port}${there}`, {
    ...{ ...rest, method: 'POST', redirect: 'manual' },
    headers: { ...headers, authorization: `Bearer ${key}` },
  })
  const text = await response.text()
  return response.ok || text === '' ? String(response.status) : JSON.parse(text).code
}

describe('a POST without a body, over a connection', () => {
  it.each(named(lenient))('counts as one with {}: %s', async (_, route) => {
    for (const way of ways) {
      expect(await codeOf(route, way)).not.toMatch(/^(?:500|request\.(?!not-found))/)
    }
  })

  it.each(named(strict))('names what is missing: %s', async (_, route) => {
    expect(await codeOf(route, () => ({ headers: json }))).toBe('request.invalid')
  })
})
