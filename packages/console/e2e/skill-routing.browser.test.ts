import { Buffer } from 'node:buffer'
import type { ImportResponse, SkillBody } from '@repertoire/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skillMd = '---\nname: token-swap\ndescription: Swaps one token. # kept\n---\nAsk first.\n'
const triggers =
  'must_surface: [swap half of it, 兑换一半]\nmust_not_surface: [swap seats on paper]\n'

describe.skipIf(!chromiumPath)(
  'when a skill is chosen, edited and tested on its page',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let page: Page
    let id = ''

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const files = Object.entries({ 'SKILL.md': skillMd, 'evals/triggers.yaml': triggers })
      const { results } = await callApi<ImportResponse>(server, '/imports', {
        body: {
          scope: 'org',
          items: [
            {
              path: 'token-swap',
              files: files.map(([path, text]) => ({
                ...{ path, executable: false },
                content_base64: Buffer.from(text).toString('base64'),
              })),
            },
          ],
        },
      })
      id = results[0]?.skill?.id ?? ''
      ;({ page } = await newPerson(browser))
      await signIn(page, server)
      await page.goto(`${server.url}/skills/${id}?tab=routing`)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    it('E1: the form writes metadata into the file and nothing else', async () => {
      await page.getByRole('combobox', { name: 'Keywords', exact: true }).fill('swap half, 兑换,')
      await page.getByRole('combobox', { name: 'Negative keywords' }).fill('paper')
      await page.keyboard.press('Enter')
      await page.getByLabel('Priority').fill('20')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved as revision 2').waitFor()
      const { content } = await callApi<SkillBody>(server, `/skills/${id}`)
      expect(content).toBe(
        skillMd.replace(
          '---\nAsk',
          'metadata:\n  repertoire.keywords: swap half, 兑换\n  repertoire.negative_keywords: paper\n  repertoire.priority: "20"\n---\nAsk',
        ),
      )
    })

    it('E2: the trigger tests run on what is saved, and say why', async () => {
      await page.getByRole('button', { name: 'Run now' }).click()
      await page.getByText('Recall 100 %').waitFor()
      await page.getByText('Precision 100 %').waitFor()
      const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
      expect(await messages.allInnerTexts()).toEqual([
        expect.stringContaining('its keyword “swap half”'),
        expect.stringContaining('its keyword “兑换”'),
        expect.stringContaining('“paper” is in the message'),
      ])
    })

    it('is open to everybody: no violations in either theme', async () => {
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  },
)
