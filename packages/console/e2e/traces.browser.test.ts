import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

const question = 'The production Postgres answers slowly. Which queries are slow?'

describe.skipIf(!chromiumPath)('E9: traces, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser, { viewport: { width: 1440, height: 900 } })
    page = person.page
    await signIn(page, server)
    await callApi(server, '/skills', { body: { content: postgresSkill } })
    const settings = { skill_enablement_policy: 'prompt-user' }
    await callApi(server, '/settings', { method: 'PUT', body: settings })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function picture(name: string): Promise<void> {
    const folder = process.env.PICTURES
    if (!folder) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${folder}/traces-${name}-${colorScheme}.png` })
    }
  }

  const grid = () => page.getByRole('treegrid', { name: 'Steps of the trace' })
  const panel = () => page.getByRole('complementary', { name: 'The chosen step' })
  const tab = (name: string) => panel().getByRole('tab', { name })

  it('shows a turn that waits, advancing, and goes on by itself once it is answered', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve' }).first().waitFor()
    await page.getByRole('link', { name: 'Traces' }).click()
    await page.getByRole('link', { name: question }).click()
    const wait = grid().getByRole('row', { name: /Asked to enable a skill/ })
    await wait.getByText('Waits', { exact: true }).waitFor()
    const took = wait.getByRole('gridcell').last()
    const before = await took.innerText()
    await vi.waitUntil(async () => (await took.innerText()) !== before, { timeout: 30_000 })
    await picture('waiting')
    expect(await violationsInBothThemes(page)).toEqual([])
    await wait.click()
    await panel().getByRole('link', { name: 'Waits for an answer' }).waitFor()
    const { items } = await callApi<{ items: { id: string }[] }>(server, '/approvals')
    const body = { decision: 'approve' }
    await callApi(server, `/approvals/${items[0]?.id}`, { body })
    await panel()
      .getByRole('link', { name: /^Approved/ })
      .waitFor()
    await page.getByText('The turn ended').waitFor()
    await page.keyboard.press('Escape')
  })

  it('is walked with the keyboard; the panel of a model call shows its prompt in blocks', async () => {
    await page.getByRole('link', { name: 'All turns' }).click()
    await page.getByRole('link', { name: question }).press('Enter')
    await grid().focus()
    await page.keyboard.press('Home')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown')
    await picture('walked')
    console.log(await grid().innerText())
    await page.keyboard.press('Enter')
    await panel().waitFor()
    await page.keyboard.press('End')
    await panel()
      .getByRole('heading', { name: /^Model call/ })
      .waitFor()
    await panel().getByText('Against model call').waitFor()
    await picture('panel')
    console.log(await panel().innerText())
    expect(await violationsInBothThemes(page)).toEqual([])
    await tab('Input').click()
    await picture('panel-input')
    await page.keyboard.press(']')
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await grid().evaluate((it) => it === document.activeElement)).toBe(true)
    expect(person.complaints).toEqual([])
  })
})
