import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { makeSampleFolder } from './support/sample-folder.ts'

describe.skipIf(!chromiumPath)('a person in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('signs in by the printed link, once, and the token leaves the address bar', async () => {
    const { page } = person
    await page.goto(server.loginUrl)
    await page
      .getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' })
      .waitFor()
    expect(page.url()).not.toContain('token')
    const other = await newPerson(browser)
    await other.page.goto(server.loginUrl)
    await other.page.getByText('This link no longer works').waitFor()
    await other.page.context().close()
  })

  it('says what model answers, and leads to the import while there are no skills', async () => {
    const { page } = person
    await page.getByText('Demo model (offline)').first().waitFor()
    await page.getByRole('link', { name: 'Import skills' }).click()
    await page.getByRole('heading', { name: 'Import skills' }).waitFor()
  })

  it('asks before skills are activated, by its settings', async () => {
    const { page } = person
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Approvals', exact: true }).click()
    await page
      .getByRole('radio', { name: /Ask the person/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved').waitFor()
  })

  it('imports a folder: review first, one bad skill does not stop the rest, again changes nothing', async () => {
    const { page } = person
    const folder = await makeSampleFolder()
    const results = page.getByRole('list', { name: 'Results' })
    await page.goto(`${server.url}/skills/import`)
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await page.getByText('4 skills found.').waitFor()
    await page.getByRole('button', { name: 'Import 4 skills' }).click()
    await page.getByText('Done: 4 skills').waitFor()
    expect(await results.getByText('Created').count()).toBe(3)
    expect(await results.getByText('Refused').count()).toBe(1)
    await page.getByRole('button', { name: 'Import more' }).click()
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await page.getByRole('button', { name: 'Import 4 skills' }).click()
    await page.getByText('Done: 4 skills').waitFor()
    expect(await results.getByText('Unchanged').count()).toBe(3)
  })

  it('finds a skill as she types, with the reason, and the filter is in the address', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills`)
    await page.getByRole('searchbox', { name: 'Search skills' }).fill('postgres slow')
    await page
      .getByText(/Found by/)
      .first()
      .waitFor()
    await page.waitForURL(/q=postgres/)
    expect(
      await page.getByRole('table', { name: 'Skills' }).getByRole('link').first().textContent(),
    ).toBe('Slow Postgres triage')
    await page.reload()
    expect(await page.getByRole('searchbox', { name: 'Search skills' }).inputValue()).toBe(
      'postgres slow',
    )
  })

  it('switches a skill off and on without opening it, and several at once', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills`)
    const row = page.getByRole('row').filter({ hasText: 'Review' })
    await row.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await row.getByText('Disabled', { exact: true }).waitFor()
    await page.getByLabel('Select all that match').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Enable' }).click()
    await page.getByText('3 skills enabled').waitFor()
    await row.getByText('Enabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Disabled', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await row.getByText('Enabled', { exact: true }).waitFor()
  })

  it('asks in the chat, approves, and sees the skill paid for from the budget', async () => {
    const { page } = person
    await page.goto(`${server.url}/chat`)
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Our production Postgres database answers slowly. What do I check?')
    await page.keyboard.press('Enter')
    await page
      .getByText(/Searched skills for/)
      .first()
      .waitFor()
    const card = page.getByRole('region', { name: /Activate Slow Postgres triage/ })
    await card.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toContain('Approve')
    await page.getByRole('button', { name: 'Skills (0 / 16,000)' }).waitFor()
    await page
      .getByLabel('Main')
      .getByText(/agents wait for 1/)
      .first()
      .waitFor({ state: 'attached' })
    await card.getByLabel(/Note/).fill('for the incident')
    await card.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/Approved .*“for the incident”/).waitFor()
    await page.getByText('Demo model', { exact: true }).first().waitFor()
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  })

  it('sees what the model saw, deactivates the skill, and has its characters back', async () => {
    const { page } = person
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByRole('button', { name: 'What the model saw' }).last().click()
    await page
      .getByRole('dialog')
      .getByText(/List active queries/)
      .waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const { items } = await callApi<{ items: { slug: string; content_length: number }[] }>(
      server,
      '/skills',
    )
    const cost = items.find(({ slug }) => slug === 'postgres.slow-triage')?.content_length
    const pill = page.getByRole('button', { name: `Skills (${cost} / 16,000)` })
    await pill.click()
    await page.getByText(`${cost} of 16,000 characters used`).waitFor()
    await page.getByRole('button', { name: 'Deactivate Slow Postgres triage' }).click()
    await page.getByRole('button', { name: 'Skills (0 / 16,000)' }).waitFor()
  })

  it('A14: shows a changed budget in the open conversation without loading the page anew', async () => {
    const { page } = person
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Skills and budget' }).click()
    await page.getByLabel('Characters per conversation').fill('20000')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved').waitFor()
    await page.goBack()
    await page.getByLabel('Text for every agent').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Skills (0 / 20,000)' }).waitFor()
    // By somebody else, while this person looks at another window.
    const body = { skills_max_prompt_chars: 16_000 }
    await callApi(server, '/settings', { method: 'PUT', body })
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('button', { name: 'Skills (0 / 16,000)' }).waitFor()
  })

  it('keeps the conversation: reloaded, renamed, in the list, and in the audit log', async () => {
    const { page } = person
    await page.reload()
    await page.getByText(/Approved .*“for the incident”/).waitFor()
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('The slow database')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'The slow database' }).waitFor()
    await page.getByRole('link', { name: 'Audit' }).click()
    await page
      .getByRole('region', { name: 'Audit log' })
      .getByText(/ approved /)
      .filter({ visible: true })
      .first()
      .waitFor()
  })

  it('stops a run that waits, keeps what was said, and keeps an unsent text over a reload', async () => {
    const { page } = person
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Write a commit message, please.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped by you.').waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Message' }).fill('Not sent yet')
    await page.reload()
    await page.getByText('Stopped by you.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Not sent yet')
  })

  it('shows nothing broken in the browser’s own console', () => {
    // The second sign-in and its refusal happened at another browser.
    expect(person.complaints).toEqual([])
  })
})
