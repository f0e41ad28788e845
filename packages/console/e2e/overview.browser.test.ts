import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { follow, newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

const hostile = '<img src=x onerror=alert(1)>\u202Eevil'

describe.skipIf(!chromiumPath)('the overview, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** A whole turn of an agent about Postgres. */
  async function turn(agentId: string) {
    const body = { agent_id: agentId }
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body })
    const { run } = await callApi<{ run: { id: string; status: string } }>(
      server,
      `/conversations/${id}/messages`,
      { body: { text: 'The production Postgres answers slowly. Which queries are slow?' } },
    )
    expect(run.status).toBe('completed')
    return { id, runId: run.id }
  }

  const reindex = () => callApi(server, '/stats/reindex', { method: 'POST' })

  it('says what to do while there is nothing to count', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('There are no numbers yet').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'Ask something' }).click()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
  })

  it('an answer gets a thumb, which another press takes back', async () => {
    await callApi(server, '/skills', { body: { content: postgresSkill } })
    const body = { name: hostile, toolsets: ['discovery'] }
    const agent = await callApi<{ id: string }>(server, '/agents', { body })
    const [one, other] = [await turn(agent.id), await turn(agent.id)]
    await page.goto(`${server.url}/chat/${one.id}`)
    const thumbs = page.getByRole('group', { name: 'Rate the answer' })
    const down = thumbs.getByRole('button', { name: 'Bad answer' })
    const pressed = (is: boolean) =>
      thumbs.getByRole('button', { name: 'Bad answer', pressed: is }).waitFor()
    await pressed(false)
    await down.press('Enter')
    await pressed(true)
    expect(await violationsInBothThemes(page)).toEqual([])
    await down.press('Enter')
    await pressed(false)
    await thumbs.getByRole('button', { name: 'Good answer' }).click()
    await thumbs.getByRole('button', { name: 'Good answer', pressed: true }).waitFor()
    await down.click()
    await pressed(true)
    await page.reload()
    await pressed(true)
    const rating = `/conversations/${other.id}/runs/${other.runId}/rating`
    await callApi(server, rating, { method: 'PUT', body: { rating: 'down' } })
    await reindex()
  })

  it('shows the numbers of real turns, with n, and what is unknown as unknown', async () => {
    await page.goto(`${server.url}/overview`)
    const tile = (name: RegExp) => page.getByRole('button', { name })
    await tile(/^Activations.*2/).waitFor()
    await tile(/^Turns that ended well.*Too few to say, n 2/).waitFor()
    await tile(/^Cost.*unknown/).waitFor()
    await page.locator('canvas').waitFor()
    const row = page.getByRole('row', { name: /postgres\.slow-triage/ })
    await row.getByText('Too few to say, n 2').waitFor()
    await row.getByText('0 / 2').waitFor()
    await row.getByText('unknown').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('has a table behind the chart, by the keyboard, for each number', async () => {
    await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
    const today = new Date().toISOString().slice(0, 10)
    const days = page.getByRole('table', { name: 'Activations per day' })
    await days.getByRole('row', { name: new RegExp(`^${today} 2`) }).waitFor()
    expect(await days.getByRole('row').count()).toBe(31)
    await page.getByRole('button', { name: /^Cost/ }).press('Enter')
    await page
      .getByRole('table', { name: 'Cost per day' })
      .getByRole('row', { name: new RegExp(`^${today} unknown`) })
      .waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(page.url()).toContain('chart=cost')
    await page.getByRole('button', { name: '7 d' }).click()
    await page.waitForURL(/period=7d/)
  })

  it('is filtered by what stands in the address; a hostile name is only text', async () => {
    await page.getByRole('button', { name: 'Agent, model, skill' }).click()
    const agents = page.getByLabel('Agent', { exact: true })
    const names = agents.locator('option')
    await names.nth(1).waitFor({ state: 'attached' })
    expect(await names.nth(1).textContent()).toContain('<img src=x onerror=alert(1)>⟨')
    await agents.selectOption({ index: 1 })
    await page.waitForURL(/agent=agt_/)
    await page.reload()
    await page.getByRole('row', { name: /postgres\.slow-triage/ }).waitFor()
    await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(/model=/)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual([])
    await follow(page, '/overview?skill=nothing-of-that-name')
    await page.getByText('Nothing happened in these days').waitFor()
    await page.getByRole('button', { name: 'Show 90 days of everything' }).click()
    await page.getByRole('row', { name: /postgres\.slow-triage/ }).waitFor()
  })

  it('leads from what to act on to where it is mended', async () => {
    await callApi(server, '/settings', { method: 'PUT', body: { skills_max_prompt_chars: 10 } })
    await page.goto(`${server.url}/overview`)
    const actOn = page.getByRole('region', { name: 'Act on' })
    const open = (kind: string) => actOn.locator('summary', { hasText: kind }).press('Enter')
    await open('Over budget')
    await actOn.getByText(/of 10 characters/).waitFor()
    await open('Thumbs down')
    await actOn.getByText('2 of 2 thumbs').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await actOn.getByRole('link', { name: 'postgres.slow-triage' }).last().click()
    const row = page
      .getByRole('table', { name: 'Numbers of each revision' })
      .getByRole('row', { name: /^Revision 1 2/ })
    await row.getByText('Too few to say, n 2').waitFor()
    await row.getByText('0 / 2').waitFor()
    await page.getByText('Day by day').click()
    await page.getByRole('table', { name: 'Activations per day' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('fits a phone, where it has its place in the bar', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('navigation', { name: 'Main' }).getByText('Overview').click()
    const overflow = () =>
      page.evaluate(() => {
        const main = document.querySelector('#main')
        return main ? main.scrollWidth - main.clientWidth : -1
      })
    await page.getByText('Does it help?').waitFor()
    expect(await overflow()).toBe(0)
    await page.getByRole('link', { name: 'postgres.slow-triage' }).last().click()
    await page.getByText('In the overview').waitFor()
    expect(await overflow()).toBe(0)
    expect(person.complaints).toEqual([])
  })
})
