import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const count = 450

function skillMd(index: number): string {
  const name = `skill-${String(index).padStart(3, '0')}`
  const body = 'word '.repeat(index % 7 === 0 ? 300 : 1)
  return `---\nname: ${name}\ndescription: Number ${index}.\n---\n# Title of ${index}\n\n${body}\n`
}

/** Pixels between the last row and the end of what is kept for all rows. Runs in the page. */
function heightLeft(table: Element): number {
  const end = table.parentElement?.getBoundingClientRect().bottom ?? 0
  return end - table.getBoundingClientRect().bottom
}

describe.skipIf(!chromiumPath)('the table of skills in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    for (let at = 0; at < count; at += 50) {
      const items = Array.from({ length: 50 }, (_, index) => {
        const content_base64 = Buffer.from(skillMd(at + index)).toString('base64')
        return { path: `skill-${at + index}`, files: [{ path: 'SKILL.md', content_base64 }] }
      })
      await callApi(server, '/imports', { body: { items } })
    }
    const body = { skills_max_prompt_chars: 1000 }
    await callApi(server, '/settings', { method: 'PUT', body })
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await browser?.close()
    await server?.stop()
  })

  const table = () => page.getByRole('table', { name: 'Skills' })
  const link = (name: string) => table().getByRole('link', { name, exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

  it('B8: says how many there are, draws only what is in sight, and reaches the last one by scrolling', async () => {
    await page.goto(`${server.url}/skills`)
    await page.getByText(`${count} skills`, { exact: true }).waitFor()
    await link('skill-000').waitFor()
    expect(await table().getByRole('row').count()).toBeLessThan(70)
    expect(await table().getAttribute('aria-rowcount')).toBe(String(count + 1))
    await page.evaluate(() => document.querySelector('#main')?.scrollTo(0, 1e6))
    await link('skill-449').waitFor()
    expect(await table().getByRole('row').count()).toBeLessThan(70)
    expect(Math.abs(await table().evaluate(heightLeft))).toBeLessThan(1)
  })

  it('B8: a heading orders the whole library, says so, and stays in the address', async () => {
    await page.goto(`${server.url}/skills`)
    await table().getByRole('button', { name: 'Cost' }).click()
    await page.waitForURL(/sort=cost&order=desc/)
    await expect.poll(() => table().getByRole('link').first().textContent()).toBe('skill-105')
    const heading = table().getByRole('columnheader', { name: 'Cost' })
    expect(await heading.getAttribute('aria-sort')).toBe('descending')
    await table().getByRole('button', { name: 'Cost' }).click()
    await expect.poll(() => table().getByRole('link').first().textContent()).toBe('skill-001')
    await page.reload()
    await link('skill-001').waitFor()
    expect(await heading.getAttribute('aria-sort')).toBe('ascending')
  })

  it('B8: orders by how often a skill was activated, and keeps its columns until that is known', async () => {
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    await callApi(server, `/conversations/${id}/skills/skill-333`, { method: 'PUT' })
    await page.goto(`${server.url}/skills`)
    await table().getByRole('button', { name: 'Used 30 d' }).click()
    await page.waitForURL(/sort=used&order=desc/)
    const first = table().getByRole('row').nth(1)
    await expect
      .poll(async () => {
        await page.reload()
        return first.textContent()
      })
      .toMatch(/skill-333.*1/)

    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/stats\?/, (route) => released.then(() => route.continue()))
    await page.goto(`${server.url}/skills`)
    await link('skill-000').waitFor()
    const cost = table().getByRole('button', { name: 'Cost' })
    const before = await cost.boundingBox()
    release()
    await table().getByText('never').first().waitFor()
    expect(await cost.boundingBox()).toEqual(before)
    await page.unrouteAll()
  })

  it('B8: chips narrow together with the search, and the count follows', async () => {
    await page.goto(`${server.url}/skills`)
    await page.getByRole('button', { name: 'Over budget' }).click()
    await page.getByText('65 skills', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Never used' }).click()
    await page.waitForURL(/over_budget=true&used=false/)
    await page.getByRole('button', { name: 'Has scripts' }).click()
    await page.getByText('No skill fits').waitFor()
    await page.getByRole('button', { name: 'Has scripts' }).click()
    await page.getByText('65 skills', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search skills' }).fill('skill-007')
    await page.waitForURL(/q=skill-007/)
    await link('skill-007').waitFor()
  })

  it('B8: Space peeks beside the list and follows the keys, x selects, Enter opens the overview', async () => {
    await page.goto(`${server.url}/skills`)
    await link('skill-000').waitFor()
    await page.keyboard.press('j')
    expect(await focused()).toBe('skill-000')
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: 'Peek' })
    await peek.getByRole('heading', { name: 'skill-000' }).waitFor()
    await peek.getByText(/it can never be active/).waitFor()
    await page.keyboard.press('j')
    await peek.getByRole('heading', { name: 'skill-001' }).waitFor()
    await peek.getByText('No findings').waitFor()
    await page.waitForURL(/peek=skl_/)
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('x')
    await page.getByText('1 skill selected').waitFor()
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'detached' })
    expect(await focused()).toBe('skill-001')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Title of 1' }).waitFor()
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('B8: keys walk on beyond what was drawn at first', async () => {
    await page.goto(`${server.url}/skills`)
    await link('skill-000').waitFor()
    // As on a page so busy that it never hears of scrolling.
    await page.evaluate(() => {
      addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
    })
    for (let step = 0; step <= 60; step += 1) await page.keyboard.press('j')
    expect(await focused()).toBe('skill-060')
  })

  it('A3: skills that are nearly the same are one row, which shows the others when it is asked to', async () => {
    const content = '---\nname: zebra-stripes\ndescription: Counts stripes.\n---\nCount.\n'
    for (const slug of ['zebra-stripes', 'zebra-copy', 'zebra-again'])
      await callApi(server, '/skills', { body: { content, slug } })
    await page.goto(`${server.url}/skills?q=zebra`)
    const more = table().getByRole('button', {
      name: '+2 alike , nearly the same as zebra-stripes',
    })
    await more.waitFor()
    expect(await table().getByRole('link').count()).toBe(1)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => table().getByRole('link').count()).toBe(3)
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    const lefts = await Promise.all(
      (await table().getByRole('link').all()).map(async (link) => (await link.boundingBox())?.x),
    )
    const [first = 0, ...below] = lefts
    expect(below.map((left) => (left ?? 0) > first)).toEqual([true, true])
    await page.getByText('3 skills, best match first').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => table().getByRole('link').count()).toBe(1)
  })

  it('B8: on a phone a skill has two lines, and all it can do in its menu', async () => {
    const phone = await newPerson(browser, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
    })
    await signIn(phone.page, server)
    await phone.page.goto(`${server.url}/skills`)
    const row = phone.page.getByRole('row').filter({ hasText: 'skill-001' })
    await row.getByRole('link', { name: 'skill-001' }).waitFor()
    expect((await row.boundingBox())?.height).toBe(58)
    await phone.page.evaluate(() => document.querySelector('#main')?.scrollTo(0, 1e6))
    await phone.page.getByRole('link', { name: 'skill-449' }).waitFor()
    const list = phone.page.getByRole('table', { name: 'Skills' })
    expect(Math.abs(await list.evaluate(heightLeft))).toBeLessThan(1)
    await phone.page.evaluate(() => document.querySelector('#main')?.scrollTo(0, 0))
    await row.getByRole('button', { name: 'More about skill-001' }).click()
    await phone.page.getByRole('menuitem').first().waitFor()
    expect(await phone.page.getByRole('menuitem').allTextContents()).toEqual([
      ...['Edit', 'Disable', 'Archive', 'Delete'],
    ])
    await phone.page.keyboard.press('Escape')
    expect(await violationsInBothThemes(phone.page)).toEqual([])
  })
})
