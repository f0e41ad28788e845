import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('credentials, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let owner: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    owner = await newPerson(browser)
    owner.page.setDefaultTimeout(10_000)
    await signIn(owner.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('a person is invited by a link that works once, and makes their own key', async () => {
    const { page } = owner
    await page.goto(`${server.url}/settings/members`)
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByLabel('Name').fill('Mia')
    await members.getByRole('button', { name: 'Add member' }).click()
    const row = members.getByRole('listitem').filter({ hasText: 'Mia' })
    await row.getByText('Has not signed in yet').waitFor()
    await row.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invitation for Mia' })
    const link = /http\S+invitation=[\w-]+/.exec(await dialog.innerText())?.[0] ?? ''
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await page.content()).not.toContain(link.split('=')[1])

    const mia = (await newPerson(browser)).page
    await mia.goto(link)
    await mia.getByText('Create an API key below now').waitFor()
    expect(mia.url()).toBe(`${server.url}/settings/keys`)
    const keys = mia.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('laptop')
    await keys.getByRole('button', { name: 'Create key' }).click()
    await mia.getByText('Copy it now').waitFor()
    const laptop = mia.locator('li', { hasText: 'laptop' })
    await laptop.getByText(/created just now/).waitFor()

    const late = (await newPerson(browser)).page
    await late.goto(link)
    await late.getByText('This link no longer works').waitFor()
    await page.reload()
    await row.getByText('Joined').waitFor()
    expect(await row.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    expect(await page.getByLabel('Whose').count()).toBe(0)
  })

  it('a service account is shown as one, and has keys only', async () => {
    const { page } = owner
    await page.goto(`${server.url}/settings/members`)
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByLabel('Name').fill('Nightly import')
    await members.getByLabel('Kind').selectOption('Service account')
    expect(await members.getByLabel('Role', { exact: true }).innerText()).not.toContain('Owner')
    await members.getByRole('button', { name: 'Add member' }).click()
    const row = members.getByRole('listitem').filter({ hasText: 'Nightly import' })
    await row.getByText('Service account').waitFor()
    expect(await row.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    await page.goto(`${server.url}/settings/keys`)
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('cron')
    await keys.getByLabel('Whose').selectOption('Nightly import (service account)')
    await keys.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Copy it now').waitFor()
    const made = page.getByRole('dialog', { name: 'Key “cron”' })
    const apiKey = /rep_\S+/.exec(await made.innerText())?.[0] ?? ''
    await made.getByRole('button', { name: 'Close', exact: true }).click()
    await callApi({ ...server, apiKey }, '/keys', { body: { name: 'its own' } })
    await keys.getByText('of Nightly import (service account)').first().waitFor()
    const root = await callApi<{ key: string }>(server, '/keys', { body: { name: 'root' } })
    await callApi({ ...server, apiKey: root.key }, '/keys', { body: { name: 'child' } })
    await page.reload()
    await keys.getByRole('button', { name: 'Revoke root' }).click()
    await page.getByText('It made 1 other key, revoked with it.').waitFor()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await keys.getByText('root', { exact: true }).waitFor({ state: 'detached' })
    expect(await keys.getByText('child', { exact: true }).count()).toBe(0)
    await page.goto(`${server.url}/audit`)
    await page
      .getByRole('region', { name: 'Audit log' })
      .getByText('Nightly import (service account)')
      .first()
      .waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })
  it('sessions are listed and ended, one’s own and a member’s', async () => {
    const member = await joinMember(connectionTo(server), { name: 'Robin' })
    const theirs = (await newPerson(browser)).page
    await signIn(theirs, { ...server, apiKey: member.key })
    const other = (await newPerson(browser)).page
    await signIn(other, server)
    const { page } = owner
    await page.goto(`${server.url}/settings/keys`)
    const own = page.getByRole('list', { name: 'Sessions' })
    await own.getByText('Chrome on Linux').first().waitFor()
    await own.getByText('This one').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByText('1 session ended').waitFor()
    await other.goto(`${server.url}/settings`)
    await other.waitForURL(/\/login/)

    await page.goto(`${server.url}/settings/members`)
    await page.getByRole('button', { name: 'Sessions of Robin' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sessions of Robin' })
    await dialog.getByText('Chrome on Linux').first().waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await dialog.getByText('Not signed in anywhere.').waitFor()
    await theirs.goto(`${server.url}/settings`)
    await theirs.waitForURL(/\/login/)
  })
  it('an old login is asked for the key again, and what was asked for is then done', async () => {
    const { page } = owner
    // The server’s own answer to an old login; a real one takes a quarter of an hour.
    const problem = {
      code: 'login.not-fresh',
      message: 'This needs a login of the last 15 minutes.',
    }
    await page.goto(`${server.url}/settings/keys`)
    let refusals = 1
    await page.route('**/api/v1/keys', async (route) => {
      if (route.request().method() !== 'POST' || refusals === 0) return route.continue()
      refusals -= 1
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem })
    })
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('after a while')
    await keys.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('API key').fill('rep_wrong')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByText('The login is not valid').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('API key').fill(server.apiKey)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Copy it now').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('who does not sign in again reads why nothing was done', async () => {
    const { page } = owner
    await page.route('**/api/v1/members', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const json = { code: 'login.not-fresh', message: 'This needs a fresh login.' }
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json })
    })
    await page.goto(`${server.url}/settings/members`)
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByLabel('Name').fill('Nobody')
    await members.getByRole('button', { name: 'Add member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await members.getByText('This needs a fresh login.').waitFor()
  })
  it('a stolen key is revoked with what was made after signing in with it', async () => {
    const mia = await joinMember(connectionTo(server), { name: 'Ida' })
    const { page } = await newPerson(browser)
    page.setDefaultTimeout(10_000)
    await signIn(page, { ...server, apiKey: mia.key })
    await page.goto(`${server.url}/settings/keys`)
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('made later')
    await keys.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await keys.getByRole('button', { name: 'Revoke of Ida' }).click()
    await page.getByLabel('It may be stolen: also revoke 1 made after signing in with it').check()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.waitForURL(/\/login/)
    const { items } = await callApi<{ items: { name: string }[] }>(server, '/keys')
    expect(items.map(({ name }) => name)).not.toContain('made later')
  })
})
