import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('synonyms of search, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const content = '---\nname: zebra-care\ndescription: Feeds the zebra.\n---\nFeed it.\n'
    await callApi(server, '/skills', { body: { content } })
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await browser?.close()
    await server?.stop()
  })

  async function saveSynonyms(lines: string): Promise<void> {
    await page.goto(`${server.url}/settings/routing`)
    await page.getByLabel('Words that mean the same').fill(lines)
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' && response.url().endsWith('/api/v1/settings'),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await saved).status()).toBe(200)
  }

  const search = () => page.goto(`${server.url}/skills?q=quagga`)
  const foundNothing = () => page.getByRole('button', { name: 'This should have found…' }).waitFor()

  it('a word that is added finds the skill, which says by which synonym', async () => {
    await search()
    await foundNothing()
    await saveSynonyms('quagga, zebra')
    await search()
    const skills = page.getByRole('table', { name: 'Skills' })
    await skills.getByText('zebra-care').waitFor()
    await skills.getByText('Found by synonym: quagga ~ zebra').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('a word that is removed finds it no more', async () => {
    await saveSynonyms('')
    await search()
    await foundNothing()
  })
})
