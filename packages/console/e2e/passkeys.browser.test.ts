import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

/** A device of the person with a fingerprint reader, which Chromium itself simulates. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

describe.skipIf(!chromiumPath)('passkeys, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let url: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    url = server.url.replace('127.0.0.1', 'localhost')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('a person adds one by keyboard, signs in with it, and removes it', async () => {
    const { page, complaints } = await newPerson(browser)
    await addDevice(page)
    await page.goto(`${url}/login?next=/settings/keys`)
    await page.getByLabel('API key').fill(server.apiKey)
    await page.keyboard.press('Enter')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByLabel('Name of the device').fill('Laptop')
    await page.keyboard.press('Enter')
    await passkeys.getByText('not used yet').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await page
      .getByRole('button', { name: /sign out/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page
      .getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' })
      .waitFor()
    await page.goto(`${url}/settings/keys`)
    await passkeys.getByText(/used \d/).waitFor()
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click()
    await passkeys.getByText('Laptop').waitFor({ state: 'detached' })

    await page
      .getByRole('button', { name: /sign out/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey did not sign you in').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
  })

  it('a passkey is a fresh login', async () => {
    const { page } = await newPerson(browser)
    await addDevice(page)
    await page.goto(`${url}/login?next=/settings/keys`)
    await page.getByLabel('API key').fill(server.apiKey)
    await page.keyboard.press('Enter')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByLabel('Name of the device').fill('Phone')
    await page.keyboard.press('Enter')
    await passkeys.getByText('Phone').waitFor()
    let asked = false
    await page.route('**/api/v1/keys', async (route) => {
      if (asked || route.request().method() !== 'POST') return route.continue()
      asked = true
      const json = { code: 'login.not-fresh', message: 'This needs a login.' }
      return route.fulfill({ status: 403, json, contentType: 'application/problem+json' })
    })
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('laptop')
    await keys.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('Copy it now').waitFor()
  })

  it('a page without a host name says why there are none', async () => {
    const { page } = await newPerson(browser)
    await page.goto(`${server.url}/login?next=/settings/keys`)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await page.getByLabel('API key').fill(server.apiKey)
    await page.keyboard.press('Enter')
    await page.getByText('This browser cannot use passkeys here').waitFor()
  })
})
