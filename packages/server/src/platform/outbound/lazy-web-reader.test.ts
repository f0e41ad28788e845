import { createAgentHarness, createCallingModel } from '@repertoire/core/testing'
import { web } from '@repertoire/core/use'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../../testing/outbound-servers.ts'
import { sha256 } from '../system/system-ports.ts'
import { createLazyWebReader } from './lazy-web-reader.ts'
import { createWebReader } from './web-reader.ts'

let servers: OutboundServers
const { signal } = new AbortController()

beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(() => servers.close())

describe('the lazy web reader', () => {
  it('reads allowed hosts, with its own user agent', async () => {
    let agent: string | undefined
    const port = await servers.http((request, response) => {
      agent = request.headers['user-agent']
      response.setHeader('content-type', 'text/plain').end('hello')
    })
    const open = createLazyWebReader({ outboundAllow: [`127.0.0.1:${port}`], version: '1.2.3' })
    const page = await open.reader.read(`http://127.0.0.1:${port}/`, {
      signal,
      redirects: 'follow',
    })
    expect(page.text).toBe('hello')
    expect(agent).toBe('Repertoire/1.2.3')
    await open.close()
  })

  it('reads nothing else of this machine or its network', async () => {
    const port = await servers.http((_, response) => response.end('secret'))
    const shut = createLazyWebReader({ outboundAllow: [], version: '1.2.3' })
    const other = createLazyWebReader({ outboundAllow: [`wiki.intra:${port}`], version: '1.2.3' })
    for (const url of [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`]) {
      expect((await problemOf(shut.reader.read(url, { signal, redirects: 'follow' }))).code).toBe(
        'outbound.port-refused',
      )
      expect((await problemOf(other.reader.read(url, { signal, redirects: 'follow' }))).code).toBe(
        'outbound.address-refused',
      )
    }
    expect(
      (await problemOf(shut.reader.read('http://localhost/', { signal, redirects: 'follow' })))
        .code,
    ).toBe('outbound.address-refused')
    await shut.close()
    await other.close()
  })

  it.each([
    ['public.example', 'ok', undefined],
    ['127.0.0.1', 'refused', 'outbound.address-refused'],
    ['localhost', 'refused', 'outbound.address-refused'],
  ])('a run sees of %s what the guard allows: %s', async (host, status, code) => {
    const port = await servers.http((_, response) => {
      touched += 1
      response.setHeader('content-type', 'text/html').end('<p>hello <b>there</b>')
    })
    let touched = 0
    const reader = createWebReader({ fetch: servers.guard(`public.example:${port}`) })
    const url = `http://${host}:${port}/`
    const fixture = await createAgentHarness({
      sha256,
      toolsets: [web],
      settings: { webFetchEnabled: true },
      model: createCallingModel({ id: 'fetch', name: 'web_fetch', input: { url } }),
    })
    await fixture.work(await fixture.say('look'), { fresh: true, ports: { web: reader } })
    const outcome = await fixture.lastOutcome()
    expect(outcome?.status).toBe(status)
    expect(touched).toBe(status === 'ok' ? 1 : 0)
    if (outcome?.status === 'ok') expect(outcome.output).toMatchObject({ url, text: 'hello there' })
    else expect(outcome?.problem.code).toBe(code)
    expect((await fixture.eventTypes()).at(-1)).toBe('run-completed')
  })

  it('closes without having been used', async () => {
    await createLazyWebReader({ outboundAllow: [], version: '1.2.3' }).close()
  })
})
