import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

const question = 'The production Postgres answers slowly. Which queries are slow?'

/** Whether a row is within the box that scrolls. Runs in the page. */
function isInSight(row: Element): boolean {
  const box = row.closest('section')?.getBoundingClientRect()
  const { top, bottom } = row.getBoundingClientRect()
  return box !== undefined && top >= box.top && bottom <= box.bottom
}

/** Notes how high what scrolls is at each change of a grid. Runs in the page. */
function watchHeight(table: Element): void {
  const box = table.closest('section')
  const seen = new Set<number>()
  Object.assign(table, { seenHeights: seen })
  const look = () => seen.add(box?.scrollHeight ?? 0)
  new MutationObserver(look).observe(table, { childList: true, subtree: true })
}

function seenHeights(table: Element): readonly number[] {
  return [...(table as unknown as { readonly seenHeights: ReadonlySet<number> }).seenHeights]
}

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
    // The list of conversations has a link of this name, too.
    await page.getByRole('heading', { name: 'Traces' }).waitFor()
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
    const body = { approved: true }
    await callApi(server, `/approvals/${items[0]?.id}`, { body })
    await panel()
      .getByRole('link', { name: /^Approved/ })
      .waitFor()
    await page.getByText('The turn ended').waitFor()
    await page.keyboard.press('Escape')
  })

  it('is found again in the list, by what stands in the address', async () => {
    await page.getByRole('link', { name: 'All turns' }).click()
    const row = page.getByRole('row', { name: new RegExp(question.slice(0, 20)) })
    await row.getByText('Done').waitFor()
    await row.getByRole('cell', { name: 'demo' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await picture('list')
    const duration = page.getByRole('columnheader', { name: 'Duration' })
    await duration.getByRole('button').click()
    await page.waitForURL(/order=duration/)
    expect(await duration.getAttribute('aria-sort')).toBe('descending')
    await row.waitFor()
    await picture('sorted')
    await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
    await page.waitForURL((url) => !url.search.includes('order'))
    await page.getByLabel('Outcome').selectOption('Failed')
    await page.waitForURL(/outcome=failed/)
    await page.getByText('No turn began then').waitFor()
    await page.getByLabel('Outcome').selectOption('Done')
    await row.waitFor()
  })

  it('is walked with the keyboard to the prompt of a model call, and exported', async () => {
    await page.getByRole('link', { name: question }).press('Enter')
    await grid().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panel().getByRole('heading', { name: 'Model call 1' }).waitFor()
    await panel().getByText('there is none to compare with').waitFor()
    await page.keyboard.press('End')
    await panel().getByRole('heading', { name: 'Model call 3' }).waitFor()
    await panel().getByText('Against model call 2').waitFor()
    const blocks = panel().getByRole('list', { name: 'Blocks of the prompt' })
    await blocks.getByText('Skill Slow Postgres triage').waitFor()
    await blocks.getByText('new', { exact: true }).waitFor()
    await picture('panel')
    expect(await violationsInBothThemes(page)).toEqual([])
    await panel().getByRole('link', { name: 'postgres.slow-triage, revision 1' }).waitFor()
    await tab('Input').click()
    await panel().getByText('Result of enable_skill').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as OTLP' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(JSON.parse(file).resourceSpans).toHaveLength(1)
    expect(file).not.toContain(question)
    await tab('Input').press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await grid().evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('500 steps are walked to the last one, with few rows in the page', async () => {
    const manySteps = 500
    // The server’s own answer, made longer: no demo turn has so many steps.
    const oneTrace = /\/api\/v1\/traces\/[0-9a-f]{32}$/
    await page.route(oneTrace, async (route) => {
      const response = await route.fetch()
      const trace = (await response.json()) as { spans: { id: string; parent_id: string | null }[] }
      const call = trace.spans.findLast(({ parent_id }) => parent_id !== null)
      const more = Array.from({ length: manySteps - trace.spans.length }, (_, at) => ({
        ...call,
        ...{ id: `many_${at}`, parent_id: trace.spans[0]?.id, kind: 'tool', name: `many_${at}` },
      }))
      await route.fulfill({ response, json: { ...trace, spans: [...trace.spans, ...more] } })
    })
    await page.reload()
    await page.getByText(`of ${manySteps}`).waitFor()
    const rows = grid().getByRole('row')
    const current = () => grid().getByRole('row', { selected: true })
    await grid().focus()
    await page.keyboard.press('Home')
    const first = await current().innerText()
    await page.keyboard.press('End')
    const last = grid().getByRole('row', { name: /many_/, selected: true })
    await last.waitFor()
    expect(await last.getAttribute('aria-rowindex')).toBe(String(manySteps + 1))
    await expect.poll(() => last.evaluate(isInSight)).toBe(true)
    expect(await rows.count()).toBeLessThanOrEqual(100)
    await page.keyboard.press('ArrowUp')
    expect(await current().getAttribute('aria-rowindex')).toBe(String(manySteps))
    await page.keyboard.press('Home')
    expect(await current().innerText()).toBe(first)
    await grid().evaluate(watchHeight)
    for (let step = 1; step < manySteps; step += 1) await page.keyboard.press('ArrowDown')
    expect(await current().getAttribute('aria-rowindex')).toBe(String(manySteps + 1))
    // A list that is shorter for a moment is scrolled back, and the chosen row out of sight.
    expect(await grid().evaluate(seenHeights)).toHaveLength(1)
    await expect.poll(() => current().evaluate(isInSight)).toBe(true)
    expect(await rows.count()).toBeLessThanOrEqual(100)
    await picture('many')
  })

  it('shows the panel as a sheet on a phone', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await page.setViewportSize({ width: 390, height: 844 })
    await grid().press('End')
    await grid().press('Enter')
    const sheet = page.getByRole('dialog', { name: 'The chosen step' })
    await sheet.getByRole('heading', { name: 'Model call 3' }).waitFor()
    await picture('sheet')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await picture('phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(person.complaints).toEqual([])
  })
})
