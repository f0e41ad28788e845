import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const redirectUrl = 'http://127.0.0.1:9/callback'

/** What an agent keeps, as the SDK asks for it. */
function newProvider() {
  const kept: { client?: object; tokens?: object; verifier?: string; asked?: URL } = {}
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'Agent <b>of mine</b>', redirect_uris: [redirectUrl] },
    state: () => 'the state',
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider: provider as unknown as OAuthClientProvider }
}

describe.skipIf(!chromiumPath)(
  'an agent that speaks OAuth, in Chromium',
  { timeout: 180_000 },
  () => {
    let server: RealServer
    let browser: Chromium

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const content = '---\nname: triage\ndescription: Use for triage.\n---\nLook first.\n'
      await callApi(server, '/skills', { body: { content } })
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const transportOf = (authProvider: OAuthClientProvider) =>
      new StreamableHTTPClientTransport(new URL('/mcp', server.url), { authProvider })
    const newClient = () => new Client({ name: 'agent', version: '1' })

    it('is given the address alone; the person agrees on the page, sees it, and disconnects it', async () => {
      const { kept, provider } = newProvider()
      const asking = transportOf(provider)
      await expect(newClient().connect(asking)).rejects.toBeInstanceOf(UnauthorizedError)

      const { page, complaints } = await newPerson(browser)
      const back: string[] = []
      await page.route('http://127.0.0.1:9/**', async (route) => {
        back.push(route.request().url())
        await route.fulfill({ body: 'back at the agent' })
      })
      const opened = await page.goto(String(kept.asked))
      expect(opened?.headers()['x-frame-options']).toBe('DENY')
      expect(opened?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
      await page.getByLabel('API key').fill(server.apiKey)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Connect an app' }).waitFor()
      await page.getByText('Agent <b>of mine</b>').waitFor()
      await page.getByText('this machine').waitFor()
      await page.getByText('Nobody vouches for this name').waitFor()
      await page.getByLabel('Propose skills').uncheck()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByText('back at the agent').waitFor()
      expect(new URL(back[0] ?? '').searchParams.get('state')).toBe('the state')
      await asking.finishAuth(new URL(back[0] ?? '').searchParams)

      const client = newClient()
      await client.connect(transportOf(provider))
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      expect(names).toContain('search_skills')
      expect(names).not.toContain('save_skill')
      const { content } = await client.callTool({
        ...{ name: 'search_skills', arguments: { query: 'triage' } },
      })
      expect(JSON.stringify(content)).toContain('triage')

      await page.goto(`${server.url}/settings/keys`)
      const row = page.getByRole('list', { name: 'Connected apps' })
      await row.getByText('Agent <b>of mine</b>').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await row.getByRole('button', { name: /^Disconnect/ }).click()
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
      await page.getByText('None is connected.').waitFor()
      await expect(client.listTools()).rejects.toThrow()
      expect(complaints.filter((one) => !/40[14]/.test(one))).toEqual([])
    })

    it('is told no, and gets nothing', async () => {
      const { kept, provider } = newProvider()
      await expect(newClient().connect(transportOf(provider))).rejects.toThrow()
      const { page } = await newPerson(browser)
      const back: string[] = []
      await page.route('http://127.0.0.1:9/**', async (route) => {
        back.push(route.request().url())
        await route.fulfill({ body: 'back at the agent' })
      })
      await page.goto(String(kept.asked))
      await page.getByLabel('API key').fill(server.apiKey)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.getByText('back at the agent').waitFor()
      const answer = new URL(back[0] ?? '').searchParams
      expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null])

      const evil = new URL(String(kept.asked))
      evil.searchParams.set('redirect_uri', 'https://evil.example/')
      await page.goto(String(evil))
      await page.getByText('an address that is not registered').waitFor()
      expect(new URL(page.url()).origin).toBe(server.url)
    })
  },
)
