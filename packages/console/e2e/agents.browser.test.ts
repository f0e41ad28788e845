import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Agent {
  readonly id: string
  readonly name: string
  readonly instruction: string
  readonly toolsets: readonly string[]
  readonly skill_ids: readonly string[]
}

const skillMd = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nDo it.\n`

describe.skipIf(!chromiumPath)('agents, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    for (const name of ['code-review', 'data-analyzer', 'weekly-report']) {
      const body = { content: skillMd(name) }
      ids[name] = (await callApi<{ id: string }>(server, '/skills', { body })).id
    }
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const agents = async () => (await callApi<{ items: Agent[] }>(server, '/agents')).items

  it('C2: are set up with a name, an instruction and skills in an order', async () => {
    const { page } = person
    await page.goto(`${server.url}/agents`)
    await page.getByText('No agent is set up yet').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'New agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Data Agent')
    await page.getByLabel('Instruction').fill('You work with data.')
    await page.getByLabel('Attach a skill').fill('review')
    await page.getByRole('button', { name: 'Attach code-review' }).click()
    await page.getByLabel('Attach a skill').fill('')
    await page.getByRole('button', { name: 'Attach data-analyzer' }).click()
    await page.getByRole('button', { name: 'Move data-analyzer up' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Data Agent is set up').waitFor()
    expect(await agents()).toMatchObject([
      {
        name: 'Data Agent',
        instruction: 'You work with data.',
        toolsets: ['workspace', 'person'],
        skill_ids: [ids['data-analyzer'], ids['code-review']],
      },
    ])
  })

  it('C2: are changed by keyboard alone, and two people’s changes do not overwrite each other', async () => {
    const { page } = person
    const [agent] = await agents()
    await page.goto(`${server.url}/agents`)
    await page.getByRole('link', { name: 'Data Agent', exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.locator('[data-list-row]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Data Agent' }).waitFor()
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' 2')
    await callApi(server, `/agents/${agent?.id}`, {
      method: 'PUT',
      body: { instruction: 'Theirs.' },
    })
    await page.keyboard.press('Enter')
    await page.getByText('The newest is shown now').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save agent' }).click()
    await page.getByText('Agent saved').waitFor()
    expect(await agents()).toMatchObject([{ name: 'Data Agent 2', instruction: 'Theirs.' }])
  })

  it('C2: a conversation is begun with one, and says so', async () => {
    const { page } = person
    await page.goto(`${server.url}/agents`)
    await page.getByRole('link', { name: 'Start a conversation with Data Agent 2' }).click()
    await page
      .getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' })
      .waitFor()
    const choice = page.getByRole('combobox', { name: 'Agent' })
    await expect.poll(() => choice.locator('option:checked').textContent()).toBe('Data Agent 2')
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello there')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Data Agent 2' }).waitFor()
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
    expect(await violations(page)).toEqual([])
  })

  it('C2: is deleted after a question; its conversations say that it is gone', async () => {
    const { page } = person
    const conversation = page.url()
    await page.goto(`${server.url}/agents`)
    await page.getByRole('button', { name: 'Delete Data Agent 2' }).click()
    await page.getByRole('alertdialog').getByText('Delete this agent?').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await agents()).toHaveLength(1)
    await page.getByRole('button', { name: 'Delete Data Agent 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No agent is set up yet').waitFor()
    await page.goto(conversation)
    await page.getByText('Agent deleted').waitFor()
    await page.getByText('You can read it, but not continue it.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0)
    await page.locator('[data-page-foot]').getByRole('link', { name: 'New conversation' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('asks before an agent with unsaved changes is left, and saves it on the way', async () => {
    const { page } = person
    const name = page.getByLabel('Name', { exact: true })
    const leave = () => page.getByRole('link', { name: 'Triggers' }).click()
    const answer = (what: string, button: string) =>
      page
        .getByRole('alertdialog', { name: `Save your changes to ${what}?` })
        .getByRole('button', { name: button, exact: true })
        .click()
    await page.goto(`${server.url}/agents/new`)
    await name.fill('Half an agent')
    await leave()
    await answer('the new agent', 'Stay')
    expect(await name.inputValue()).toBe('Half an agent')
    await leave()
    await answer('the new agent', 'Save')
    await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor()
    const [made] = (await agents()).filter((agent) => agent.name === 'Half an agent')
    await page.goto(`${server.url}/agents/${made?.id}`)
    await name.fill('A whole agent')
    await leave()
    await answer('this agent', 'Discard')
    await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor()
    expect((await agents()).map((agent) => agent.name)).toContain('Half an agent')
  })

  it('fits a phone without sideways scrolling, and is clean in the dark', async () => {
    const skill_ids = Object.values(ids)
    const body = { name: 'Reviewer', instruction: 'Review. '.repeat(60), skill_ids }
    const { id } = await callApi<Agent>(server, '/agents', { body })
    const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
    const { page } = await newPerson(browser, phone)
    await signIn(page, server)
    for (const path of ['/agents', `/agents/${id}`, '/agents/new', `/chat?agent=${id}`]) {
      await page.goto(server.url + path)
      await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(`${path}: ${overflow}`).toBe(`${path}: 0`)
      expect(await violations(page)).toEqual([])
    }
  })

  it('shows nothing broken in the browser’s own console', () => {
    // The save that was held up is told to the page as a 412, which the browser writes down.
    expect(person.complaints.filter((text) => !text.includes('412'))).toEqual([])
  })
})
