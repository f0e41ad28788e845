import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { follow, newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { makeSampleFolder, postgresSkill } from './support/sample-folder.ts'

/** Until nothing on the page is still a grey bar. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
}

describe.skipIf(!chromiumPath)(
  'WCAG 2.2 AA by axe in Chromium, light and dark',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let page: Page
    let skillId = ''
    let conversationId = ''

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const skill = await callApi<{ id: string; content: string }>(server, '/skills', {
        body: { content: postgresSkill },
      })
      skillId = skill.id
      await callApi(server, `/skills/${skillId}`, {
        method: 'PUT',
        body: { content: `${skill.content}\n5. Measure again.\n`, reason: 'one more step' },
      })
      await callApi(server, '/settings', {
        method: 'PUT',
        body: { skill_enablement_policy: 'prompt-user' },
      })
      conversationId = (await callApi<{ id: string }>(server, '/conversations', { body: {} })).id
      await callApi(server, `/conversations/${conversationId}/messages`, {
        body: { text: 'The production Postgres answers slowly.' },
      })
      ;({ page } = await newPerson(browser))
      await signIn(page, server)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const places: readonly (readonly [name: string, path: () => string, ready: string])[] = [
      ['Chat, empty', () => '/chat', 'Ask something. Repertoire finds the skill.'],
      ['Chat, waiting for an approval', () => `/chat/${conversationId}`, 'Waiting for you'],
      ['Skills', () => '/skills', 'Slow Postgres triage'],
      ['Skills, searched', () => '/skills?q=postgres', 'Found by'],
      ['Skills, nothing found', () => '/skills?q=zzzzzz', 'No skill fits'],
      ['Skill', () => `/skills/${skillId}`, 'List active queries'],
      ['Editor', () => `/skills/${skillId}?tab=edit`, 'Separated by commas.'],
      ['What the model sees', () => `/skills/${skillId}?tab=model`, 'While the skill is active'],
      ['Revisions', () => `/skills/${skillId}?tab=revisions`, 'one more step'],
      ['Files', () => `/skills/${skillId}?tab=files`, 'SKILL.md'],
      ['Details', () => `/skills/${skillId}?tab=details`, 'Content hash'],
      ['New skill', () => '/skills/new', 'Separated by commas.'],
      ['Recently deleted', () => '/skills/deleted', 'Nothing was deleted'],
      ['Import', () => '/skills/import', 'Drop a folder here'],
      ['Approvals', () => '/approvals', 'Waiting for you'],
      ['Settings, general', () => '/settings/general', 'Text for every agent'],
      ['Settings, models', () => '/settings/models', 'The demo model answers now'],
      ['Settings, skills', () => '/settings/skills', 'What would it archive now?'],
      ['Settings, approvals', () => '/settings/approvals', 'Rules for tools'],
      ['Settings, routing', () => '/settings/routing', 'Score table'],
      ['Settings, agents’ tools', () => '/settings/agent-tools', 'Outbound requests'],
      ['Settings, sandbox', () => '/settings/sandbox', 'What was run for you'],
      ['Settings, connections', () => '/settings/connections', 'connectors.yaml'],
      ['Settings, members', () => '/settings/members', 'Add member'],
      ['Settings, keys', () => '/settings/keys', 'Create key'],
      ['Settings, usage', () => '/settings/usage', 'Turns started today'],
      ['Settings, you', () => '/settings/you', 'Single-key shortcuts'],
      ['Audit', () => '/audit', 'Details'],
      ['Glossary', () => '/help/glossary', 'Skills and where they come from'],
      ['An unknown address', () => '/nowhere', 'There is no page at this address'],
      ['A skill that is gone', () => '/skills/skl_gone', 'There is no such skill'],
      ['A proposal that is gone', () => '/reviews/prp_gone', 'There is no such import or proposal'],
      ['An offer that is gone', () => '/inbox?entry=offer.prp_gone', 'There is no such import'],
      ['A question that is gone', () => '/inbox?entry=approval.apr_gone', 'There is no such quest'],
      ['A conversation that is gone', () => '/chat/cnv_gone', 'There is no such conversation'],
    ]

    /** Those whose own tests ask axe. */
    const others: typeof places = [
      ['Routing', () => '/routing?message=Postgres+is+slow&skill=nobody', 'would be offered'],
      ['Routing of a skill', () => `/skills/${skillId}?tab=routing`, 'Trigger tests'],
      ['Triggers', () => '/triggers', 'New trigger'],
      ['New trigger', () => '/triggers/new', 'What starts it'],
      ['Traces', () => '/traces', 'The production Postgres answers slowly.'],
      ['Rules for tools', () => '/settings/tool-rules', 'search_skills'],
      ['Grants', () => '/settings/grants', 'New grant'],
      ['Tools by agents', () => '/settings/tools', 'No tools yet'],
    ]

    for (const [name, path, ready] of places) {
      it(`${name}`, async () => {
        await follow(page, path())
        await page.getByText(ready).first().waitFor()
        await settled(page)
        expect(await violationsInBothThemes(page)).toEqual([])
      })
    }

    it(`Sign in`, async () => {
      const { page } = await newPerson(browser)
      await page.goto(`${server.url}/login`)
      await page.getByLabel('API key').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.context().close()
    })

    it(`Palette, shortcuts and the budget’s breakdown`, async () => {
      await page.goto(`${server.url}/chat/${conversationId}`)
      await page.getByRole('button', { name: /^Skills \(/ }).click()
      await page.getByText('No skill is active.').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('#main').focus()
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })

    it(`The person’s menu, and on a phone the sheet of all places`, async () => {
      await page.goto(`${server.url}/routing`)
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Skills' }).and(page.locator('[aria-current]')).waitFor()
      await page.getByRole('button', { name: /theme, account, sign out/ }).press('Enter')
      await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      const size = page.viewportSize() ?? { width: 1280, height: 820 }
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('navigation', { name: 'All places' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('link', { name: 'Triggers' }).click()
      await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor()
      await page.setViewportSize(size)
    })

    it(`Review and results of an import`, async () => {
      await page.goto(`${server.url}/skills/import`)
      await page.getByLabel('Folder', { exact: true }).setInputFiles(await makeSampleFolder())
      await page.getByText('4 skills found.').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Import 4 skills' }).click()
      await page.getByText('Done: 4 skills').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })

    it(`The conflict of two editors`, async () => {
      await page.goto(`${server.url}/skills/${skillId}?tab=edit`)
      await page.getByLabel('Tags').fill('database, slow')
      const { content } = await callApi<{ content: string }>(server, `/skills/${skillId}`)
      await callApi(server, `/skills/${skillId}`, {
        method: 'PUT',
        body: { content: `${content}\nTheirs.\n` },
      })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Use the saved one' }).first().waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Drop mine, take the saved one' }).click()
      await page.getByRole('tab', { name: 'Edit' }).waitFor()
    })

    it('fits a phone without sideways scrolling, on every page', async () => {
      const { page } = await newPerson(browser, {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
      })
      await signIn(page, server)
      for (const [name, path, ready] of [...places, ...others]) {
        await follow(page, path())
        await page.getByText(ready).first().waitFor({ state: 'attached' })
        const overflow = await page.evaluate(() => {
          const main = document.querySelector('#main')
          const inside = main ? main.scrollWidth - main.clientWidth : 0
          return Math.max(document.documentElement.scrollWidth - innerWidth, inside)
        })
        expect(`${name}: ${overflow}`).toBe(`${name}: 0`)
      }
      await page.context().close()
    })

    it('has targets of at least 24 pixels, inline links excepted', async () => {
      for (const path of [
        '/skills',
        `/chat/${conversationId}`,
        '/settings/skills',
        '/settings/keys',
        '/settings/you',
        `/skills/${skillId}`,
      ]) {
        await follow(page, path)
        await page.getByText('There is no page at this address').waitFor({ state: 'detached' })
        await page.getByRole('heading').first().waitFor()
        await settled(page)
        const small = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'button, select, summary, [role="switch"], input:not([type="checkbox"], [type="radio"], [type="file"])',
            ),
          ]
            .filter((node) => node.checkVisibility() && !node.closest('.cm-editor'))
            .map((node) => ({
              text: node.textContent || node.getAttribute('aria-label'),
              box: node.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height < 24 || box.width < 24)
            .map(({ text }) => text),
        )
        expect(small).toEqual([])
      }
    })
  },
)
