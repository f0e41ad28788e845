import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { isProblemError, type Problem } from '@repertoire/core/base'
import { afterEach, describe, expect, it } from 'vitest'
import { type ConnectorFixture, createConnectorFixture } from './testing/connector-fixture.ts'
import { type HttpMcpServer, startHttpServer } from './testing/http-server.ts'

const endings: (() => Promise<unknown>)[] = []
const neverAborted = new AbortController().signal

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function fixture(
  entries: unknown,
  env: Record<string, string> = {},
): Promise<ConnectorFixture> {
  const made = await createConnectorFixture(entries, { env })
  endings.push(made.end)
  return made
}

async function everything(): Promise<HttpMcpServer> {
  const server = await startHttpServer()
  endings.push(server.kill)
  return server
}

/** A web server that is no MCP server. */
async function webServer(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => new Error('it worked'),
    (thrown: unknown) => thrown,
  )
  if (!isProblemError(error)) throw error
  return error.problem
}

describe('a connector over streamable HTTP', { timeout: 120_000 }, () => {
  it('D: lists and calls tools of the official reference server', async () => {
    const { url } = await everything()
    const { service, principal, call } = await fixture({ everything: { url } })
    const tools = await service.tools(principal, 'everything', neverAborted)
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
    expect(await call('everything', 'echo', { message: 'hello' })).toMatchObject({
      text: 'Echo: hello',
    })
    expect((await problemOf(call('everything', 'get-sum', { a: 1 }))).code).toBe(
      'connector.bad-input',
    )
  })

  it('D: reports a restarted server that has lost the session, then reconnects', async () => {
    const first = await everything()
    const { call, clock } = await fixture({ everything: { url: first.url } })
    await call('everything', 'echo', { message: 'one' })
    await first.kill()
    expect((await problemOf(call('everything', 'echo', { message: 'two' }))).code).toBe(
      'connector.failed',
    )
    const again = await startHttpServer(Number(new URL(first.url).port))
    endings.push(again.kill)
    clock.advance(60_000)
    expect(await call('everything', 'echo', { message: 'three' })).toMatchObject({
      text: 'Echo: three',
    })
  })

  it('D: sends the operator’s headers, and to no other host, whatever the server says', async () => {
    const seen: string[] = []
    const elsewhere = await webServer((request, response) => {
      seen.push(`elsewhere ${request.headers.authorization}`)
      response.end('{}')
    })
    const url = await webServer((request, response) => {
      seen.push(`here ${request.headers.authorization}`)
      response.writeHead(307, { location: elsewhere }).end()
    })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the operator's file has it so
    const headers = { authorization: 'Bearer ${TOKEN}' }
    const { service, principal, logged } = await fixture(
      { moved: { url, headers } },
      { TOKEN: 'tok-1' },
    )
    const checked = await service.check(principal, 'moved', neverAborted)
    expect(checked.status).toBe('failed')
    expect(new Set(seen)).toEqual(new Set(['here Bearer tok-1']))
    expect(JSON.stringify(checked) + logged()).not.toContain('tok-1')
  })

  it('D: allows a private address the operator named, and no other one', async () => {
    const other = await webServer((_request, response) => response.end('{}'))
    const url = await webServer((_request, response) => {
      response.writeHead(308, { location: other }).end()
    })
    const { service, principal } = await fixture({ moved: { url } })
    expect(await service.check(principal, 'moved', neverAborted)).toMatchObject({
      status: 'failed',
    })
  })

  it.each([
    [401, 'refused access (HTTP 401)'],
    [403, 'refused access (HTTP 403)'],
    [500, 'HTTP 500'],
  ])('D: explains a response of %d', async (status, words) => {
    const url = await webServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end('secret stack trace')
    })
    const { service, principal } = await fixture({ shut: { url } })
    const { problem } = await service.check(principal, 'shut', neverAborted)
    expect(problem).toContain(words)
  })

  it('D: limits an endless response', async () => {
    const huge = await webServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const piece = 'x'.repeat(1_000_000)
      const more = () => {
        while (response.write(piece)) if (response.destroyed) return
        response.once('drain', more)
      }
      more()
    })
    const { service, principal } = await fixture({ huge: { url: huge } })
    const checked = await service.check(principal, 'huge', neverAborted)
    expect(checked).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('larger than'),
    })
  })
})
