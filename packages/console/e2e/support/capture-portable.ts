import type { Person } from './person.ts'
import { auditZip, reportZip } from './portable-skills.ts'
import { callApi, type RealServer } from './real-server.ts'
import { takeFindings } from './take-findings.ts'

type Page = Person['page']
type Shoot = (name: string) => Promise<void>

const zip = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer })

/** Pictures of document D: skills as folders, what they hold agents to, sub-agents, proposals. */
export async function capturePortable(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const body = {
    toolsets: ['portable', 'workspace', 'person', 'web'],
    web_fetch_enabled: true,
    skill_enablement_policy: 'auto',
  }
  await callApi(server, '/settings', { method: 'PUT', body })
  await shootImport(server, page, shoot)
  await shootSkill(server, page, shoot)
  await shootConversations(server, page, shoot)
  await shootProposal(server, page, shoot)
}

async function shootImport(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  await page.goto(`${server.url}/skills/import`)
  const archives = [zip('report.zip', reportZip()), zip('audit.zip', auditZip())]
  await page.getByLabel('SKILL.md or zip files').setInputFiles(archives)
  await page.getByText('Limited tools').first().waitFor()
  await page.getByRole('button', { name: 'Show what is in weekly-report' }).click()
  await shoot('import-review')
  await page.getByRole('button', { name: 'Import 2 skills' }).click()
  await page.getByText('Done: 2 skills').waitFor()
  await takeFindings(page)
}

async function shootSkill(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  await page.goto(`${server.url}/skills`)
  await page.getByRole('link', { name: 'weekly-report' }).click()
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  const { href: skill } = new URL(page.url())
  await page.goto(`${skill}?tab=files`)
  await page.getByRole('treeitem', { name: /template\.md/ }).click()
  await page.getByRole('treeitem', { name: /collect\.py/ }).click()
  await page.getByRole('textbox', { name: 'scripts/collect.py' }).getByText('print').waitFor()
  await shoot('skill-files')
  await page.goto(`${skill}?tab=details`)
  await page.getByText('x-vendor-flag').waitFor({ state: 'attached' })
  await shoot('skill-details')
}

async function ask(server: RealServer, page: Page, text: string): Promise<void> {
  await page.goto(`${server.url}/chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

async function shootConversations(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  await ask(server, page, 'Write the weekly report from https://example.com/week, but ask me first')
  await page.getByRole('button', { name: /weekly-report allows/ }).waitFor()
  await page.getByText('The agent has a question').waitFor()
  await shoot('chat-restricted')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  await ask(server, page, 'Audit the folder, begin with notes/plan.md')
  await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  const group = page.getByRole('button', { name: /carried out folder-audit/ })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await group.scrollIntoViewIfNeeded()
  await page.getByRole('log').evaluate((node) => node.scrollTo({ top: 0 }))
  await shoot('chat-sub-agent')
}

async function shootProposal(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const steps = '1. Collect the notes of the week.\n2. Ask each team for its numbers.'
  await ask(server, page, `Save this as a skill named weekly-report: ${steps}`)
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'weekly-report' }).waitFor()
  await shoot('proposal')
}
