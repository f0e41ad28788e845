import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { auditZip, reportText, reportZip } from './support/portable-skills.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { takeFindings } from './support/take-findings.ts'

const zip = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer })

describe.skipIf(!chromiumPath)('portable skills in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let dark: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { toolsets: ['portable', 'workspace', 'person', 'web'], web_fetch_enabled: true },
    })
    person = await newPerson(browser)
    await signIn(person.page, server)
    const other = await newPerson(browser, { colorScheme: 'dark' })
    await signIn(other.page, server)
    dark = other.page
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** Nothing against the page as it stands, nor against the same in the dark. */
  async function clean(page: Page, ready: string): Promise<void> {
    expect(await violations(page)).toEqual([])
    await dark.goto(page.url())
    await dark.getByText(ready).first().waitFor()
    await dark.waitForFunction(() => !document.querySelector('.pulse-soft'))
    expect(await violations(dark)).toEqual([])
  }

  const idOf = async (slug: string) => {
    const { items } = await callApi<{ items: { id: string; slug: string }[] }>(server, '/skills')
    return items.find((one) => one.slug === slug)?.id ?? ''
  }

  it('D11: says before an import what each skill asks for, could run, and would replace', async () => {
    const { page } = person
    const bring = async () => {
      await page.goto(`${server.url}/skills/import`)
      const archives = [zip('report.zip', reportZip()), zip('audit.zip', auditZip())]
      await page.getByLabel('SKILL.md or zip files').setInputFiles(archives)
      await page.getByText('2 skills found.').waitFor()
    }
    await bring()
    const found = page.getByRole('list', { name: 'Skills found' })
    await found.getByText('Limited tools').first().waitFor()
    await found.getByText('Hooks', { exact: true }).waitFor()
    await found.getByText('Sub-agent', { exact: true }).waitFor()
    expect(await found.getByText('New', { exact: true }).count()).toBe(2)
    await found.getByRole('button', { name: 'Show what is in weekly-report' }).click()
    await found.getByText('scripts/collect.py').waitFor()
    await found.getByText('executable', { exact: true }).waitFor()
    await found.getByText('unknown here').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await idOf('weekly-report')).toBe('')
    await page.getByRole('button', { name: 'Import 2 skills' }).click()
    await page.getByText('Done: 2 skills').waitFor()
    await takeFindings(page)
    await bring()
    await page.getByText('2 skills are here already.').waitFor()
    expect(await found.getByText('Same SKILL.md as revision 1 · Imported').count()).toBe(2)
  })

  it('D1: shows every file: a tree for the keyboard, a tab for each, pictures from their bytes', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/${await idOf('weekly-report')}?tab=files`)
    const tree = page.getByRole('tree', { name: 'Files' })
    await page
      .getByRole('textbox', { name: 'SKILL.md' })
      .getByText('Collect what was finished')
      .waitFor()
    await tree.getByRole('treeitem', { name: /SKILL\.md/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    expect(await tree.getByRole('treeitem', { name: /logo\.png/ }).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('l')
    await page.keyboard.press('Enter')
    const picture = page.getByRole('img', { name: 'assets/logo.png' })
    await picture.waitFor()
    expect(await picture.getAttribute('src')).toMatch(/^blob:/)
    await page.getByText('1 × 1 pixels').waitFor()
    await tree.getByRole('treeitem', { name: /collect\.py/ }).click()
    await page.getByRole('textbox', { name: 'scripts/collect.py' }).getByText('print').waitFor()
    expect(await page.getByRole('tab', { name: 'logo.png' }).count()).toBe(1)
    await page.getByRole('tab', { name: 'collect.py' }).press('Delete')
    await picture.waitFor()
    expect(await page.getByRole('tab', { name: 'collect.py' }).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('logo.png')
    await clean(page, 'logo.png')
  })

  it.each(['assets/data.bin', 'assets/long.txt', 'assets/fake.png'])(
    'D3: %s is kept and exported, not read as text, and never run',
    async (file) => {
      const { page } = person
      const id = await idOf('weekly-report')
      await page.goto(`${server.url}/skills/${id}?tab=files&file=${encodeURIComponent(file)}`)
      await page.getByText('Kept and exported; not readable as text').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /^Download \d/ }).click(),
      ])
      expect(download.suggestedFilename()).toBe(file.split('/').at(-1))
    },
  )

  it('D1: SVG is shown as the text it is, and Markdown rendered when asked', async () => {
    const { page } = person
    const id = await idOf('weekly-report')
    await page.goto(`${server.url}/skills/${id}?tab=files&file=assets/drawing.svg`)
    await page
      .getByRole('textbox', { name: 'assets/drawing.svg' })
      .getByText('svg')
      .first()
      .waitFor()
    expect(await page.getByRole('img', { name: /drawing/ }).count()).toBe(0)
    await page.getByRole('treeitem', { name: /template\.md/ }).click()
    await page.getByRole('button', { name: 'Rendered' }).click()
    await page.getByRole('heading', { name: 'Template' }).waitFor()
  })

  it('D1: an earlier revision keeps its own files', async () => {
    const { page } = person
    const id = await idOf('weekly-report')
    const content = `${reportText}4. Thank everybody.\n`
    await callApi(server, `/skills/${id}`, { method: 'PUT', body: { content } })
    await page.goto(`${server.url}/skills/${id}?tab=files`)
    const text = page.getByRole('textbox', { name: 'SKILL.md' })
    await text.getByText('Thank everybody').waitFor()
    await page.getByLabel('Files of').selectOption('1')
    await text.getByText('Say what comes next').waitFor()
    expect(await text.getByText('Thank everybody').count()).toBe(0)
    expect(page.url()).toContain('revision=1')
  })

  it('D1: tells which files are not the same in two revisions, and leads to them', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/import`)
    const file = { path: 'references/new.md', text: 'New.\n' }
    await page.getByLabel('SKILL.md or zip files').setInputFiles([zip('a.zip', reportZip([file]))])
    await page.getByRole('button', { name: 'Import 1 skill' }).click()
    // Its findings are the same ones, to which somebody said yes.
    await page.getByText('Done: 1 skill').waitFor()
    await page.goto(`${server.url}/skills/${await idOf('weekly-report')}?tab=revisions`)
    const changed = page.getByRole('region', { name: 'Changed files' })
    await changed.getByText('added', { exact: true }).waitFor()
    await changed.getByRole('link', { name: 'references/new.md' }).click()
    await page.getByRole('textbox', { name: 'references/new.md' }).getByText('New.').waitFor()
  })

  it('D2: tells every key of the frontmatter and what becomes of it, and the tools it is held to', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/${await idOf('weekly-report')}?tab=details`)
    const tools = page.getByRole('list', { name: 'Allowed tools' })
    await tools.getByText('read_file').waitFor()
    await tools.getByText('unknown here').waitFor()
    await page.getByText('Commands that other clients run around it. Never run here.').waitFor()
    await page.getByText('x-vendor-flag').waitFor()
    await page.getByText('Never given to an agent yet').waitFor()
    await page.getByText('Imported', { exact: true }).first().waitFor()
    await clean(page, 'x-vendor-flag')
  })

  it('D9: goes into the archive and comes back, whole', async () => {
    const { page } = person
    await page.getByRole('button', { name: 'Archive skill' }).click()
    await page.getByText(/^In the archive since/).waitFor()
    await page.goto(`${server.url}/skills`)
    const list = page.getByRole('table', { name: 'Skills' })
    await list.getByRole('link', { name: 'folder-audit' }).waitFor()
    expect(await list.getByRole('link', { name: 'weekly-report' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Archived' }).click()
    await list.getByRole('link', { name: 'weekly-report' }).click()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await page.getByText('weekly-report is back in the library').waitFor()
    await page.getByRole('button', { name: 'Archive skill' }).waitFor()
  })

  async function ask(text: string): Promise<void> {
    const { page } = person
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }

  it('D7: says live what the agent is held to and by which skill, and what was refused for it', async () => {
    const { page } = person
    await ask('Write the weekly report from https://example.com/week, but ask me first')
    const chip = page.getByRole('button', { name: /weekly-report allows/ })
    await chip.waitFor()
    await page.getByText(/Did not fetch https:\/\/example.com\/week/).waitFor()
    await page.getByText('Not allowed', { exact: true }).waitFor()
    await chip.click()
    await page.getByText('a call is refused unless one of their lists allows it').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await clean(page, 'Not allowed')
    await page.getByRole('textbox', { name: /answer/i }).fill('Only this team')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('You answered: Only this team').waitFor()
    await chip.waitFor({ state: 'detached' })
  })

  it('D6: shows a sub-agent inside the call that began it, with what it did and its result', async () => {
    const { page } = person
    await ask('Audit the folder, begin with notes/plan.md')
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
    const group = page.getByRole('region', { name: 'Sub-agent with folder-audit' })
    const header = group.getByRole('button', { name: /carried out folder-audit/ })
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.press('Enter')
    await group.getByText('Did not read notes/plan.md').waitFor()
    await group.getByText('Result for the main agent').waitFor()
    await group.getByText('2 steps').waitFor()
    await page.getByText('A sub-agent carried out the skill "folder-audit"').waitFor()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByText(/A sub-agent began with folder-audit, which allows/).waitFor()
    await clean(page, 'carried out folder-audit')
  })

  it('fits a phone without sideways scrolling', async () => {
    const { page } = person
    await page.setViewportSize({ width: 360, height: 740 })
    const id = await idOf('weekly-report')
    const chat = page.url()
    for (const path of [
      chat,
      `${server.url}/skills/${id}?tab=files`,
      `${server.url}/skills/${id}?tab=details`,
    ]) {
      await page.goto(path)
      await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(`${path}: ${overflow}`).toBe(`${path}: 0`)
    }
  })

  it('shows nothing broken in the browser’s own console', () => {
    expect(person.complaints).toEqual([])
  })
})
