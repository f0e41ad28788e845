import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const hidden = /[\u202e\u200b]/
const title = 'Pay \u202egpj.exe'
const message = 'Do \u200bit \u202enow.'

describe.skipIf(!chromiumPath)(
  'text that hides something, in Chromium',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let person: Person

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      person = await newPerson(browser)
      await signIn(person.page, server)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const shown = () => person.page.locator('body').innerText()

    it('is marked in the titles of conversations and in what people wrote', async () => {
      const { page } = person
      const { id } = await callApi<{ id: string }>(server, '/conversations', { body: { title } })
      await callApi(server, `/conversations/${id}/messages`, { body: { text: message } })
      await page.goto(`${server.url}/chat/${id}`)
      await page.getByRole('heading', { name: 'Pay ⟨right-to-left override⟩gpj.exe' }).waitFor()
      await page.locator('article').getByText('⟨zero width space⟩').first().waitFor()
      expect(await shown()).not.toMatch(hidden)
      expect(await page.title()).toContain('⟨right-to-left override⟩')
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: /^Actions for Pay ⟨right-to-left/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.locator('[data-sonner-toast] mark').waitFor()
      expect(await shown()).not.toMatch(hidden)
    })

    it('is marked in the audit log, also in its JSON', async () => {
      const { page } = person
      await callApi(server, '/members', { body: { name: 'Ada\u202enimda', role: 'member' } })
      await page.goto(`${server.url}/audit`)
      await page.getByText('Details').first().click()
      await page.locator('pre mark').first().waitFor()
      expect(await shown()).not.toMatch(hidden)
      expect(await violationsInBothThemes(page)).toEqual([])
    })

    it('is marked in the names of agents, triggers, connectors and members, also where one is chosen', async () => {
      const { page } = person
      const name = 'Ada \u202enimda'
      const trigger = { kind: 'webhook' }
      await callApi(server, '/agents', { body: { name } })
      await callApi(server, '/triggers', { body: { name, message: 'Look.', trigger } })
      const connector = { name: 'wiki', title: name, description: name, url: `${server.url}/mcp` }
      await callApi(server, '/connectors', { body: connector })
      await callApi(server, '/members', { body: { name, role: 'member' } })
      for (const path of [
        '/chat',
        '/triggers',
        '/triggers/everybody',
        '/settings/connections',
        '/settings/members',
      ]) {
        await page.goto(`${server.url}${path}`)
        await page.locator('#main').getByText('⟨right-to-left override⟩').first().waitFor({
          state: 'attached',
        })
        expect(await shown(), path).not.toMatch(hidden)
      }
    })
  },
)
