import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skillMd = (name: string, step: string) =>
  `---\nname: ${name}\ndescription: Counts stripes.\n---\nCount.\n\n${step}\n`

describe.skipIf(!chromiumPath)('two skills compared in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    for (const content of [skillMd('zebra-a', 'Round up.'), skillMd('zebra-b', 'Round down.')])
      await callApi(server, '/skills', { body: { content } })
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await browser?.close()
    await server?.stop()
  })

  const toCompare = async () => {
    await page.goto(`${server.url}/skills`)
    await page.getByRole('row').nth(2).waitFor()
    for (const name of ['zebra-a', 'zebra-b'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByText('Choose for each change').waitFor()
  }

  it('A3: of two that are selected the page shows what differs, and swaps them', async () => {
    await toCompare()
    const text = page.getByRole('textbox', { name: /^What differs between/ })
    await expect.poll(() => text.innerText()).toContain('Round down.')
    expect(await violationsInBothThemes(page)).toEqual([])
    const before = new URL(page.url()).searchParams
    await page.getByRole('link', { name: 'Swap' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(before.get('to'))
  })

  it('A3: what one takes over from the other is its unsaved change, also after a reload, until it is saved; the other is archived with undo', async () => {
    await toCompare()
    const [kept, gone] = ['to', 'from'].map((name) => new URL(page.url()).searchParams.get(name))
    const take = page.getByRole('button', { name: 'Take the red one' })
    await expect.poll(() => take.count()).toBe(2)
    await take.last().click()
    await page.getByText('Kept as an unsaved change').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Go on in the editor' }).click()
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as revision 2').waitFor()
    const saved = await callApi(server, `/skills/${kept}`)
    expect(saved).toMatchObject({ content: skillMd('zebra-a', 'Round down.') })
    await page.goto(`${server.url}/skills/compare?from=${gone}&to=${kept}`)
    await page.getByRole('button', { name: 'Archive zebra-b' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await callApi(server, `/skills/${gone}`)).not.toMatchObject({ archived_at: null })
    await page.getByText('Archived', { exact: true }).waitFor()
  })

  it('A3: an address that names no two skills says how to choose them; one that names what is gone says so', async () => {
    await page.goto(`${server.url}/skills/compare?from=skl_1`)
    await page.getByRole('heading', { name: 'Choose two skills to compare' }).waitFor()
    const other = (await newPerson(browser)).page
    await signIn(other, server)
    await other.goto(`${server.url}/skills/compare?from=skl_1&to=skl_2`)
    await other.getByText('One of the two skills could not be read').waitFor()
  })
})
