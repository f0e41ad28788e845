import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { reportZip } from './support/portable-skills.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { takeFindings } from './support/take-findings.ts'

interface Skill {
  readonly id: string
  readonly slug: string
  readonly etag: string
  readonly revision: number
}

describe.skipIf(!chromiumPath)('the files of a skill under Edit', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page
  let id = ''

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
    await page.goto(`${server.url}/skills/import`)
    const file = { name: 'report.zip', mimeType: 'application/zip', buffer: reportZip() }
    await page.getByLabel('SKILL.md or zip files').setInputFiles([file])
    await page.getByRole('button', { name: 'Import 1 skill' }).click()
    await takeFindings(page)
    await page.getByText('Done: 1 skill').waitFor()
    const { items } = await callApi<{ items: Skill[] }>(server, '/skills')
    id = items.find(({ slug }) => slug === 'weekly-report')?.id ?? ''
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const read = () => callApi<Skill>(server, `/skills/${id}`)
  const textOf = async (path: string) => {
    const query = new URLSearchParams({ path })
    const headers = { authorization: `Bearer ${server.apiKey}` }
    return (await fetch(`${server.url}/api/v1/skills/${id}/files?${query}`, { headers })).text()
  }
  const tree = () => page.getByRole('tree', { name: 'Files' })
  const editor = (path: string) => page.getByRole('textbox', { name: path, exact: true })
  const open = async () => {
    await page.goto(`${server.url}/skills/${id}?tab=edit`)
    await editor('SKILL.md').waitFor()
  }
  const writeAtEnd = async (path: string, text: string) => {
    await editor(path).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(text)
  }

  it('edits several files and saves them as one revision with Ctrl S', async () => {
    await open()
    await writeAtEnd('SKILL.md', '4. Thank everybody.\n')
    await tree()
      .getByRole('treeitem', { name: /SKILL\.md/ })
      .focus()
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await editor('scripts/collect.py').getByText('print').waitFor()
    await writeAtEnd('scripts/collect.py', '# more')
    await tree()
      .getByRole('treeitem', { name: /collect\.py.*unsaved changes/ })
      .waitFor()
    await tree()
      .getByRole('treeitem', { name: /SKILL\.md.*unsaved changes/ })
      .waitFor()
    const { revision } = await read()
    await page.keyboard.press('Control+s')
    await page.getByText(`Saved as revision ${revision + 1}`).waitFor()
    await tree().getByText('unsaved changes').first().waitFor({ state: 'detached' })
    expect((await read()).revision).toBe(revision + 1)
    expect(await textOf('SKILL.md')).toContain('4. Thank everybody.')
    expect(await textOf('scripts/collect.py')).toMatch(/# more$/)
    expect(new URL(page.url()).searchParams.get('file')).toBe('scripts/collect.py')
  })

  it('shows what is no text with its size and type', async () => {
    await open()
    await tree()
      .getByRole('treeitem', { name: /data\.bin/ })
      .click()
    const file = page.getByRole('region', { name: 'assets/data.bin' })
    await file.getByText('Kept and exported; not readable as text').waitFor()
    expect(await file.getByText(/^BIN · \d/).count()).toBe(1)
    await tree()
      .getByRole('treeitem', { name: /logo\.png/ })
      .click()
    await page.getByRole('img', { name: 'assets/logo.png' }).waitFor()
  })

  it('takes the height of the window, and keeps unsaved files when the page is left', async () => {
    await open()
    const scrolls = await page
      .locator('#main')
      .evaluate((main) => main.scrollHeight - main.clientHeight)
    expect(scrolls).toBe(0)
    await tree()
      .getByRole('treeitem', { name: /collect\.py/ })
      .click()
    await writeAtEnd('scripts/collect.py', '\n# unsaved')
    await page.getByRole('link', { name: 'Traces', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Save your changes to this skill?' })
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await editor('scripts/collect.py').getByText('# unsaved').waitFor()
    await page.getByRole('link', { name: 'Traces', exact: true }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Traces', exact: true }).waitFor()
    await page.goto(`${server.url}/skills/${id}?tab=edit&file=scripts/collect.py`)
    await page.getByText('Unsaved changes were restored').waitFor()
    await editor('scripts/collect.py').getByText('# unsaved').waitFor()
  })

  it('does not write over a file somebody else has changed without saying so', async () => {
    const body = { file_texts: [{ path: 'scripts/collect.py', content: 'print("theirs")\n' }] }
    await callApi(server, `/skills/${id}`, { method: 'PUT', body })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const both = page.getByRole('list', { name: 'Files changed there and here' })
    await both.getByText('scripts/collect.py').first().waitFor()
    expect(await textOf('scripts/collect.py')).toBe('print("theirs")\n')
    await both.getByRole('button', { name: /^Take the saved one/ }).click()
    await both.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Drop mine, take the saved one' }).click()
    await editor('scripts/collect.py').getByText('theirs').waitFor()
  })

  it('completes keys of the frontmatter', async () => {
    await open()
    await editor('SKILL.md').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.insertText('\n')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('lice')
    await page.getByRole('option', { name: /^license/ }).click()
    await editor('SKILL.md').getByText('license: ', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
  })

  it('previews Markdown beside its text as it is written', async () => {
    await open()
    await page.getByRole('button', { name: 'Preview' }).click()
    await writeAtEnd('SKILL.md', '\n## Written just now\n')
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByRole('heading', { name: 'Written just now' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
  })

  it('tries the saved skill in a conversation beside its text', async () => {
    await open()
    await page.getByRole('button', { name: 'Try it' }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByRole('button', { name: 'Start a trial' }).click()
    const message = trial.getByRole('textbox', { name: 'Message' })
    await message.fill('Write the weekly report.')
    await message.press('Enter')
    await trial.getByText('Write the weekly report.').waitFor()
    await trial.getByRole('button', { name: 'Good answer' }).waitFor()
    expect(await violations(page)).toEqual([])
    const href = await trial.getByRole('link', { name: 'Open in chat' }).getAttribute('href')
    const skills = await callApi<{ enabled_skills: { slug: string }[] }>(
      server,
      `/conversations/${href?.split('/').at(-1)}/skills`,
    )
    expect(skills.enabled_skills.map(({ slug }) => slug)).toContain('weekly-report')
  })
})
