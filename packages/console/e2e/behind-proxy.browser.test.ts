import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

interface ProxySupport {
  findProxy(kind: string): string | undefined
  startProxy(start: {
    kind: 'nginx'
    program: string
    folder: string
    upstream: string
  }): Promise<{ readonly port: number; stop(): Promise<void> }>
}

/** The server's own support for its tests, which the page's types do not include. */
const support = '../../server/src/platform/proxy/testing/start-proxy.ts'
const { findProxy, startProxy } = (await import(/* @vite-ignore */ support)) as ProxySupport
const program = findProxy('nginx')

describe.skipIf(!chromiumPath || !program)('a person in Chromium behind nginx with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-page-'))
  let server: RealServer
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let browser: Chromium

  beforeAll(async () => {
    browser = await sharedChromium()
    server = await startRealServer({ REPERTOIRE_TRUST_PROXY: '127.0.0.1' })
    const upstream = new URL(server.url).host
    proxy = await startProxy({ kind: 'nginx', program: program ?? '', folder, upstream })
  })
  afterAll(async () => {
    await browser?.close()
    await proxy?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('signs in and gets an answer; the cookie is bound to the host', async () => {
    const { page, complaints } = await newPerson(browser, { ignoreHTTPSErrors: true })
    const url = `https://repertoire.localhost:${proxy.port}`
    await signIn(page, { ...server, url })
    expect(await page.context().cookies(url)).toMatchObject([
      { name: '__Host-repertoire_session', secure: true, httpOnly: true, sameSite: 'Strict' },
    ])
    await page.getByRole('textbox').first().fill('What can you do?')
    await page.keyboard.press('Enter')
    await page.getByText('I match words, I do not think').waitFor()
    // Chromium repeats a request when the interfaces of another test's containers come and go.
    expect(complaints.filter((text) => !text.includes('ERR_TOO_MANY_RETRIES'))).toEqual([])
  })
})
