import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skill = (name: string, licence: string) =>
  `---\nname: ${name}\ndescription: Use for ${name}.\n${licence}---\n\nDo it.\n`

describe.skipIf(!chromiumPath)(
  'A11: a registry on the page, in Chromium over two real servers',
  { timeout: 180_000 },
  () => {
    let upstream: RealServer
    let server: RealServer
    let browser: Chromium
    let page: Page
    let complaints: readonly string[]

    beforeAll(async () => {
      upstream = await startRealServer()
      const reaches = { REPERTOIRE_OUTBOUND_ALLOW: new URL(upstream.url).host }
      ;[server, browser] = await Promise.all([startRealServer(reaches), sharedChromium()])
      for (const content of [skill('triage', 'license: MIT\n'), skill('unlicensed', '')])
        await callApi(upstream, '/skills', { body: { content } })
      ;({ page, complaints } = await newPerson(browser))
      await signIn(page, server)
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
      await upstream?.stop()
    })

    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

    it('asks nobody before a person switches one on, and says how', async () => {
      await page.goto(`${server.url}/sources/browse`)
      await page.getByRole('link', { name: 'Registry' }).click()
      await page.getByText('No registry is asked yet').waitFor()
      await page.getByRole('button', { name: 'Switch on skills.sh' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })

    it('shows what is trending, and what a skill asks for before it is taken', async () => {
      const { key } = await callApi<{ key: string }>(upstream, '/keys', {
        body: { name: 'for the other server', scopes: ['skills.read'] },
      })
      const config = { base_url: `${upstream.url}/api/v1/registry`, sync_policy: 'manual' }
      await callApi(server, '/skills/sources', {
        body: { name: 'Ours', source_type: 'marketplace', token: key, config, enabled: false },
      })
      await page.reload()
      await page.getByRole('button', { name: 'Switch on Ours' }).click()
      await page.getByText('Trending in Ours').waitFor()
      await row('triage').getByRole('button', { name: 'Look into it: triage' }).click()
      await row('triage').getByText('Scan: clean').waitFor()
      await row('triage').getByText('It asks for nothing').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })

    it('installs what is clean and licensed, and shows what has to be read first', async () => {
      await page.getByRole('searchbox', { name: 'Search the registry' }).fill('triage')
      await page.getByText('Found in Ours').waitFor()
      await row('triage').getByRole('button', { name: 'Install: triage' }).click()
      await row('triage').getByText('Installed').waitFor()
      await row('triage').getByRole('link', { name: 'Open triage' }).waitFor()
      expect(complaints).toEqual([])
      await page.getByRole('searchbox', { name: 'Search the registry' }).fill('unlicensed')
      await row('unlicensed').getByRole('button', { name: 'Install: unlicensed' }).click()
      await page.waitForURL(/\/reviews\//)
      await page.getByRole('heading', { name: 'unlicensed' }).first().waitFor()
    })
  },
)
