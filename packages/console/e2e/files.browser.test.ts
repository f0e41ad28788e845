import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const plan = {
  name: 'plan.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# The plan\n'),
}

describe.skipIf(!chromiumPath)('files and questions in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page
  let id = ''

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { toolsets: ['portable', 'workspace', 'person'] },
    })
    person = await newPerson(browser, { acceptDownloads: true })
    page = person.page
    await signIn(page, server)
    id = (await callApi<{ id: string }>(server, '/conversations', { body: {} })).id
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await browser?.close()
    await server?.stop()
  })

  const panel = () => page.getByRole('dialog', { name: 'Files' })

  it('the empty folder says what it is for, and the panel opens and closes by keyboard', async () => {
    await page.goto(`${server.url}/chat/${id}`)
    const button = page.getByRole('button', { name: /^Files/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await panel().getByText('No files yet').waitFor()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('an uploaded file is listed with its size, is downloaded as it is, and the agent reads it', async () => {
    await page.goto(`${server.url}/chat/${id}`)
    await page.getByRole('button', { name: /^Files/ }).click()
    await panel().getByLabel('Files to upload').setInputFiles(plan)
    await panel().getByText('plan.md', { exact: true }).waitFor()
    await panel().getByText(/^11 B/).waitFor()
    await panel()
      .getByText(/^1 of 1,000 files/)
      .waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel().getByRole('link', { name: 'Download plan.md' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('plan.md')
    expect(await readFile(await download.path(), 'utf8')).toBe('# The plan\n')
    await page.keyboard.press('Escape')
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Look at plan.md, and ask me before you go on.')
    await page.keyboard.press('Enter')
    await page.getByText('Read plan.md').waitFor()
  })

  it('the question stands in the chat and among the approvals, and the answer reaches the agent', async () => {
    await page.goto(`${server.url}/approvals`)
    await page.getByRole('region', { name: 'The agent has a question' }).waitFor()
    await page.goto(`${server.url}/chat/${id}`)
    const card = page.getByRole('region', { name: 'The agent has a question' })
    expect(await card.getByRole('button', { name: 'Answer' }).isDisabled()).toBe(true)
    await card.getByLabel('Your answer').fill('Only on Mondays')
    await card.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('You answered: Only on Mondays').waitFor()
    await page
      .getByRole('region', { name: 'The agent’s question' })
      .getByText(/^Answered/)
      .first()
      .waitFor()
  })

  it('replacing and deleting ask first', async () => {
    await page.goto(`${server.url}/chat/${id}`)
    await page.getByRole('button', { name: /^Files/ }).click()
    const changed = { ...plan, buffer: Buffer.from('changed') }
    await panel().getByLabel('Files to upload').setInputFiles(changed)
    const replace = page.getByRole('alertdialog', { name: 'Replace 1 file?' })
    await replace.getByRole('button', { name: 'Cancel' }).click()
    await replace.waitFor({ state: 'detached' })
    await panel().getByText(/^11 B/).waitFor()
    await panel().getByLabel('Files to upload').setInputFiles(changed)
    await replace.getByRole('button', { name: 'Replace' }).click()
    await panel().getByText(/^7 B/).waitFor()
    await panel().getByRole('button', { name: 'Delete plan.md' }).click()
    const remove = page.getByRole('alertdialog', { name: 'Delete this file?' })
    await remove.getByRole('button', { name: 'Delete' }).click()
    await panel().getByText('No files yet').waitFor()
  })

  it.each(['light', 'dark'] as const)(
    'WCAG 2.2 AA by axe: the panel and the question (%s)',
    async (theme) => {
      const other = await newPerson(browser, { colorScheme: theme })
      await signIn(other.page, server)
      const talk = await callApi<{ id: string }>(server, '/conversations', { body: {} })
      await callApi(server, `/conversations/${talk.id}/messages`, {
        body: { text: 'Ask me first.' },
      })
      await other.page.goto(`${server.url}/chat/${talk.id}`)
      await other.page.getByRole('region', { name: 'The agent has a question' }).waitFor()
      expect(await violations(other.page)).toEqual([])
      await other.page.getByRole('button', { name: /^Files/ }).click()
      await other.page.getByText('No files yet').waitFor()
      expect(await violations(other.page)).toEqual([])
      await other.page.getByLabel('Files to upload').setInputFiles(plan)
      await other.page.getByRole('button', { name: 'Delete plan.md' }).click()
      await other.page.getByRole('alertdialog').waitFor()
      expect(await violations(other.page)).toEqual([])
      await other.page.context().close()
    },
  )
})
