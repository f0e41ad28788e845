import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('settings as sub-pages in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    page = (await newPerson(browser)).page
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  const path = () => new URL(page.url()).pathname
  const title = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  it('opens each from the list beside it, and marks where somebody is', async () => {
    await page.goto(`${server.url}/settings`)
    await title('General')
    expect(path()).toBe('/settings/general')
    const list = page.getByRole('navigation', { name: 'Settings' })
    const names = await list.getByRole('link').allInnerTexts()
    expect(names).toHaveLength(12)
    for (const name of names) {
      await list.getByRole('link', { name, exact: true }).click()
      await title(name)
      expect(await list.locator('[aria-current=page]').allInnerTexts()).toEqual([name])
    }
    await page.goto(`${server.url}/settings/tool-rules`)
    await list.locator('[aria-current=true]').getByText('Approvals').waitFor()
  })

  it('leads the anchors of before to where the part is now', async () => {
    await page.goto(`${server.url}/settings#account`)
    await title('Keys and sessions')
    await page.goto(`${server.url}/settings#remembered`)
    await title('You')
  })

  it('asks before another sub-page is opened with something unsaved', async () => {
    await page.goto(`${server.url}/settings/approvals`)
    await page.getByLabel('Minutes to answer an approval').fill('77')
    await page.getByRole('status').getByText('1 unsaved change').waitFor()
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Save your changes to the settings?' })
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await title('Usage')
    expect(await callApi(server, '/settings')).toMatchObject({ approval_ttl_minutes: 77 })
  })

  it('keeps the addresses that agents may reach outside, saved by Ctrl S', async () => {
    await page.goto(`${server.url}/settings/agent-tools`)
    const outbound = page.getByRole('region', { name: 'Outbound requests' })
    await outbound.getByRole('textbox').fill('api.example.com')
    await page.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Settings saved').waitFor()
    expect(await callApi(server, '/settings')).toMatchObject({
      egress_allow_list: ['api.example.com'],
    })
  })

  it('is found by what is on it from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('passkeys')
    await page.getByRole('option', { name: 'Settings: Keys and sessions' }).click()
    await title('Keys and sessions')
  })

  it('is a list on a phone, each with a way back', async () => {
    const { page: phone } = await newPerson(browser, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await signIn(phone, server)
    await phone.goto(`${server.url}/settings`)
    await phone.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await violationsInBothThemes(phone)).toEqual([])
    await phone.getByRole('link', { name: /^Approvals/ }).tap()
    await phone.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor()
    expect(await violationsInBothThemes(phone)).toEqual([])
    await phone.getByRole('link', { name: 'Settings', exact: true }).tap()
    await phone.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await phone.context().close()
  })
})
