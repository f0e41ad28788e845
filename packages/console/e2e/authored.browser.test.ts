import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations, violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Tool {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly status: string
  readonly head: { readonly number: number; readonly code: string }
}

describe.skipIf(!chromiumPath)('tools by agents, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/settings', { method: 'PUT', body: { toolsets: ['toolsmith'] } })
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const tools = async (query = '') =>
    (await callApi<{ items: Tool[] }>(server, `/authored-tools${query}`)).items
  const say = async (message: string) => {
    const { page } = person
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
    await page.keyboard.press('Enter')
  }

  it('B5: the code stands in the question before it runs; after the yes it answers', async () => {
    const { page } = person
    await say('Make a tool named add_up: return 1 + 2')
    const card = page.getByRole('region', { name: 'Run code an agent wrote: add_up?' })
    await card.getByText('Your yes is for exactly this code.').waitFor()
    await card.getByRole('textbox', { name: 'add_up.js' }).getByText('return 1 + 2').waitFor()
    await card.getByRole('tab', { name: 'Parameters' }).click()
    await card.getByRole('textbox', { name: 'parameters.json' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(await tools()).toMatchObject([{ name: 'add_up', status: 'unapproved' }])
    await card.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('It answered:').waitFor()
    expect(await tools()).toMatchObject([{ name: 'add_up', status: 'approved' }])
  })

  it('B5: a change shows as a difference on the approvals page, and a no keeps it from running', async () => {
    const { page } = person
    await say('Change the tool add_up: return 4')
    await page.getByRole('region', { name: 'Run code an agent changed: add_up?' }).waitFor()
    await page.goto(`${server.url}/approvals`)
    const card = page.getByRole('region', { name: 'Run code an agent changed: add_up?' })
    await card.getByRole('tab', { name: 'Changes' }).waitFor()
    const changes = card.getByRole('textbox', { name: 'Code approved before and as it is now' })
    await changes.getByText('return 4').waitFor()
    await changes.getByText('return 1 + 2').waitFor()
    expect(await violations(page)).toEqual([])
    await card.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Denied').first().waitFor()
    expect(await tools()).toMatchObject([{ status: 'unapproved', head: { number: 2 } }])
  })

  it('B5: from the settings to the list: switched off and on, deleted and undone', async () => {
    const { page } = person
    await page.goto(`${server.url}/settings/agent-tools`)
    await page.getByRole('link', { name: 'Tools by agents' }).click()
    const list = page.getByRole('list', { name: 'Tools and libraries' })
    await list.getByText('Not approved yet').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await list.getByRole('switch', { name: 'add_up is enabled' }).click()
    await list.getByText('Disabled', { exact: true }).waitFor()
    expect(await tools()).toMatchObject([{ enabled: false }])
    await list.getByRole('switch', { name: 'add_up is enabled' }).click()
    await list.getByText('Not approved yet').waitFor()
    await list.getByRole('button', { name: 'Delete add_up' }).click()
    await page.getByText('No tools yet').waitFor()
    expect(await tools()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await list.getByText('add_up').waitFor()
    expect(await tools()).toMatchObject([{ name: 'add_up' }])
  })

  it('B5: a deleted one is found among the deleted ones', async () => {
    const { page } = person
    const [tool] = await tools()
    await page.goto(`${server.url}/settings/tools/${tool?.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('“add_up” deleted').waitFor()
    await page.goto(`${server.url}/settings/tools`)
    await page.getByText('No tools yet').waitFor()
    await page.getByRole('switch', { name: 'Recently deleted' }).click()
    await page.getByRole('button', { name: 'Restore add_up' }).click()
    await page.getByText('Nothing was deleted').waitFor()
    expect(await tools()).toHaveLength(1)
  })

  it('B5: versions with their difference; what was approved before needs no new yes', async () => {
    const { page, complaints } = person
    await page.goto(`${server.url}/settings/tools`)
    await page.getByRole('link', { name: 'add_up' }).click()
    await page.getByRole('heading', { name: 'add_up' }).waitFor()
    await page.getByRole('textbox', { name: 'add_up.js' }).getByText('return 4').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('tab', { name: 'Versions (2)' }).click()
    const changes = page.getByRole('textbox', { name: 'What changed from version 1 to 2' })
    await changes.getByText('return 4').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Version 1 is back, as version 3').waitFor()
    await page.getByText('Approved', { exact: true }).waitFor()
    expect(await tools()).toMatchObject([{ status: 'approved', head: { number: 3 } }])
    await say('Run the tool add_up')
    await page.getByText('It answered:').waitFor()
    expect(complaints).toEqual([])
  })
})
