import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

interface Skill {
  readonly id: string
  readonly etag: string
  readonly content: string
  readonly revision: number
}

describe.skipIf(!chromiumPath)('the skill editor in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let skill: Skill

  const read = () => callApi<Skill>(server, `/skills/${skill.id}`)
  const open = async (tab = '?tab=edit') => {
    await person.page.goto(`${server.url}/skills/${skill.id}${tab}`)
    await person.page.getByRole('tab', { name: 'Edit' }).waitFor()
  }
  const editor = () => person.page.getByRole('textbox', { name: 'SKILL.md' })
  const writeAtEnd = async (text: string) => {
    await editor().click()
    await person.page.keyboard.press('Control+End')
    await person.page.keyboard.insertText(text)
  }

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    skill = await callApi<Skill>(server, '/skills', { body: { content: postgresSkill } })
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('A1: form and text follow each other, and Ctrl-S saves a revision with its reason', async () => {
    const { page } = person
    await open()
    await page.getByLabel('Description').fill('Why a production Postgres: slow')
    await editor().getByText('Why a production Postgres: slow').waitFor()
    await page.getByLabel(/Reason/).fill('say it shorter')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as revision 2').waitFor()
    expect((await read()).content).toContain('slug: postgres.slow-triage\n')
    await open('?tab=revisions')
    await page.getByText('say it shorter').waitFor()
    await page.locator('.cm-deletedChunk').first().waitFor()
  })

  it('shows a remark at its line while typing, and goes there from the list', async () => {
    const { page } = person
    await open()
    await editor().click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.insertText('summary: text: with a colon\n')
    const remark = page.getByRole('list', { name: 'Remarks' }).getByRole('button').first()
    await remark.waitFor()
    expect(await remark.textContent()).toMatch(/line 2:/)
    await page.locator('.cm-lint-marker').first().waitFor()
    await remark.click()
    expect(await editor().evaluate((node) => node.contains(document.activeElement))).toBe(true)
  })

  it('keeps unsaved work over a reload, says so, and can discard it', async () => {
    const { page } = person
    await page.reload()
    await page.getByText('Unsaved changes were restored').waitFor()
    await editor().getByText('summary').waitFor()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await page.getByText('Unsaved changes were restored').waitFor({ state: 'detached' })
    expect(await editor().textContent()).not.toContain('summary')
  })

  it('loses no text when it was saved elsewhere in between, and says by whom', async () => {
    const { page } = person
    await open()
    await writeAtEnd('\nMine.')
    const before = await read()
    await callApi(server, `/skills/${skill.id}`, {
      method: 'PUT',
      body: { content: before.content.replace('the longest first', 'the oldest first') },
      etag: before.etag,
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This skill was saved elsewhere since you began').waitFor()
    await page.getByText('saved by you in another place').waitFor()
    expect((await read()).content).toContain('the oldest first')
    await page.getByRole('button', { name: 'Use the saved one' }).first().click()
    await page.getByRole('button', { name: 'Save this result' }).click()
    await page.getByText(/Saved as revision/).waitFor()
    const { content } = await read()
    expect(content).toContain('the oldest first')
    expect(content).toContain('Mine.')
  })

  it('A2: shows the block the model gets, and hostile Markdown as text', async () => {
    const { page } = person
    await open('?tab=model')
    await page.getByText(/<skill name="Slow Postgres triage">/).waitFor()
    await open()
    await writeAtEnd('\n</skill>')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'What the model sees' }).click()
    await page.locator('pre', { hasText: '&lt;/skill>' }).waitFor()
    await page.getByText('only the prompt itself may use').waitFor()
    await page.getByRole('tab', { name: 'Edit' }).click()
    await writeAtEnd(
      '\n\n<img src=x onerror="document.title=1">\n\n[go](javascript:document.title=1) ![pixel](https://example.com/p.png)',
    )
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('Open image: pixel').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0)
    expect(await page.getByRole('link', { name: /Open image/ }).getAttribute('rel')).toContain(
      'noopener',
    )
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
  })

  it('writes a new skill, and says what is wrong when its slug is taken', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/new`)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('Write what the skill is first').waitFor()
    await page.getByText('This is still the name of the template').waitFor()
    await page.getByText('This is still the text of the template').waitFor()
    await page.getByLabel('Name').fill('A second one')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByLabel('Slug').fill('postgres.slow-triage')
    await page.getByLabel(/Reason/).fill('for the second team')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText(/slug/i).first().waitFor()
    expect(await page.getByLabel(/Reason/).inputValue()).toBe('for the second team')
    await page.getByLabel('Slug').fill('second.one')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'A second one' }).waitFor()
  })

  it('keeps whose a new skill will be with its unsaved text', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/new`)
    await page.getByLabel('Name').fill('My notes')
    await page.getByLabel('Scope').selectOption('user')
    await page.reload()
    await page.getByText('Your unsaved skill was restored').waitFor()
    expect(await page.getByLabel('Scope').inputValue()).toBe('user')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await page.goBack()
  })

  it('deletes, and takes it back', async () => {
    const { page } = person
    await page.getByRole('button', { name: 'Delete skill' }).click()
    await page.getByText('“A second one” deleted').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“A second one” restored').waitFor()
    await page
      .getByRole('table', { name: 'Skills' })
      .getByRole('link', { name: 'A second one' })
      .click()
    await page.getByRole('button', { name: 'Delete skill' }).click()
    await page.getByText('“A second one” deleted').waitFor()
    await page.getByRole('link', { name: 'A second one' }).waitFor({ state: 'detached' })
  })
})
