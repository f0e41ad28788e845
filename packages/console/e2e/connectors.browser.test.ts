import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringConnector, startAnsweringConnector } from './support/answering-connector.ts'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

const secret = 'tok-live-9f8e7d6c5b4a39281706f5e4'

describe.skipIf(!chromiumPath)('connectors, in Chromium', { timeout: 120_000 }, () => {
  let mcp: AnsweringConnector
  let server: RealServer
  let browser: Chromium
  let owner: Person

  beforeAll(async () => {
    mcp = await startAnsweringConnector(`Bearer ${secret}`)
    const settings = { REPERTOIRE_OUTBOUND_ALLOW: mcp.host }
    ;[server, browser] = await Promise.all([startRealServer(settings), sharedChromium()])
    owner = await newPerson(browser)
    owner.page.setDefaultTimeout(10_000)
    await signIn(owner.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await mcp?.stop()
  })

  it('an owner adds one by keyboard, is told at the field what is wrong, and tests it', async () => {
    const { page } = owner
    await page.goto(`${server.url}/settings/connections`)
    await page.getByText('No connectors yet').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Add connector' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add connector' })
    await dialog.getByLabel('Name').fill('Company Wiki')
    await page.keyboard.press('Enter')
    await dialog.getByText('Use a-z, 0-9 and -').waitFor()
    await dialog.getByText('Write the whole address').waitFor()
    expect(await dialog.getByLabel('Name').evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Name').fill('wiki')
    await dialog.getByLabel('Title').fill('Company wiki')
    await dialog.getByLabel('Address').fill(`http://${mcp.host}/mcp`)
    await dialog.getByRole('button', { name: 'Add header' }).click()
    const header = dialog.getByRole('group', { name: 'Header 1' })
    await header.getByLabel('Header', { exact: true }).fill('Authorization')
    await header.getByLabel('Value').fill('Bearer wrong')
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add connector' }).click()
    await dialog.waitFor({ state: 'detached' })

    const row = page.getByRole('list', { name: 'Connectors' }).getByRole('listitem')
    await row.getByText('Called with Authorization').waitFor()
    await row.getByRole('button', { name: 'Test Company wiki' }).click()
    await row.getByText('it refused access (HTTP 401)').waitFor()
    await row.getByText('Give it the header it wants').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('a new value is taken, a slow test says that it goes on, and what was found', async () => {
    const { page } = owner
    const row = page.getByRole('list', { name: 'Connectors' }).getByRole('listitem')
    await page.getByRole('button', { name: 'More for Company wiki' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Company wiki' })
    expect(await dialog.getByLabel('Name').isDisabled()).toBe(true)
    await dialog.getByLabel('Value').fill(`Bearer ${secret}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const release = mcp.pause()
    await row.getByRole('button', { name: 'Test Company wiki' }).click()
    await row.getByText(/Connecting \d+ s/).waitFor()
    release()
    await row.getByText('Works: 2 tools: read_page, find_page').waitFor()
    await row.getByText('Connected').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(await page.content()).not.toContain(secret)
    expect(mcp.lastAuthorization()).toBe(`Bearer ${secret}`)
  })

  it('an address of the inside is refused with what to do, and a taken name at its field', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Add connector' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add connector' })
    await dialog.getByLabel('Name').fill('wiki')
    await dialog.getByLabel('Address').fill('http://169.254.169.254/mcp')
    await dialog.getByRole('button', { name: 'Add connector' }).click()
    await dialog.getByText('There is a connector "wiki" already.').waitFor()
    await dialog.getByLabel('Name').fill('inside')
    await dialog.getByRole('button', { name: 'Add connector' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test inside' }).click()
    await page.getByText('REPERTOIRE_OUTBOUND_ALLOW').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('removing one asks first', async () => {
    const { page } = owner
    for (const title of ['inside', 'Company wiki']) {
      await page.getByRole('button', { name: `More for ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText(`${title} was removed`).waitFor()
    }
    await page.getByText('No connectors yet').waitFor()
  })
})
