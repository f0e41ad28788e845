import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skill = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: Use for ${name}.\n---\n${body}\n`

describe.skipIf(!chromiumPath)('integrations, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  const people: Partial<Record<'light' | 'dark', Person>> = {}

  const write = async (path: string, text: string) => {
    const file = join(server.integrationsDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const writeTracker = async (version: string) => {
    await write('tracker/manifest.yaml', `name: Issue tracker\nversion: ${version}\n`)
    await write('tracker/skills/report/SKILL.md', skill('report', `Version ${version}.`))
    await write('tracker/skills/triage/SKILL.md', skill('triage', `Version ${version}.`))
  }
  const open = async (theme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const page = people[theme]?.page
    if (!page) throw new Error('The browser did not sign in.')
    await page.goto(`${server.url}/integrations`)
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
    return page
  }
  const outcomes = (page: Page) =>
    page
      .getByRole('list', { name: 'What became of the skills of Issue tracker' })
      .getByRole('listitem')
      .allInnerTexts()

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    for (const colorScheme of ['light', 'dark'] as const) {
      const person = await newPerson(browser, { colorScheme })
      await signIn(person.page, server)
      people[colorScheme] = person
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('when there is none, says where to put one and how it looks', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const page = await open(theme)
      await page.getByText('No integration is there yet').waitFor()
      await page.getByText(server.integrationsDir).waitFor()
      await page.getByText('sprint-report').waitFor()
      expect(await violations(page)).toEqual([])
    }
  })

  it('D8: is set up with the keyboard alone, and says what became of each skill', async () => {
    await writeTracker('1.0')
    await write('tracker/skills/bad/SKILL.md', '---\nname: x\n---\n\0')
    await symlink('/etc/passwd', join(server.integrationsDir, 'tracker/skills/report/link'))
    const page = await open()
    await page.getByText('3 skills, 1 broken').waitFor()
    await page.getByText('Left out:').waitFor()
    const button = page.getByRole('button', { name: 'Set up Issue tracker for everybody' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Version 1.0, set up').waitFor()
    const outcomeTexts = await outcomes(page)
    expect(outcomeTexts.map((text) => text.split('\n').slice(0, 2))).toEqual([
      ['Broken', 'bad'],
      ['Created', 'report'],
      ['Created', 'triage'],
    ])
    expect(await violations(page)).toEqual([])
    expect(people.light?.complaints).toEqual([])
  })

  it('D8: offers a newer version, keeps an edited skill and says so', async () => {
    const { items } = await callApi<{ items: { id: string; slug: string }[] }>(server, '/skills')
    const report = items.find(({ slug }) => slug === 'report')
    const content = skill('report', 'My own words.')
    await callApi(server, `/skills/${report?.id}`, { method: 'PUT', body: { content } })
    await rm(join(server.integrationsDir, 'tracker'), { recursive: true })
    await writeTracker('2.0')
    await write('broken/manifest.yaml', 'domain: tracker\nname: Other\nversion: 1\n')
    const page = await open('dark')
    await page.getByText('Update to 2.0').waitFor()
    await page.getByText('its domain is').waitFor()
    await page.getByRole('button', { name: 'Update Issue tracker for everybody' }).click()
    await page.getByText('Version 2.0, set up').waitFor()
    const outcomeTexts = await outcomes(page)
    expect(outcomeTexts.map((text) => text.split('\n').slice(0, 2))).toEqual([
      ['Skipped', 'report'],
      ['Updated', 'triage'],
    ])
    expect(outcomeTexts[0]).toContain('was edited after its set-up')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'report' }).click()
    await page.getByText('My own words.').first().waitFor()
  })

  it('asks before it removes, with the safe answer first, and leaves what was edited', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Remove Issue tracker for everybody' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove Issue tracker for everybody?' })
    await dialog.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Version 2.0, set up').waitFor()
    await page.getByRole('button', { name: 'Remove Issue tracker for everybody' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Set up Issue tracker for everybody' }).waitFor()
    expect((await outcomes(page)).map((text) => text.split('\n')[0])).toEqual([
      'Skipped',
      'Removed',
    ])
    const { items } = await callApi<{ items: { slug: string }[] }>(server, '/skills')
    expect(items.map(({ slug }) => slug)).toEqual(['report'])
  })

  it('is a place of the navigation, by link and by key, and fits a phone', async () => {
    const page = await open()
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    await page.getByRole('heading', { name: 'Skills', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByText('Issue tracker').first().waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(375)
    expect(await violations(page)).toEqual([])
  })
})
