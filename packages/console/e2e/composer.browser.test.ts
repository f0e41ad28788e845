import type { ConversationFiles, SkillsStateBody } from '@repertoire/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skill = (name: string, body: string) => ({
  content: `---\nname: ${name}\ndescription: Use it for ${name}.\n---\n${body}\n`,
})

describe.skipIf(!chromiumPath)('skills and files of a message', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/skills', { body: skill('csv-import', 'Look at the first line.') })
    await callApi(server, '/skills', { body: skill('helm-chart', 'Write a chart.') })
    await callApi(server, '/skills', { body: skill('too-large', 'x'.repeat(20_000)) })
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const choice = (name: string) => page.getByRole('option', { name })
  const conversationId = () => page.url().split('/').at(-1) ?? ''
  const stateOf = (id: string) =>
    callApi<SkillsStateBody>(server, `/conversations/${id}/skills`, { method: 'GET' })

  it('a slash finds a skill by keyboard alone, and the conversation begins with it active', async () => {
    await page.goto(`${server.url}/chat`)
    await message().focus()
    await page.keyboard.type('/helm')
    await choice('helm-chart').waitFor()
    await choice('csv-import').waitFor({ state: 'detached' })
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/chat\/cnv_/)
    await page.getByText('“helm-chart” is active in this conversation').waitFor()
    const { enabled_skills: active } = await stateOf(conversationId())
    expect(active.map(({ slug }) => slug)).toEqual(['helm-chart'])
  })

  it('what does not fit the budget is refused in words, and undo takes a skill out again', async () => {
    const id = conversationId()
    await message().fill('/')
    await choice('helm-chart').getByText('Active').waitFor()
    await page.keyboard.type('too-large')
    await choice('too-large').click()
    await page
      .getByText(/too-large.*budget|budget.*too-large|does not fit/i)
      .first()
      .waitFor()
    await message().fill('/')
    await choice('csv-import').click()
    await page.getByText('“csv-import” is active in this conversation').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: '“csv-import” is active' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect
      .poll(async () => (await stateOf(id)).enabled_skills.map(({ slug }) => slug))
      .toEqual(['helm-chart'])
  })

  it('Escape gives a message that begins with a slash back, and the focus with it', async () => {
    await message().fill('/')
    await page.keyboard.type('etc/hosts')
    await page.keyboard.press('Escape')
    await expect.poll(() => message().inputValue()).toBe('/etc/hosts')
    expect(await message().evaluate((field) => field === document.activeElement)).toBe(true)
    await message().fill('')
  })

  it('dropped files are in the workspace, and the message names them to the agent', async () => {
    const id = conversationId()
    await dropOnto(page, [
      { name: 'plan.md', size: 11 },
      { name: 'video.mp4', size: 11 * 1024 * 1024 },
    ])
    const files = page.getByRole('list', { name: 'Files of this message' })
    await files.getByText('plan.md').waitFor()
    await page.getByText('video.mp4 has 11.0 MB; at most 10.0 MB can be uploaded.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    const list = await callApi<ConversationFiles>(server, `/conversations/${id}/files`, {
      method: 'GET',
    })
    expect(list.items.map(({ path }) => path)).toEqual(['plan.md'])
    await page.reload()
    await files.getByText('plan.md').waitFor()
    await message().fill('Read it.')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Files: plan.md').first().waitFor()
    await files.waitFor({ state: 'detached' })
  })

  it('Enter in the field for a skill sends nothing while its list is out of reach', async () => {
    const { page: other } = await newPerson(browser)
    await other.route(/skill-picker-popover/, (route) => route.abort())
    await signIn(other, server)
    const chosen = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('notes') }
    await other.getByLabel('Files to attach').setInputFiles(chosen)
    await other.getByRole('list', { name: 'Files of this message' }).getByText('notes.md').waitFor()
    const sent: string[] = []
    other.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await other.getByRole('textbox', { name: 'Message' }).fill('/')
    const field = other.getByRole('textbox', { name: 'Skill to activate' })
    await field.pressSequentially('helm')
    await field.press('Enter')
    await other.unrouteAll({ behavior: 'ignoreErrors' })
    await other.getByRole('option', { name: 'helm-chart' }).waitFor()
    expect(sent).toEqual([])
  })

  it('a file of the same name asks before it is replaced', async () => {
    const chosen = { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('changed') }
    await page.getByLabel('Files to attach').setInputFiles(chosen)
    const replace = page.getByRole('alertdialog', { name: 'Replace 1 file?' })
    await replace.getByRole('button', { name: 'Replace' }).click()
    await page.getByRole('list', { name: 'Files of this message' }).getByText('plan.md').waitFor()
    await page.getByRole('button', { name: 'Leave plan.md out of the message' }).click()
    await page.getByRole('list', { name: 'Files of this message' }).waitFor({ state: 'detached' })
  })

  it('a file of a new conversation begins it, and what is written goes along', async () => {
    await page.goto(`${server.url}/chat`)
    await message().fill('Sum it up.')
    const chosen = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') }
    await page.getByLabel('Files to attach').setInputFiles(chosen)
    await page.waitForURL(/\/chat\/cnv_/)
    await page.getByRole('list', { name: 'Files of this message' }).getByText('data.csv').waitFor()
    expect(await message().inputValue()).toBe('Sum it up.')
  })

  it('on a phone nothing is wider than the screen', async () => {
    const phone = await newPerson(browser, { viewport: { width: 390, height: 780 } })
    await signIn(phone.page, server)
    await phone.page.getByRole('textbox', { name: 'Message' }).fill('/')
    await phone.page.getByRole('option', { name: 'csv-import' }).waitFor()
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await phone.page.context().close()
  })
})

/** Files from outside the page, let go over the composer. */
async function dropOnto(
  page: Page,
  files: readonly { readonly name: string; readonly size: number }[],
): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, size } of all) data.items.add(new File(['x'.repeat(size)], name))
    return data
  }, files)
  const form = page.locator('form[data-page-foot]')
  await form.dispatchEvent('dragover', { dataTransfer: transfer })
  await form.dispatchEvent('drop', { dataTransfer: transfer })
}
