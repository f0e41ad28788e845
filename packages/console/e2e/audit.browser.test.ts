import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('the audit log, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('shows sign-ins and refused keys in words, with address, credential and place in the chain', async () => {
    const { page } = person
    const authorization = `Bearer rep_abcdefghij_${'z'.repeat(43)}`
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { authorization } })).status).toBe(
      401,
    )
    await page.goto(`${server.url}/audit`)
    const log = page.getByRole('region', { name: 'Audit log' })
    await page.getByLabel('What kind').selectOption({ label: 'API keys' })
    await log.getByText('Somebody unknown was refused with an API key').first().waitFor()
    await log.getByText('signed in').waitFor({ state: 'detached' })
    await log.getByText('Details').first().click()
    await log
      .getByText(/from (::ffff:)?(127\.0\.0\.1|::1)/)
      .first()
      .waitFor()
    expect(await page.content()).not.toContain('zzzz')
    await page.getByLabel('What kind').selectOption({ label: 'Sign-ins' })
    await log.getByText('Owner signed in').first().waitFor()
    await log.getByText('Details').first().click()
    await log
      .getByText(/Credential .*Entry \d+, hash/)
      .first()
      .waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('an import of many is one line, with its entries behind it', async () => {
    const { page } = person
    const items = ['one', 'two', 'three'].map((name) => {
      const text = `---\nname: ${name}\ndescription: Use it for ${name}.\n---\nText.\n`
      const content_base64 = Buffer.from(text).toString('base64')
      return { path: name, files: [{ path: 'SKILL.md', content_base64 }] }
    })
    await callApi(server, '/imports', { body: { items } })
    await page.goto(`${server.url}/audit?kind=skill`)
    const log = page.getByRole('region', { name: 'Audit log' })
    const line = log.getByRole('listitem').filter({ hasText: 'Owner imported 3 skills' })
    await line.getByText('Details').click()
    expect(await line.getByRole('button', { name: 'skill-imported' }).count()).toBe(3)
  })

  it('who, what kind and what day stand in the address, and narrow together', async () => {
    const { page } = person
    await page.goto(`${server.url}/audit`)
    const log = page.getByRole('region', { name: 'Audit log' })
    await log.getByRole('listitem').first().waitFor()
    await page.getByLabel('Who').selectOption({ label: 'Owner' })
    await page.waitForURL(/actor=usr_/)
    await log.getByText('Somebody unknown').waitFor({ state: 'detached' })
    await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
    await page.getByText('No entry fits').waitFor()
    await page.reload()
    await page.getByText('No entry fits').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await log.getByText('Somebody unknown').first().waitFor()
  })

  it('on a phone a sentence wraps, and nothing is wider than the screen', async () => {
    const phone = await newPerson(browser, { viewport: { width: 390, height: 780 } })
    await signIn(phone.page, server)
    await phone.page.goto(`${server.url}/audit`)
    const log = phone.page.getByRole('region', { name: 'Audit log' })
    await log.getByText('Details').first().click()
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    expect(await violationsInBothThemes(phone.page)).toEqual([])
    await phone.page.context().close()
  })
})
