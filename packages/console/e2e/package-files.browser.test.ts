import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Skill {
  readonly id: string
  readonly revision: number
  readonly files: readonly { readonly path: string }[]
}

const source = '---\nname: notes\ndescription: Keeps notes.\n---\n\n# Notes\n'

describe.skipIf(!chromiumPath)('files of a skill on the page', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page
  let id = ''

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const made = await callApi<Skill>(server, '/skills', { body: { content: source } })
    id = made.id
    const file_texts = [
      { path: 'a.md', content: 'A\n' },
      { path: 'b.md', content: 'B\n' },
    ]
    await callApi(server, `/skills/${id}`, { method: 'PUT', body: { file_texts } })
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
    await page.goto(`${server.url}/skills/${id}?tab=edit`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const row = (name: RegExp) =>
    page.getByRole('tree', { name: 'Files' }).getByRole('treeitem', { name })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const read = () => callApi<Skill>(server, `/skills/${id}`)

  it('adds one by keyboard, and says why a path cannot be', async () => {
    await page.getByRole('button', { name: 'New file' }).press('Enter')
    const path = dialog('New file').getByLabel('Path')
    for (const [text, reason] of [
      ['A.md', 'Some file systems take this for the same as a.md.'],
      ['../out.md', 'Use a path inside the skill'],
    ] as const) {
      await path.fill(text)
      await path.press('Enter')
      await dialog('New file').getByText(reason).waitFor()
    }
    expect(await violations(page)).toEqual([])
    await path.fill('references/new.md')
    await path.press('Enter')
    await dialog('New file').waitFor({ state: 'detached' })
    await row(/new\.md.*unsaved changes/).waitFor()
    await page.getByRole('textbox', { name: 'references/new.md', exact: true }).click()
    await page.keyboard.insertText('New.\n')
  })

  it('renames with F2 and deletes with Delete, never SKILL.md', async () => {
    await row(/^a\.md/).click()
    await page.keyboard.press('F2')
    const path = dialog('Rename or move the file').getByLabel('Path')
    await path.fill('references/a.md')
    await path.press('Enter')
    await page.getByRole('region', { name: 'references/a.md' }).getByText('Unsaved').waitFor()
    await row(/^b\.md/).click()
    await page.keyboard.press('Delete')
    await row(/b\.md.*deleted with the next save/).waitFor()
    await page.getByRole('button', { name: 'Undo deleting b.md' }).press('Enter')
    await row(/b\.md.*deleted with the next save/).waitFor({ state: 'detached' })
    await row(/^b\.md/).focus()
    await page.keyboard.press('Delete')
    await page.getByText('Deleted with the next save', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await row(/SKILL\.md/).focus()
    await page.keyboard.press('Delete')
    await page.keyboard.press('F2')
    expect(await row(/SKILL\.md.*deleted/).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('keeps the changes over a reload and saves them as one revision', async () => {
    await page.reload()
    await row(/b\.md.*deleted with the next save/).waitFor()
    const { revision } = await read()
    await page.keyboard.press('Control+s')
    await page.getByText(`Saved as revision ${revision + 1}`).waitFor()
    await row(/b\.md/).waitFor({ state: 'detached' })
    const now = await read()
    expect(now.revision).toBe(revision + 1)
    expect(now.files.map(({ path }) => path).sort()).toEqual(
      ['SKILL.md', 'references/a.md', 'references/new.md'].sort(),
    )
  })

  it('says that a deleted file was changed by somebody else before it is gone', async () => {
    await row(/new\.md/).click()
    await page.keyboard.press('Delete')
    const file_texts = [{ path: 'references/new.md', content: 'Theirs.\n' }]
    await callApi(server, `/skills/${id}`, { method: 'PUT', body: { file_texts } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const both = page.getByRole('list', { name: 'Files changed there and here' })
    await both.getByText('Changed there, deleted here. Saving deletes it.').waitFor()
    expect((await read()).files.map(({ path }) => path)).toContain('references/new.md')
  })
})
