import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Skill {
  readonly id: string
  readonly slug: string
  readonly provenance: string
  readonly scope: string
  readonly revision: number
  readonly content: string
}

describe.skipIf(!chromiumPath)(
  'what agents want to keep, in Chromium',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let person: Person

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      await callApi(server, '/settings', { method: 'PUT', body: { toolsets: ['portable'] } })
      person = await newPerson(browser)
      await signIn(person.page, server)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const kept = async () => {
      const { items } = await callApi<{ items: Skill[] }>(server, '/skills')
      return items.find(({ slug }) => slug === 'weekly-numbers')
    }
    const content = async () => callApi<Skill>(server, `/skills/${(await kept())?.id}`)
    const dictate = async (steps: string) => {
      const { page } = person
      await page.goto(`${server.url}/chat`)
      const message = `Save this as a skill named weekly-numbers: ${steps}`
      await page.getByRole('textbox', { name: 'Message' }).fill(message)
      await page.keyboard.press('Enter')
      return page.getByRole('region', { name: 'Proposed skill weekly-numbers' })
    }

    /** Keeps code of the page back until the returned function is called. */
    const holdCode = async (file: RegExp) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await person.page.route(file, (route) => released.then(() => route.continue()))
      return release
    }

    it('D5: shows in the chat what is proposed; a yes with a note makes it a skill', async () => {
      const { page } = person
      const card = await dictate('1. Collect the numbers.')
      await card.getByText('It waits for a person.').waitFor()
      expect(await violations(page)).toEqual([])
      expect(await kept()).toBeUndefined()
      const release = await holdCode(/code-text-view/)
      await card.getByRole('link', { name: 'Review' }).click()
      await page.getByRole('heading', { name: 'weekly-numbers', exact: true }).waitFor()
      await page.getByText('Loading the text').waitFor({ state: 'attached' })
      const accept = page.getByRole('button', { name: 'Accept as a skill' })
      expect(await accept.isDisabled()).toBe(true)
      release()
      await page.getByText('The person dictated it').waitFor()
      await page.getByRole('link', { name: 'this conversation' }).waitFor()
      await page.getByText('Collect the numbers.').last().waitFor()
      await page.getByText('New skill', { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByText('For the organisation', { exact: true }).click()
      await page.getByLabel('Note, for the record').fill('As we do it')
      await accept.click()
      await page.getByText('weekly-numbers is in the library').waitFor()
      await page.getByText('Nothing waits for you').waitFor()
      await page.getByLabel('State').selectOption('approved')
      const decided = page.getByRole('list', { name: 'Written by agents' })
      await decided.getByText('Approved', { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await kept()).toMatchObject({ source: 'agent', scope: 'org', revision: 1 })
    })

    it('shows a change as a difference, and takes it by keyboard alone', async () => {
      const { page } = person
      const card = await dictate('1. Collect all the numbers.\n2. Compare them.')
      await card.getByText('It waits for a person.').waitFor()
      await page.goto(`${server.url}/skills`)
      await page.getByText('1 proposal waits for you').waitFor()
      await page
        .getByText(/^ ?1 waiting$/)
        .first()
        .waitFor({ state: 'attached' })
      const release = await holdCode(/diff-editor/)
      await page.reload()
      await page.getByText('1 proposal waits for you').waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('i')
      await page.getByText('Change of an organisation’s skill').waitFor()
      // The code that shows the difference is not there: nobody has read it, and nobody can say yes.
      const accept = page.getByRole('button', { name: 'Accept the change' })
      await page.getByText('Loading the difference').waitFor({ state: 'attached' })
      expect(await accept.isDisabled()).toBe(true)
      await page.keyboard.press('a')
      release()
      await page.locator('.cm-deletedChunk').first().waitFor()
      await page.locator('.cm-insertedLine, .cm-changedLine').first().waitFor()
      expect(await violations(page)).toEqual([])
      expect(await content()).toMatchObject({ revision: 1 })
      await accept.focus()
      await page.keyboard.press('Enter')
      await page.getByText('weekly-numbers is in the library').waitFor()
      expect(await content()).toMatchObject({ revision: 2, source: 'agent' })
      expect((await content()).content).toContain('2. Compare them.')
    })

    it('a change of what has moved on cannot be taken, and opens as a draft beside what is there', async () => {
      const { page } = person
      const card = await dictate('1. Something else.')
      await card.getByText('It waits for a person.').waitFor()
      const before = await content()
      const change = { content: before.content.replace('Compare them.', 'Compare them twice.') }
      await callApi(server, `/skills/${before.id}`, { method: 'PUT', body: change })
      await card.getByRole('link', { name: 'Review' }).click()
      await page.getByText('The skill has changed since this was written').waitFor()
      expect(await page.getByRole('button', { name: 'Accept the change' }).isDisabled()).toBe(true)
      expect(await violations(page)).toEqual([])
      const proposal = page.url()
      await page.getByRole('button', { name: 'Open as a draft' }).click()
      const editor = page.getByRole('textbox', { name: 'SKILL.md' })
      await editor.getByText('1. Something else.', { exact: true }).waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('This skill was saved elsewhere since you began').waitFor()
      await page.locator('.cm-deletedChunk').first().waitFor()
      expect((await content()).content).toContain('Compare them twice.')
      await page.goto(proposal)
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByText('weekly-numbers was rejected').waitFor()
      expect((await content()).content).toContain('Compare them twice.')
    })

    it('D9: archives from the row’s menu, undoes it, and finds what is in the archive', async () => {
      const { page } = person
      await page.goto(`${server.url}/skills`)
      const list = page.getByRole('table', { name: 'Skills' })
      const row = list.getByRole('row').filter({ hasText: 'weekly-numbers' })
      await row.getByText('never', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'More about weekly-numbers' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByText('weekly-numbers is in the archive').waitFor()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await row.waitFor()
      await page.getByRole('button', { name: 'More about weekly-numbers' }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Archived' }).click()
      await row.getByText('Archived', { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'More about weekly-numbers' }).click()
      await page.getByRole('menuitem', { name: 'Bring back' }).click()
      await row.waitFor({ state: 'detached' })
    })

    it('D9: the settings say what the curator goes by, and what it would do now', async () => {
      const { page } = person
      await page.goto(`${server.url}/settings/skills`)
      await page.getByText('It archives after 30 days without use.').waitFor()
      await page.getByText('It has not archived anything yet.').waitFor()
      await page.getByRole('button', { name: 'What would it archive now?' }).click()
      await page.getByText('Nothing: every skill an agent made is in use.').waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${server.url}/settings/agent-tools`)
      await page.getByRole('checkbox', { name: /Web pages/ }).click()
      await page.getByRole('switch', { name: 'Let agents read web pages' }).click()
      await page.getByText('Leave this off where conversations hold secrets.').waitFor()
      await page.getByRole('button', { name: 'Save settings' }).click()
      await page.getByText('Settings saved').waitFor()
      const settings = await callApi<Record<string, unknown>>(server, '/settings')
      expect(settings).toMatchObject({ toolsets: ['portable', 'web'], web_fetch_enabled: true })
      expect(await violations(page)).toEqual([])
    })

    it('fits a phone without sideways scrolling, and is clean in the dark', async () => {
      const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
      const { page } = await newPerson(browser, phone)
      await signIn(page, server)
      const { items } = await callApi<{ items: { id: string }[] }>(server, '/reviews')
      for (const path of ['/reviews', `/reviews/${items[0]?.id}`, '/skills', '/settings/skills']) {
        await page.goto(server.url + path)
        await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(`${path}: ${overflow}`).toBe(`${path}: 0`)
        expect(await violations(page)).toEqual([])
      }
    })

    it('shows nothing broken in the browser’s own console', () => {
      // The save that was held up is told to the page as a 412, which the browser writes down.
      expect(person.complaints.filter((text) => !text.includes('412'))).toEqual([])
    })
  },
)
