import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skillMd = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nBody.\n`

describe.skipIf(!chromiumPath)('saved views of the skills', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/skills', { body: { content: skillMd('alpha') } })
    await callApi(server, '/skills', { body: { content: skillMd('beta'), enabled: false } })
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const views = () => page.getByRole('navigation', { name: 'Saved views' })
  const view = (name: string) => views().getByRole('link', { name, exact: true })
  const skill = (name: string) =>
    page.getByRole('table', { name: 'Skills' }).getByRole('link', { name, exact: true })
  const place = () => new URL(page.url()).search
  const choose = async (action: string) => {
    await views()
      .getByRole('button', { name: /^Change the view/ })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('keeps filters and order under a name, and opens them again', async () => {
    await page.goto(`${server.url}/skills`)
    await skill('alpha').waitFor()
    expect(await views().count()).toBe(0)
    await page.goto(`${server.url}/skills?enabled=false&sort=cost&order=desc`)
    await skill('beta').waitFor()
    const address = place()
    await views().getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Switched off')
    await page.keyboard.press('Enter')
    await view('Switched off').waitFor()
    await page.goto(`${server.url}/skills`)
    await skill('alpha').waitFor()
    await view('Switched off').click()
    await skill('alpha').waitFor({ state: 'detached' })
    expect(place()).toBe(address)
    expect(await view('Switched off').getAttribute('aria-current')).toBe('page')
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('renames a view, deletes it, and takes that back', async () => {
    await choose('Rename…')
    await page.getByRole('dialog').getByLabel('Name').fill('Off')
    await page.keyboard.press('Enter')
    await view('Off').waitFor()
    expect(await view('Switched off').count()).toBe(0)
    await choose('Delete')
    await page.getByText('View “Off” deleted').waitFor()
    await view('Off').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await view('Off').waitFor()
  })

  it('shows a name as text whatever it is', async () => {
    await page.goto(`${server.url}/skills?scope=user`)
    await views().getByRole('button', { name: 'Save view' }).click()
    const name = '<img src=x onerror=alert(1)>'
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await view(name).waitFor()
    expect(await views().locator('img').count()).toBe(0)
  })
})
