import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('leaving changed settings in Chromium', { timeout: 120_000 }, () => {
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
  beforeEach(async () => {
    if (new URL(page.url()).pathname !== '/settings/approvals') {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Approvals', exact: true }).click()
    }
    await page.getByLabel('Minutes to answer an approval').waitFor()
  })

  const minutes = () => page.getByLabel('Minutes to answer an approval')
  const question = () =>
    page.getByRole('alertdialog', { name: 'Save your changes to the settings?' })
  const answer = (name: string) => question().getByRole('button', { name, exact: true }).click()
  const leave = () => page.getByRole('link', { name: 'Skills', exact: true }).click()
  const stored = async () =>
    (await callApi<{ approval_ttl_minutes: number }>(server, '/settings')).approval_ttl_minutes

  it('asks, and stays with the changes', async () => {
    await minutes().fill('41')
    await leave()
    await question().waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Stay')
    await answer('Stay')
    await question().waitFor({ state: 'detached' })
    expect(await minutes().inputValue()).toBe('41')
    expect(new URL(page.url()).pathname).toBe('/settings/approvals')
  })

  it('asks on the way back too, and saves before it leaves', async () => {
    await minutes().fill('42')
    await page.goBack()
    await answer('Save')
    await minutes().waitFor({ state: 'detached' })
    expect(await stored()).toBe(42)
  })

  it('stays when the changes cannot be saved', async () => {
    await page.route(/\/api\/v1\/settings$/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
    await minutes().fill('43')
    await leave()
    await answer('Save')
    await page.getByText('The server did not answer.').waitFor()
    await question().waitFor({ state: 'detached' })
    expect(await minutes().inputValue()).toBe('43')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('leaves without them', async () => {
    await minutes().fill('44')
    await leave()
    await answer('Discard')
    await page.getByRole('heading', { name: 'Skills', level: 1 }).waitFor()
    expect(await stored()).toBe(42)
  })

  it('lets the browser ask before the tab is closed, and only while something has changed', async () => {
    await minutes().fill('45')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    const gone = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await gone
  })
})
