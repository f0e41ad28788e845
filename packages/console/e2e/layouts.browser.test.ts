import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { type LayoutElement, layoutDifferences, readLayout } from './support/page-layout.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const folder = join(import.meta.dirname, 'layouts')
const isUpdate = process.env.UPDATE_LAYOUTS === '1'

/** Its address, and what stands there once it is read. */
const pages: Readonly<Record<string, readonly [path: string, ready: string]>> = {
  chat: ['/chat', 'Ask something. Repertoire finds the skill.'],
  inbox: ['/inbox', 'Inbox zero'],
  skills: ['/skills', 'About beta.'],
  skill: ['/skills/ID', 'Open the notes.'],
  edit: ['/skills/ID?tab=edit', 'Separated by commas.'],
  new: ['/skills/new', 'Separated by commas.'],
  keys: ['/settings/keys', 'Passkeys'],
  sources: ['/sources', 'No source is there yet'],
  connections: ['/settings/connections', 'No connectors yet'],
  you: ['/settings/you', 'Desktop notifications'],
  overview: ['/overview', 'There are no numbers yet'],
  traces: ['/traces', 'No turn yet'],
  agents: ['/agents', 'No agent is set up yet'],
  routing: ['/settings/routing', 'Synonyms'],
  audit: ['/audit', 'created the skill'],
}

const skillMd = (name: string) =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\n# Steps\n\nOpen the notes.\n`

/** Until everything is fetched and nothing is a grey bar any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.mouse.move(0, 0)
}

/** `UPDATE_LAYOUTS=1` with this file keeps what is there now. */
describe.skipIf(!chromiumPath)('the layout of the main pages', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let id = ''
  const people: Partial<Record<'light' | 'dark', Person>> = {}

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    for (const name of ['alpha', 'beta']) {
      const body = { content: skillMd(name) }
      ;({ id } = await callApi<{ id: string }>(server, '/skills', { body }))
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const person = await newPerson(browser, { colorScheme, locale: 'en-GB', timezoneId: 'UTC' })
      await signIn(person.page, server)
      people[colorScheme] = person
    }
    mkdirSync(folder, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const cases = Object.keys(pages).flatMap((name) =>
    (['light', 'dark'] as const).map((theme) => [name, theme] as const),
  )
  it.each(cases)('%s, %s', async (name, theme) => {
    const { page } = people[theme] as Person
    const [path, ready] = pages[name] as readonly [string, string]
    await page.goto(server.url + path.replace('ID', id))
    await page.getByText(ready).first().waitFor()
    await settle(page)
    const file = join(folder, `${name}-${theme}.json`)
    if (isUpdate) {
      const lines = (await readLayout(page)).map((element) => JSON.stringify(element))
      writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
      return
    }
    expect(existsSync(file), `UPDATE_LAYOUTS=1 makes ${name}-${theme}.json`).toBe(true)
    const kept = JSON.parse(readFileSync(file, 'utf8')) as readonly LayoutElement[]
    // What is fetched last may still push something.
    await expect.poll(async () => layoutDifferences(kept, await readLayout(page))).toEqual([])
  })

  it('finds what has moved and what has another colour', async () => {
    const { page } = people.light as Person
    await page.goto(`${server.url}/settings/you`)
    await page.getByText('Desktop notifications').waitFor()
    await settle(page)
    const kept = await readLayout(page)
    await page.getByRole('heading', { level: 1 }).evaluate((title) => {
      title.style.color = 'rgb(1, 2, 3)'
      title.style.marginLeft = '8px'
    })
    // Less motion is a transition of a hundredth of a millisecond.
    await expect
      .poll(async () => layoutDifferences(kept, await readLayout(page)))
      .toEqual([
        expect.stringMatching(/^h1 You: (\d+ ){3}\d+, now /),
        expect.stringMatching(/^h1 You: .*, now rgb\(1, 2, 3\)/),
      ])
  })
})
