import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

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

  it('shows sign-ins and refused keys by a click, with address, credential and place in the chain', async () => {
    const { page } = person
    const authorization = `Bearer rep_abcdefghij_${'z'.repeat(43)}`
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { authorization } })).status).toBe(
      401,
    )
    await page.goto(`${server.url}/audit`)
    const log = page.getByRole('region', { name: 'Audit log' })
    await page.getByRole('button', { name: 'Refused keys' }).click()
    await log.getByRole('button', { name: 'key-refused' }).first().waitFor()
    await log.getByText('unknown').first().waitFor()
    await log
      .getByText(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
      .first()
      .waitFor()
    await log.getByRole('button', { name: 'session-created' }).waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain('zzzz')
    await page.getByRole('button', { name: 'Sign-ins', exact: true }).click()
    await log.getByRole('button', { name: 'session-created' }).first().waitFor()
    await log.getByText('Show').first().click()
    await log
      .getByText(/Entry \d+, hash/)
      .first()
      .waitFor()
    await log
      .getByText(/Credential/)
      .first()
      .waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })
})
