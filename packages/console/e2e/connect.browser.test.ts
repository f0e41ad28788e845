import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)(
  'a person connects an agent of their own',
  { timeout: 180_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let page: Page
    let complaints: readonly string[]
    let skillId: string

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const content = '---\nname: triage\ndescription: Use for triage.\n---\nLook first.\n'
      skillId = (await callApi<{ id: string }>(server, '/skills', { body: { content } })).id
      ;({ page, complaints } = await newPerson(browser))
      await signIn(page, server)
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    it('makes a key, shows the one line for each agent, and says when it has called', async () => {
      await page.getByRole('link', { name: 'Integrations' }).click()
      // The page before has a link of the same name as the tab.
      await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Connect your agent' }).click()
      await page.getByRole('heading', { name: 'Connect your agent' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByText(`claude mcp add --transport http repertoire ${server.url}/mcp`).waitFor()
      await page.getByRole('button', { name: 'Make a key' }).click()
      await page.getByText('It has not called yet').waitFor()
      const line = await page.getByText('claude mcp add').textContent()
      const [, url = '', key = ''] =
        /repertoire (\S+) --header "Authorization: Bearer (\S+)"/.exec(line ?? '') ?? []
      const client = new Client({ name: 'claude-code', version: '2.1' })
      const requestInit = { headers: { authorization: `Bearer ${key}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
      const { content } = await client.callTool({
        ...{ name: 'search_skills', arguments: { query: 'triage' } },
      })
      expect(JSON.stringify(content)).toContain('triage')
      await client.close()
      await page.getByText('Connected: it called').waitFor()
      await page.getByRole('tab', { name: 'Cursor' }).click()
      await page.getByText('.cursor/mcp.json of the project').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      expect(complaints).toEqual([])
    })

    it('A11: makes a collection whose address git clones, says who took it, and deletes it', async () => {
      await page.goto(`${server.url}/connect`)
      await page.getByText('There is no collection yet.').waitFor()
      await page.getByRole('button', { name: 'New collection' }).click()
      await page.getByLabel('Name', { exact: true }).fill('For Billing')
      await page.getByText('In the address: for-billing').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Make it', exact: true }).click()
      const card = page.getByRole('article', { name: 'for-billing' })
      await card.getByRole('button', { name: 'Make an address' }).click()
      await card.getByText('Copy what you need now').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      const line = (await card.getByText(/^git clone /).textContent()) ?? ''
      expect(cloned(line)).toContain('Look first.')
      await page.reload()
      await card.getByText(/Taken by git/).waitFor()
      await card.getByText('git clone').waitFor()
      expect(await card.getByText('/git/TOKEN/').count()).toBeGreaterThan(0)
      await card.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete it' }).click()
      await page.getByText('There is no collection yet.').waitFor()
      expect(complaints).toEqual([])
    })

    it('A11: names what a collection by name does not find, and edits it', async () => {
      const selection = { kind: 'names', names: ['triage', 'tirage'] }
      const { id } = await callApi<{ id: string }>(server, '/collections', {
        body: { slug: 'named', selection },
      })
      await page.goto(`${server.url}/connect`)
      const card = page.getByRole('article', { name: 'named' })
      await card.getByText('1 name without an enabled skill of the organisation').waitFor()
      await card.getByText('tirage', { exact: true }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await card.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit named' })
      await dialog.getByLabel('Name', { exact: true }).fill('On Call')
      await dialog.getByText('Addresses with named stop working').waitFor()
      await dialog.getByLabel('Description').fill('For whoever is on call.')
      expect(await dialog.getByLabel('Names').inputValue()).toBe('triage, tirage')
      await dialog.getByLabel('Names').fill('triage')
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      const renamed = page.getByRole('article', { name: 'on-call' })
      await renamed.getByText('For whoever is on call.').waitFor()
      await renamed.getByText('1 skill by name').waitFor()
      await renamed.getByText('without an enabled skill').waitFor({ state: 'detached' })
      await callApi(server, `/collections/${id}`, { method: 'DELETE' })
      expect(complaints).toEqual([])
    })

    it('A11: promotes a collection: production stays as it was read, canary is the newest', async () => {
      const { id } = await callApi<{ id: string }>(server, '/collections', {
        body: { slug: 'pinned', description: '', selection: { kind: 'all' }, audience: 'token' },
      })
      await page.goto(`${server.url}/connect`)
      const card = page.getByRole('article', { name: 'pinned' })
      await card.getByText('Production gets the newest enabled revisions.').waitFor()
      await card.getByRole('button', { name: 'Make an address' }).click()
      await card.getByRole('button', { name: 'Promote' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Promote “pinned” to production?' })
      await dialog.getByText(/Production gets the (one|\d+) skills?/).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Promote it' }).click()
      await card.getByText(/Production is pinned: promoted/).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      const content = '---\nname: triage\ndescription: Use for triage.\n---\nLook twice.\n'
      await callApi(server, `/skills/${skillId}`, { method: 'PUT', body: { content } })
      const [production = '', canary = ''] = await card.getByText(/^git clone /).allTextContents()
      expect([production, canary].map(cloned)).toEqual([
        expect.stringContaining('Look first.'),
        expect.stringContaining('Look twice.'),
      ])
      await card.getByRole('button', { name: 'Stop pinning' }).click()
      await page.getByRole('button', { name: 'Stop pinning' }).last().click()
      await card.getByText('Production gets the newest enabled revisions.').waitFor()
      expect(cloned(production)).toContain('Look twice.')
      await callApi(server, `/collections/${id}`, { method: 'DELETE' })
      expect(complaints).toEqual([])
    })

    it('A11: sets production back to an earlier promotion, and undoes it', async () => {
      const { id } = await callApi<{ id: string }>(server, '/collections', {
        body: { slug: 'back', selection: { kind: 'all' } },
      })
      const textOf = async (line: string) => {
        const content = `---\nname: triage\ndescription: Use for triage.\n---\n${line}\n`
        await callApi(server, `/skills/${skillId}`, { method: 'PUT', body: { content } })
        const path = `/collections/${id}`
        const canary = await callApi<{ digest: string }>(server, `${path}/skills?label=canary`)
        const body = { digest: canary.digest }
        await callApi(server, `${path}/promotion`, { method: 'PUT', body })
      }
      await textOf('First line.')
      await textOf('Second line.')
      await page.goto(`${server.url}/connect`)
      const card = page.getByRole('article', { name: 'back' })
      await card.getByRole('button', { name: 'Make an address' }).click()
      const line =
        (await card
          .getByText(/^git clone /)
          .first()
          .textContent()) ?? ''
      expect(cloned(line)).toContain('Second line.')
      await card.getByRole('button', { name: 'Set production back' }).click()
      const dialog = page.getByRole('dialog', { name: 'Set production of “back” back' })
      await dialog.getByText('Promotion 2', { exact: true }).waitFor()
      await dialog.getByText('changed triage').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Set back to promotion 1' }).click()
      await page.getByText('Production of back is set back to promotion 1').waitFor()
      expect(cloned(line)).toContain('First line.')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Production of back is as it was').waitFor()
      expect(cloned(line)).toContain('Second line.')
      await callApi(server, `/collections/${id}`, { method: 'DELETE' })
      expect(complaints).toEqual([])
    })

    it('shows what the agent did, as a conversation under its name', async () => {
      await page.goto(`${server.url}/chat`)
      await page
        .getByRole('link', { name: /claude-code 2\.1/ })
        .first()
        .click()
      await page.getByText('Called over MCP by').first().waitFor()
    })
  },
)

/** The text of the skill that a line for a terminal brings. */
function cloned(line: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-clone-'))
  try {
    execFileSync('git', ['clone', '--quiet', line.replace('git clone ', ''), folder])
    return readFileSync(join(folder, 'skills/triage/SKILL.md'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
