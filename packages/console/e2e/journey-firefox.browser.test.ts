import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlledProvider, startControlledProvider } from './support/controlled-provider.ts'
import {
  byName,
  byText,
  FirefoxPage,
  firefoxPath,
  launchFirefox,
  until,
} from './support/firefox.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

const deploy = `---
name: deploy
description: Roll a release out.
---
# Deploy

${'Watch the dashboards. '.repeat(60)}
`
const commit = `---
name: commit
description: Write a commit message that says why.
---
# Commit

Say why.
`
const link = (text: string) => byText('table//a', text)
const question = (skill: string) => byName('h3', `Activate ${skill}?`)

describe.skipIf(!firefoxPath)('a person in Firefox', { timeout: 600_000 }, () => {
  let provider: ControlledProvider
  let server: RealServer
  let browser: Browser
  let person: FirefoxPage

  beforeAll(async () => {
    provider = await startControlledProvider()
    const model = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'held' }
    ;[server, browser] = await Promise.all([startRealServer(model), launchFirefox()])
    person = new FirefoxPage(await browser.newPage())
    for (const content of [postgresSkill, commit]) {
      await callApi(server, '/skills', { body: { content } })
    }
    const files = { 'SKILL.md': deploy, 'scripts/run.sh': 'echo done\n' }
    const encoded = Object.entries(files).map(([path, text]) => ({
      path,
      content_base64: Buffer.from(text).toString('base64'),
    }))
    await callApi(server, '/imports', { body: { items: [{ path: 'deploy', files: encoded }] } })
    const body = { skill_enablement_policy: 'prompt-user' }
    await callApi(server, '/settings', { method: 'PUT', body })
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
  })

  const goTo = (place: string) => person.click(byText('nav[@aria-label="Main"]//a', place))

  /** An agent asks to use a skill, in a conversation of its own. */
  async function agentAsksFor(slug: string): Promise<void> {
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    // Answered once the agent waits for a person.
    const waits = callApi(server, `/conversations/${id}/messages`, {
      body: { text: `Use ${slug}.` },
    })
    await provider.called()
    provider.callTool('enable_skill', { skill_slug: slug })
    await waits
  }

  /** The titles of what the server has in the inbox. */
  async function waiting(): Promise<string[]> {
    const { items } = await callApi<{ items: { title: string }[] }>(server, '/inbox')
    return items.map(({ title }) => title)
  }

  /** A key that came too early for the page is pressed again, as a person would. */
  async function pressUntil(key: 'j' | 'a', happened: () => Promise<boolean>): Promise<void> {
    const didHappen = async () => expect(await happened()).toBe(true)
    await until(async () => {
      if (await happened()) return
      await person.page.keyboard.press(key)
      await until(didHappen, 5000)
    })
  }

  const rows = () =>
    person.page.$$eval('table [data-list-row]', (links) => links.map((one) => one.textContent))
  const focused = () => person.page.evaluate(() => document.activeElement?.textContent)

  it('signs in with the API key', async () => {
    await person.page.goto(`${server.url}/login`)
    await person.type('//input[@type="password"]', server.apiKey)
    await person.click(byName('button', 'Sign in'))
    await person.see(byName('h2', 'Ask something. Repertoire finds the skill.'))
  })

  it('asks in the chat, and reads the answer while it is written', async () => {
    await person.type(byName('textarea', 'Message'), 'What do I look at first?')
    await person.page.keyboard.press('Enter')
    await provider.called()
    provider.say('First, look ')
    await person.says('First, look')
    provider.say('at the locks.')
    await person.says('First, look at the locks.')
    await person.see(byName('button', 'Stop'))
    provider.finish()
    await person.see(byName('button', 'Good answer'))
  })

  it('approves in the inbox by the keys j and a, and that agent goes on', async () => {
    await agentAsksFor('postgres.slow-triage')
    await agentAsksFor('commit')
    await goTo('Inbox')
    // The newest first.
    await person.see(question('commit'))
    await person.see(byText('a', 'Enable Slow Postgres triage'))
    await pressUntil(
      'j',
      async () => (await person.find(question('Slow Postgres triage'))) !== null,
    )
    await pressUntil('a', async () => (await waiting()).length === 1)
    expect(await waiting()).toEqual(['Enable commit'])
    await provider.called()
    provider.say('The queries come first.')
    provider.finish()
    await person.see(question('commit'))
    await person.seeGone(byText('a', 'Enable Slow Postgres triage'))
  })

  it('orders and filters the table of skills', async () => {
    await goTo('Skills')
    await person.see(link('Slow Postgres triage'))
    await person.click(byText('th//button', 'Cost'))
    await until(async () =>
      expect(await rows()).toEqual(['deploy', 'Slow Postgres triage', 'commit']),
    )
    await person.see(byText('th[@aria-sort="descending"]', 'Cost'))
    expect(await person.violationsInBothThemes()).toEqual([])
    await person.click(byText('fieldset//button', 'Has scripts'))
    await until(async () => expect(await rows()).toEqual(['deploy']))
    await person.click(byText('fieldset//button', 'Has scripts'))
    await until(async () => expect(await rows()).toHaveLength(3))
  })

  it('peeks with Space, goes on with j, and opens the overview with Enter', async () => {
    const { keyboard } = person.page
    await keyboard.press('j')
    await until(async () => expect(await focused()).toBe('deploy'))
    await keyboard.press(' ')
    await person.see(byText('aside//h2', 'deploy'))
    await keyboard.press('j')
    await person.see(byText('aside//h2', 'Slow Postgres triage'))
    await keyboard.press('Enter')
    await person.see(byText('*[@role="tab" and @aria-selected="true"]', 'Overview'))
    await person.see(byText('h1', 'Slow Postgres triage'))
    expect(await person.violationsInBothThemes()).toEqual([])
  })

  it('edits the skill, and saves it by keyboard', async () => {
    await person.click(byText('*[@role="tab"]', 'Edit'))
    await person.click(byName('*[@role="textbox"]', 'SKILL.md'))
    await person.pressWithControl('End')
    await person.page.keyboard.type('5. Thank everybody.')
    await person.says('5. Thank everybody.')
    await person.pressWithControl('s')
    await person.says('Saved as revision 2')
    const { items } = await callApi<{ items: { id: string; slug: string }[] }>(server, '/skills')
    const id = items.find(({ slug }) => slug === 'postgres.slow-triage')?.id
    const saved = await callApi<{ content: string }>(server, `/skills/${id}`)
    expect(saved.content).toMatch(/5\. Thank everybody\.$/)
  })

  it('changes the theme, which is still chosen after loading anew', async () => {
    const background = () =>
      person.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await person.choose('Light')
    const light = await background()
    await person.choose('Dark')
    const dark = await background()
    expect(dark).not.toBe(light)
    await person.page.reload()
    await person.see(byText('h1', 'Slow Postgres triage'))
    expect(await background()).toBe(dark)
  })

  it('complains of nothing in its console, and asked nothing in a window of the browser', () => {
    expect(person.complaints).toEqual([])
  })
})
