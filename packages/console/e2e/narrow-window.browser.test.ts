import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

const wide = { width: 1280, height: 820 }
const phone = { width: 390, height: 844 }

describe.skipIf(!chromiumPath)('a form over a window that changes', { timeout: 120_000 }, () => {
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

  it('stays open with what is written in it, from wide to phone and back', async () => {
    const { page } = person
    await page.goto(`${server.url}/settings/connections`)
    await page.getByRole('button', { name: 'Add connector' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill('https://wiki.example/mcp')
    await page.setViewportSize(phone)
    await page.locator('#main a[href="/settings"]').waitFor({ state: 'attached' })
    expect(await form.getByLabel('Address').inputValue()).toBe('https://wiki.example/mcp')
    const box = await form.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.setViewportSize(wide)
    await page.locator('nav[aria-label="Settings"]').waitFor({ state: 'attached' })
    expect(await form.getByLabel('Address').inputValue()).toBe('https://wiki.example/mcp')
    await page.keyboard.press('Escape')
  })

  it('has room for the digest of the inbox on a phone', async () => {
    const { page } = person
    await page.setViewportSize(phone)
    await page.goto(`${server.url}/settings/approvals`)
    await page.getByRole('button', { name: 'Have a digest sent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Digest of the inbox' })
    await dialog.getByLabel('Address').waitFor()
    const wider = await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(wider).toBe(0)
    for (const name of ['Cancel', 'Save']) {
      const button = dialog.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect(box && box.x + box.width <= phone.width && box.height >= 32).toBe(true)
    }
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('shows a new key, once as it is, below a name of any length', async () => {
    const { page } = person
    await page.setViewportSize(phone)
    await page.goto(`${server.url}/settings/keys`)
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('x'.repeat(200))
    await keys.getByRole('button', { name: 'Create key' }).click()
    const made = page.getByRole('dialog', { name: 'xxx' })
    await made.getByText('Copy it now').waitFor()
    expect(await made.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    for (const shown of [
      made.getByRole('button', { name: 'Close' }),
      made.getByRole('button', { name: 'Copy key' }),
    ]) {
      const box = await shown.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
      expect(box && box.y >= 0 && box.y + box.height <= phone.height).toBe(true)
    }
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await keys.getByRole('button', { name: /^Revoke x/ }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await asked.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  })

  it('leaves room to read a question and to answer it, in the chat and in the inbox, at 400 % zoom', async () => {
    const { page } = person
    await callApi(server, '/skills', { body: { content: postgresSkill } })
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { skill_enablement_policy: 'prompt-user' },
    })
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Our production Postgres is slow.')
    await page.keyboard.press('Enter')
    const log = page.getByRole('log', { name: 'Messages' })
    await log.getByRole('button', { name: 'Deny' }).waitFor()
    expect((await log.boundingBox())?.height).toBeGreaterThan(120)
    await page.goto(`${server.url}/inbox`)
    await page.getByRole('link', { name: /^Enable / }).click()
    const pane = page.getByRole('region', { name: 'What waits' })
    await pane.getByRole('button', { name: 'Deny' }).scrollIntoViewIfNeeded()
    await pane.getByRole('button', { name: 'Deny' }).click({ trial: true })
    const readable = await pane.evaluate((node) => {
      node.scrollTop = 0
      const [text] = node.children
      const { top, bottom } = node.getBoundingClientRect()
      return Math.min(text?.getBoundingClientRect().bottom ?? 0, bottom) - top
    })
    expect(readable).toBeGreaterThan(160)
  })
})
