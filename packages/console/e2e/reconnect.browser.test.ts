import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

describe.skipIf(!chromiumPath)('a lost connection in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/skills', { body: { content: postgresSkill } })
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { skill_enablement_policy: 'prompt-user' },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('says so, comes back by itself, and an approval that was open can still be answered', async () => {
    const { page } = await newPerson(browser)
    await signIn(page, server)
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('The production Postgres answers slowly.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await server.kill()
    await page.getByText('The connection was lost. Reconnecting…').waitFor()
    await server.restart()
    await page.getByText('The connection was lost. Reconnecting…').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  })

  it('says since when, keeps what is shown, and loads the rest by itself', async () => {
    const { page } = await newPerson(browser)
    await signIn(page, server)
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    const skill = page.getByRole('link', { name: 'Slow Postgres triage' })
    await skill.waitFor()
    // What is soon needed is fetched once the page is at rest.
    await page.waitForLoadState('networkidle')
    await server.kill()
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    const strip = page.getByText(/^Offline since \d\d:\d\d\. What you see is from then\./)
    await strip.waitFor()
    expect(await skill.isVisible()).toBe(true)
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page
      .locator('[data-sonner-toast]')
      .getByText(/The server did not answer/)
      .waitFor()
    await page.getByRole('link', { name: 'Audit' }).click()
    await page
      .getByText('The server does not answer. This is loaded as soon as it does.')
      .first()
      .waitFor()
    expect(await page.locator('#main .pulse-soft').count()).toBe(0)
    await server.restart()
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    await page
      .getByText(/signed in/)
      .first()
      .waitFor()
    await strip.waitFor({ state: 'detached' })
  })

  it('keeps what is read in the inbox, and the note that is written for it', async () => {
    const mia = await joinMember(connectionTo(server), { name: 'Mia' })
    const asMia = { ...server, apiKey: mia.key }
    const content = '---\nname: bug-triage\ndescription: Sorts bugs.\n---\nSort them.\n'
    const { id, digest } = await callApi<{ id: string; digest: string }>(asMia, '/skills', {
      body: { content, scope: 'user' },
    })
    const offer = await callApi<{ id: string }>(asMia, `/skills/${id}/offer`, { body: { digest } })
    const { page } = await newPerson(browser)
    await signIn(page, server)
    await page.goto(`${server.url}/inbox?entry=offer.${offer.id}`)
    const note = page.getByLabel('Note')
    await note.fill('Name the queue.')
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(offer.id))
    await server.kill()
    await failed
    await page.getByText(/^Offline since/).waitFor()
    expect(await note.inputValue()).toBe('Name the queue.')
    expect(await page.getByRole('heading', { name: 'bug-triage', exact: true }).isVisible()).toBe(
      true,
    )
    await server.restart()
    await page.getByText(/^Offline since/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('bug-triage was rejected').waitFor()
  })

  it('says that a session has ended while the page was open, and leads back', async () => {
    const { page } = await newPerson(browser)
    await signIn(page, server)
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    await page.getByRole('link', { name: 'Slow Postgres triage' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Slow Postgres triage' }).click()
    await page.getByText('Your session has ended').waitFor()
    await page.getByLabel('API key').fill(server.apiKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Slow Postgres triage' }).first().waitFor()
  })

  it('loads the page by itself when its first answer is missing', async () => {
    const { page } = await newPerson(browser)
    await signIn(page, server)
    await page.route(/\/api\/|\/healthz/, (route) => route.abort())
    await page.goto(`${server.url}/skills`)
    await page.getByText('The server does not answer. This is loaded as soon as it does.').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('link', { name: 'Slow Postgres triage' }).waitFor()
  })

  it('keeps the page when the code of a menu is out of reach, and opens it later', async () => {
    const { page } = await newPerson(browser)
    await page.route(/open-menu/, (route) => route.abort())
    await signIn(page, server)
    await page.goto(`${server.url}/skills`)
    const more = page.getByRole('button', { name: 'More about Slow Postgres triage' })
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('open-menu'),
    )
    await more.click()
    await asked
    expect(await page.getByRole('menuitem').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Slow Postgres triage' }).isVisible()).toBe(true)
    expect(await more.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    expect(await more.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('shows at one browser what was decided at another', async () => {
    const [one, two] = await Promise.all([newPerson(browser), newPerson(browser)])
    await signIn(one.page, server)
    await one.page
      .getByRole('textbox', { name: 'Message' })
      .fill('The production Postgres answers slowly again.')
    await one.page.keyboard.press('Enter')
    await one.page.getByRole('button', { name: 'Approve' }).waitFor()
    await signIn(two.page, server)
    await two.page.goto(`${server.url}/approvals`)
    await two.page.getByRole('button', { name: 'Deny' }).click()
    await one.page
      .getByText(/^Denied/)
      .first()
      .waitFor()
    await one.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  })
})
