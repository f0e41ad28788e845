import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
  redirectingServer,
} from '../../testing/outbound-servers.ts'
import { redirectTarget } from './redirects.ts'

let servers: OutboundServers
let touched: string[]

beforeEach(() => {
  servers = createOutboundServers()
  touched = []
})
afterEach(() => servers.close())

const redirecting = () => redirectingServer(servers, touched)

describe('redirects', () => {
  it('follows five and not a sixth', async () => {
    const port = await servers.http((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) return void response.end('there')
      response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const fetch = servers.guard(`public.example:${port}`)
    const response = await fetch(`http://public.example:${port}/5`)
    expect(await response.text()).toBe('there')
    expect(response.redirected).toBe(true)
    expect(response.url).toBe(`http://public.example:${port}/0`)
    const problem = await problemOf(fetch(`http://public.example:${port}/6`))
    expect(problem).toMatchObject({ code: 'outbound.redirect-refused', kind: 'forbidden' })
  })

  it('reads the location as UTF-8', async () => {
    const port = await servers.raw((socket) => {
      socket.end('HTTP/1.1 302 Found\r\nlocation: /caf\u00e9\r\ncontent-length: 0\r\n\r\n')
    })
    const fetch = servers.guard(`public.example:${port}`, { limits: { redirects: 1 } })
    const manual = await fetch(`http://public.example:${port}/`, { redirect: 'manual' })
    const { status, headers } = manual
    expect(redirectTarget({ status, headers })).toBe('/caf\u00e9')
    await manual.body?.cancel()
  })

  it('sends none of the caller’s headers to another origin', async () => {
    const seen: import('node:http').IncomingHttpHeaders[] = []
    const port = await servers.http((request, response) => {
      seen.push(request.headers)
      if (request.url !== '/first') return void response.end('ok')
      response.writeHead(307, {
        location: `http://second.example:${port}/`,
        'set-cookie': 'session=hunter2',
      })
      response.end()
    })
    const fetch = servers.guard(`first.example:${port},second.example:${port}`)
    const headers = {
      accept: 'text/html',
      authorization: 'Bearer hunter2',
      cookie: 'a=hunter2',
      'x-api-key': 'hunter2',
    }
    await (await fetch(`http://first.example:${port}/first`, { headers })).text()
    expect(seen[0]).toMatchObject({ authorization: 'Bearer hunter2', 'x-api-key': 'hunter2' })
    expect(seen[0]).not.toHaveProperty('cookie')
    expect(JSON.stringify(seen[1])).not.toContain('hunter2')
    expect(seen[1]).toMatchObject({ accept: 'text/html', 'user-agent': 'Repertoire/0.0.0' })
  })

  it('sends no body to another origin, and repeats it for the same origin', async () => {
    const port = await servers.http(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      touched.push(`${request.method} ${request.headers.host} ${body}`)
      const { url = '' } = request
      if (url === '/end') return void response.end('ok')
      const host = url === '/away' ? 'second.example' : 'first.example'
      const status = url === '/see' ? 303 : 307
      response.writeHead(status, { location: `http://${host}:${port}/end` }).end()
    })
    const fetch = servers.guard(`first.example:${port},second.example:${port}`)
    const post = (path: string) =>
      fetch(`http://first.example:${port}${path}`, { method: 'POST', body: 'hello' })
    expect((await problemOf(post('/away'))).code).toBe('outbound.redirect-refused')
    await (await post('/stay')).text()
    await (await post('/see')).text()
    const first = `first.example:${port}`
    expect(touched).toEqual([
      ...[`POST ${first} hello`, `POST ${first} hello`, `POST ${first} hello`],
      ...[`POST ${first} hello`, `GET ${first} `],
    ])
  })

  it('returns a redirect, or refuses it, as the caller chooses', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    const url = `http://public.example:${port}/to?/there`
    const manual = await fetch(url, { redirect: 'manual' })
    expect(manual.status).toBe(302)
    expect(manual.headers.get('location')).toBe('/there')
    await manual.body?.cancel()
    const problem = await problemOf(fetch(url, { redirect: 'error' }))
    expect(problem.code).toBe('outbound.redirect-refused')
  })
})
