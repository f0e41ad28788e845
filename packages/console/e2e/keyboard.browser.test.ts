import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { hold } from './support/delay-responses.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

describe.skipIf(!chromiumPath)('with the keyboard alone in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/skills', { body: { content: postgresSkill } })
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { skill_enablement_policy: 'prompt-user' },
    })
    page = (await newPerson(browser)).page
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('skips to the content with the first Tab', async () => {
    await page.goto(`${server.url}/skills`)
    await page.getByRole('link', { name: 'Slow Postgres triage' }).waitFor()
    await press('Tab')
    expect(await focused()).toBe('Skip to content')
    await press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  it('goes to Skills, searches, walks the list and opens a skill', async () => {
    await page.goto(`${server.url}/settings/you`)
    await page.getByRole('heading', { name: 'You', level: 1 }).waitFor()
    await press('g', 's')
    await page.getByRole('link', { name: 'Slow Postgres triage' }).waitFor()
    await press('/')
    await page.keyboard.type('postgres')
    await page.waitForURL(/q=postgres/)
    await press('Escape', 'Escape')
    await press('j')
    expect(await focused()).toBe('Slow Postgres triage')
    await press('Enter')
    await page.getByRole('tab', { name: 'Edit' }).waitFor()
  })

  it('opens the palette, finds a skill, and shows the shortcuts', async () => {
    await page.goto(`${server.url}/audit`)
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('postgres')
    await page.getByRole('option', { name: /Slow Postgres triage/ }).waitFor()
    await press('Enter')
    // The text of the skill begins with the same heading.
    await page.getByRole('heading', { name: 'Slow Postgres triage', level: 1 }).first().waitFor()
    await press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('closes the palette with Escape, and shows no skip link where nothing had the focus', async () => {
    await page.goto(`${server.url}/audit`)
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('takes what is typed after the palette opens, before its list has loaded, and nothing in the chat', async () => {
    const list = await hold(page, 'GET', /palette-window/)
    await page.goto(`${server.url}/chat`)
    const composer = page.getByRole('textbox', { name: 'Message' })
    await composer.focus()
    await page.keyboard.type('Hello')
    await press('Control+k')
    await page.keyboard.type('postgr')
    expect(list.count()).toBe(1)
    const field = page.getByRole('dialog').locator('input')
    expect(await field.inputValue()).toBe('postgr')
    list.release()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('es')
    expect(await field.inputValue()).toBe('postgres')
    await page.getByRole('option', { name: /Slow Postgres triage/ }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await composer.inputValue()).toBe('Hello')
    await composer.fill('')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('A7: asks, and approves without a pointer; approve never has the focus by itself', async () => {
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('Our production Postgres answers slowly.')
    await press('Enter')
    // Until the skill's text has been on screen the button is disabled, and takes no focus.
    const approve = page.getByRole('button', { name: 'Approve', disabled: false })
    await approve.waitFor()
    expect(await focused()).not.toContain('Approve')
    await approve.focus()
    await press('Enter')
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  })

  it('leaves every key alone once shortcuts are off', async () => {
    await page.goto(`${server.url}/settings/you`)
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).focus()
    await press('Space')
    await page.locator('#main').focus()
    await press('g', 's', 'Shift+?')
    expect(new URL(page.url()).pathname).toBe('/settings/you')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
