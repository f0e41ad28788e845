import type { Person } from './person.ts'
import { callApi, type RealServer } from './real-server.ts'

type Page = Person['page']
type Shoot = (name: string) => Promise<void>

const message = 'The production Postgres answers slowly since this morning. Where do I look first?'

/** Pictures of document E: why a skill is chosen, what starts turns, what happened, what tools may do. */
export async function captureRouting(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const body = {
    toolsets: ['routed', 'workspace', 'person', 'code'],
    skill_enablement_policy: 'auto',
    tool_tiers: { run_sandbox_code: 'ALWAYS_CONFIRM', write_file: 'CONFIRM_ONCE' },
  }
  await callApi(server, '/settings', { method: 'PUT', body })
  await shootExplained(server, page, shoot)
  await shootTriggers(server, page, shoot)
  await shootTools(server, page, shoot)
}

async function shootExplained(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const question = new URLSearchParams({ message, skill: 'postgres-health-triage' })
  await page.goto(`${server.url}/routing?${question}`)
  await page.getByText('postgres-health-triage is in the catalogue').waitFor()
  await page.getByRole('row', { name: /postgres-health-triage/ }).waitFor()
  await shoot('routing')
}

async function shootTriggers(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const schedule = { kind: 'cron', cron: '0 7 * * 1-5', time_zone: 'Europe/Berlin', missed: 'skip' }
  const morning = await callApi<{ signal: { id: string } }>(server, '/triggers', {
    body: {
      ...{ name: 'Morning look at the database', message, trigger: schedule },
      ...{ preload_skills: ['postgres-health-triage'], suggested_stages: ['discover'] },
    },
  })
  const hook = { name: 'Alerts of the monitoring', message: 'Say what this alert means.' }
  const body = { ...hook, trigger: { kind: 'webhook' } }
  await callApi(server, '/triggers', { body })
  await page.goto(`${server.url}/triggers/${morning.signal.id}`)
  await page.getByRole('button', { name: 'Run now' }).click()
  const turns = page.getByRole('list', { name: 'Last turns' })
  await turns.getByText('Done').waitFor()
  await page.getByText('A turn was started').waitFor({ state: 'detached' })
  await shoot('trigger')
  await turns.getByRole('link', { name: 'Trace' }).click()
  await page.getByText('The turn ended').waitFor()
  await page.getByRole('heading', { name: 'Traces' }).waitFor()
  await shoot('trace')
}

async function shootTools(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  await page.goto(`${server.url}/chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Run code: return 6 * 7')
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name: 'Call run_sandbox_code?' })
  await card.getByText('this one call with exactly these arguments').waitFor()
  await shoot('tool-approval')
  await card.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  await page.goto(`${server.url}/settings/tool-rules`)
  await page.getByRole('switch', { name: 'Only those with a rule set here' }).click()
  await page.getByRole('combobox', { name: 'Rule for write_file' }).waitFor()
  await shoot('tool-rules')
  const query = '/approvals?status=approved'
  const { items } = await callApi<{ items: { id: string; type: string }[] }>(server, query)
  const answered = items.find(({ type }) => type === 'tool_call')
  await page.goto(`${server.url}/settings/grants?from=${answered?.id}`)
  await page.getByRole('textbox', { name: 'Value' }).waitFor()
  await shoot('grant')
}
