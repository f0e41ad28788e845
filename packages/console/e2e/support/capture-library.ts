import { readAndApprove } from './approve.ts'
import type { Person } from './person.ts'
import { callApi, type RealServer } from './real-server.ts'

type Page = Person['page']
type Shoot = (name: string) => Promise<void>

const procedure =
  '1. Collect the numbers of every region.\n2. Compare them with last quarter.\n3. Say what changed, and why.'

/** Pictures of document B: a skill an agent would keep, and one it would change. */
export async function captureLibrary(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const body = { toolsets: ['library', 'workspace', 'person'] }
  await callApi(server, '/settings', { method: 'PUT', body })
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await page.goto(`${server.url}/chat`)
  await say(`Remember this as a skill named quarterly-report: ${procedure}`)
  await page.getByRole('region', { name: 'SKILL.md' }).getByText('# quarterly report').waitFor()
  await shoot('chat-library')
  await readAndApprove(page)
  await page.getByText(/"quarterly-report" is kept/).waitFor()
  await say(
    'In the skill quarterly-report replace "last quarter" with "the same quarter last year".',
  )
  await page.getByRole('region', { name: 'Change the skill “quarterly report”?' }).waitFor()
  await page.goto(`${server.url}/approvals`)
  await page.locator('.cm-deletedChunk').getByText('last quarter').waitFor()
  await shoot('library-change')
  await page.getByRole('button', { name: 'Reject' }).click()
}
