import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringProvider, startAnsweringProvider } from './support/answering-provider.ts'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

const secret = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c24f2a'

describe.skipIf(!chromiumPath)('models, in Chromium', { timeout: 120_000 }, () => {
  let provider: AnsweringProvider
  let server: RealServer
  let browser: Chromium
  let owner: Person

  beforeAll(async () => {
    provider = await startAnsweringProvider()
    const settings = { REPERTOIRE_OUTBOUND_ALLOW: provider.host }
    ;[server, browser] = await Promise.all([startRealServer(settings), sharedChromium()])
    owner = await newPerson(browser)
    owner.page.setDefaultTimeout(10_000)
    await signIn(owner.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
  })

  it('an owner adds a provider, tests it, makes it the default, and it answers', async () => {
    const { page } = owner
    await page.goto(`${server.url}/settings`)
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Models' })
      .click()
    await page.getByText('The demo model answers now').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add provider' })
    await dialog.getByLabel('Name').fill('Company gateway')
    await dialog.getByLabel('Key').fill(secret)
    const model = dialog.getByRole('group', { name: 'Model 1' })
    await model.getByLabel('Model', { exact: true }).fill('large')
    await model.getByLabel('Out', { exact: true }).fill('10')
    const address = dialog.getByLabel('Address')
    await address.fill(provider.host)
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await dialog.getByText('Write the whole address').waitFor()
    await dialog.locator('input[aria-invalid=true]:focus').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await address.fill(`http://${provider.host}/v1`)
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saysWhatIsWrongAtTheField(page, provider)

    const row = page.getByRole('list', { name: 'Providers' }).getByRole('listitem')
    await row.getByText('key ends in 4f2a').waitFor()
    provider.refuse(401, `Incorrect API key provided: ${secret}`)
    await row.getByRole('button', { name: 'Test Company gateway' }).click()
    await row.getByText('401: the key was refused.').waitFor()
    provider.say('Hello from the gateway.')
    await row.getByRole('button', { name: 'Test Company gateway' }).click()
    await row.getByText('Streaming, tools and token counts work.').waitFor()
    await page.getByRole('button', { name: 'Make default company-gateway/large' }).click()
    await row.getByText('Default').waitFor()
    await page.getByText('The demo model answers now').waitFor({ state: 'detached' })
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(await page.content()).not.toContain(secret)

    await page.goto(`${server.url}/agents/new`)
    const choice = page.getByLabel('Model', { exact: true })
    await choice.selectOption({ label: 'large (Company gateway)' })

    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox').first().fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.getByText('Hello from the gateway.').waitFor()
    expect(provider.authorization()).toBe(`Bearer ${secret}`)
  })

  it('a failed turn says the same sentence, and leads to where it is mended', async () => {
    const { page } = owner
    provider.refuse(401, 'no')
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox').first().fill('And now?')
    await page.keyboard.press('Enter')
    await page.getByText('401: the key was refused.').waitFor()
    await page.getByRole('link', { name: 'Open Settings → Models' }).click()
    await page.getByRole('button', { name: 'More for Company gateway' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The demo model answers now').waitFor()
    expect(await page.getByRole('list', { name: 'Providers' }).count()).toBe(0)
  })
})

/** A name that is taken and a price below nothing are said where they were typed. */
async function saysWhatIsWrongAtTheField(page: Page, { host }: AnsweringProvider): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Name').fill('Company gateway')
  await dialog.getByLabel('Address').fill(`http://${host}/v1`)
  const model = dialog.getByRole('group', { name: 'Model 1' })
  await model.getByLabel('Model', { exact: true }).fill('small')
  const price = model.getByLabel('Out', { exact: true })
  await price.fill('-3')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await model.getByText('Write 0 or more.').waitFor()
  expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await price.fill('3')
  await model.getByText('Write 0 or more.').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('Another model provider has this name.').waitFor()
  await dialog.locator('input[aria-invalid=true]:focus').waitFor()
  expect(await dialog.locator('input[aria-invalid=true]').inputValue()).toBe('Company gateway')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
