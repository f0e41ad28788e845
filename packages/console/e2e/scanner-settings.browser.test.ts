import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Stored {
  readonly scan_preset: string
  readonly scan_severities: Readonly<Record<string, string>>
}

describe.skipIf(!chromiumPath)('the scanner’s settings in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('a preset and the severity of a rule are set, explained and taken back', async () => {
    const { page } = person
    await page.goto(`${server.url}/settings/skills`)
    await page.getByLabel(/^Quiet/).check()
    await page.getByText('Several small oddities together').waitFor()
    await page.getByLabel(/^Strict/).check()
    await page.getByLabel('Rule or family').selectOption('hidden.bidi')
    await page.getByLabel('Counts as').selectOption('low')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('row', { name: /hidden\.bidi.*High.*Low/ }).waitFor()
    await page.getByText('Text that no person can see').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    // While it is saved, it says so.
    const save = page.getByRole('button', { name: /^(Save settings|Saving…)$/ })
    await save.click()
    await save.waitFor({ state: 'detached' })
    const stored = () => callApi<Stored>(server, '/settings')
    expect(await stored()).toMatchObject({
      scan_preset: 'strict',
      scan_severities: { 'hidden.bidi': 'low' },
    })
    await page.getByRole('button', { name: 'Remove the severity of hidden.bidi' }).click()
    await save.click()
    await save.waitFor({ state: 'detached' })
    expect((await stored()).scan_severities).toEqual({})
  })
})
