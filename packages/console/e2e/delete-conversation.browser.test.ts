import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('deleting a conversation', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('asks nothing, and Undo brings it back with its messages', async () => {
    const body = { title: 'Slow database' }
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body })
    await callApi(server, `/conversations/${id}/messages`, { body: { text: 'Why is it slow?' } })
    await page.goto(`${server.url}/chat/${id}`)
    const list = page.getByRole('navigation', { name: 'Conversations' })
    const row = list.getByRole('link', { name: 'Slow database' })
    await row.hover()
    await list.getByRole('button', { name: 'Actions for Slow database' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('“Slow database” deleted').waitFor()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'New conversation' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Slow database” restored').waitFor()
    await row.click()
    await page.getByRole('log').getByText('Why is it slow?').first().waitFor()
  })

  it('what was deleted earlier is listed, restored, and deleted for good once that is confirmed', async () => {
    for (const title of ['Keep me', 'Forget me']) {
      const { id } = await callApi<{ id: string }>(server, '/conversations', { body: { title } })
      await callApi(server, `/conversations/${id}`, { method: 'DELETE' })
    }
    await page.goto(`${server.url}/chat`)
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('link', { name: 'Recently deleted' }).click()
    const deleted = page.getByRole('list', { name: 'Deleted conversations' })
    await deleted.getByText('Keep me').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await deleted.getByRole('button', { name: 'Restore Keep me' }).click()
    await list.getByRole('link', { name: 'Keep me' }).waitFor()
    await deleted.getByRole('button', { name: 'Delete now: Forget me' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Forget me” now?' })
    await dialog.getByRole('button', { name: 'Delete now' }).click()
    await page.getByText('No conversation was deleted').waitFor()
  })
})
