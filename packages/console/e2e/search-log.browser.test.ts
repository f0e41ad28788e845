import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer, textOfFile } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('the log of searches, in Chromium', { timeout: 120_000 }, () => {
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

  const settings = async () => {
    await page.goto(`${server.url}/settings/routing`)
    await page.getByRole('heading', { name: 'Searches' }).waitFor()
  }

  /** Until the words have stayed so long that they count. */
  async function search(words: string): Promise<void> {
    const counted = page.waitForResponse((response) => response.url().includes('surface=page'))
    await page.goto(`${server.url}/skills?q=${encodeURIComponent(words)}`)
    await counted
  }

  it('is off at first, says what it is for, and one switch turns it on', async () => {
    await settings()
    await page.getByText('Switch it on and save to see which searches find nothing').waitFor()
    await page.getByRole('switch', { name: 'Count what is searched for' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing was searched for twice yet.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('shows what found nothing once it was searched twice; a synonym or a trigger test mends it', async () => {
    await search('quagga upkeep')
    await search('quagga upkeep')
    await settings()
    const missed = page.getByRole('list', { name: 'Found nothing' })
    await missed.getByText('quagga upkeep').waitFor()
    await missed.getByText('2 searches · found nothing').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await missed.getByRole('button', { name: 'This should have found…' }).click()
    const dialog = page.getByRole('dialog', { name: 'This should have found…' })
    await dialog.getByLabel('Skill').fill('zebra-care')
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add the trigger test' }).click()
    await page.getByText('zebra-care has the trigger test now').waitFor()
    const { items } = await callApi<{ items: { id: string }[] }>(server, '/skills?q=zebra-care')
    const file = await textOfFile(server, items[0]?.id ?? '', 'evals/triggers.yaml')
    expect(file).toContain('quagga upkeep')
    await missed.getByRole('button', { name: 'Add a synonym' }).click()
    const synonyms = page.getByLabel('Words that mean the same')
    expect(await synonyms.inputValue()).toContain('quagga upkeep')
    expect(await synonyms.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('a search without a result offers the same, without the log', async () => {
    await page.goto(`${server.url}/skills?q=xyzzyplugh`)
    await page.getByRole('button', { name: 'This should have found…' }).click()
    const dialog = page.getByRole('dialog', { name: 'This should have found…' })
    expect(await dialog.getByLabel('Message').inputValue()).toBe('xyzzyplugh')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('switched off, it forgets what it counted', async () => {
    await settings()
    await page.getByRole('switch', { name: 'Count what is searched for' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Switching it off removes what was counted.').waitFor()
    const body = { search_log: true }
    await callApi(server, '/settings', { method: 'PUT', body })
    await settings()
    await page.getByText('Nothing was searched for twice yet.').waitFor()
  })
})
