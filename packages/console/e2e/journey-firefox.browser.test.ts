import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FirefoxPage, firefoxPath, launchFirefox } from './support/firefox.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

interface Skill {
  readonly id: string
  readonly content: string
}

describe.skipIf(!firefoxPath)('a person in Firefox', { timeout: 180_000 }, () => {
  let server: RealServer
  let browser: Browser
  let person: FirefoxPage
  let skill: Skill

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), launchFirefox()])
    person = new FirefoxPage(await browser.newPage())
    skill = await callApi<Skill>(server, '/skills', { body: { content: postgresSkill } })
    const body = { skill_enablement_policy: 'prompt-user' }
    await callApi(server, '/settings', { method: 'PUT', body })
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('signs in by the printed link, and the token leaves the address bar', async () => {
    await person.page.goto(server.loginUrl)
    await person.shows('heading', 'Ask something. Repertoire finds the skill.')
    expect(person.page.url()).not.toContain('token')
  })

  it('finds a skill in the list, and opens it', async () => {
    await person.page.goto(`${server.url}/skills`)
    await person.fill('searchbox', 'Search skills', 'postgres slow')
    await person.says('Found by')
    expect(person.page.url()).toContain('q=postgres')
    await person.click('link', 'Slow Postgres triage')
    await person.shows('heading', 'Slow Postgres triage')
    expect(new URL(person.page.url()).pathname).toBe(`/skills/${skill.id}`)
  })

  it('edits it, adds a file, and saves both by keyboard', async () => {
    await person.page.goto(`${server.url}/skills/${skill.id}?tab=edit`)
    await person.click('textbox', 'SKILL.md')
    await person.page.keyboard.down('Control')
    await person.page.keyboard.press('End')
    await person.page.keyboard.up('Control')
    await person.page.keyboard.type('5. Thank everybody.')
    await person.click('button', 'New file')
    await person.fill('textbox', 'Path', 'references/notes.md')
    await person.page.keyboard.press('Enter')
    await person.click('textbox', 'references/notes.md')
    await person.page.keyboard.type('Notes.')
    await person.page.keyboard.down('Control')
    await person.page.keyboard.press('s')
    await person.page.keyboard.up('Control')
    await person.says('Saved as revision 2')
    const saved = await callApi<Skill & { files: { path: string }[] }>(
      server,
      `/skills/${skill.id}`,
    )
    expect(saved.content).toMatch(/5\. Thank everybody\.$/)
    expect(saved.files.map(({ path }) => path)).toContain('references/notes.md')
  })

  it('asks in the chat, approves, and reads the answer', async () => {
    await person.page.goto(`${server.url}/chat`)
    await person.fill('textbox', 'Message', 'Our production Postgres database answers slowly.')
    await person.page.keyboard.press('Enter')
    await person.says('Activate Slow Postgres triage')
    await person.click('button', 'Approve')
    await person.says('Demo model')
    await person.shows('button', 'Good answer')
  })

  it('throws nothing on the page', () => {
    expect(person.complaints).toEqual([])
  })
})
