import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations, violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Settings {
  readonly tool_tiers: Readonly<Record<string, string>>
}
interface Grants {
  readonly items: readonly { readonly tool: string; readonly revoked_at: string | null }[]
}

describe.skipIf(!chromiumPath)('what tools may do, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  const tiers = async () => (await callApi<Settings>(server, '/settings')).tool_tiers

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/settings', { method: 'PUT', body: { toolsets: ['code'] } })
    person = await newPerson(browser)
    await signIn(person.page, server)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('E6: an admin makes a tool ask every time, and is warned before it asks less', async () => {
    const { page } = person
    await page.goto(`${server.url}/settings/approvals`)
    const link = page.getByRole('link', { name: 'Rules for tools' })
    // Sections of the page are still arriving, and may push the link from under the pointer.
    await page.goto(new URL((await link.getAttribute('href')) ?? '', server.url).href)
    await page.getByRole('textbox', { name: 'Find a tool' }).fill('run_sandbox')
    const rule = page.getByRole('combobox', { name: 'Rule for run_sandbox_code' })
    await rule.selectOption({ label: 'Asks every time' })
    await expect.poll(tiers).toEqual({ run_sandbox_code: 'ALWAYS_CONFIRM' })
    expect(await violationsInBothThemes(page)).toEqual([])
    await rule.selectOption({ label: 'Runs at once' })
    const warning = page.getByRole('alertdialog', { name: 'Ask less about run_sandbox_code?' })
    await warning.getByText('Anything an agent reads').waitFor()
    expect(await violations(page)).toEqual([])
    await warning.getByRole('button', { name: 'Cancel' }).click()
    expect(await tiers()).toEqual({ run_sandbox_code: 'ALWAYS_CONFIRM' })
  })

  it('E6: the exact arguments stand in the question, in the chat and under Approvals', async () => {
    const { page } = person
    await page.goto(`${server.url}/chat`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Run code: return "<b>6</b>" + 7')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'Call run_sandbox_code?' })
    await card.getByText('this one call with exactly these arguments').waitFor()
    expect(await card.getByLabel('Arguments').locator('b').count()).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.goto(`${server.url}/approvals`)
    await card.getByText('return').first().waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await card.getByRole('button', { name: 'Approve' }).dblclick()
    const approved = page.getByRole('region', { name: 'Call of run_sandbox_code' }).first()
    await approved.getByText('Approved').first().waitFor()
  })

  it('E6: what was approved once is allowed in turns nobody starts, and revoked again', async () => {
    const { page } = person
    const { items } = await callApi<{ items: { id: string }[] }>(server, '/approvals')
    await page.goto(`${server.url}/settings/grants?from=${items[0]?.id}`)
    const form = page.getByRole('form', { name: 'New grant' })
    expect(await form.getByRole('combobox', { name: 'Tool' }).inputValue()).toBe('run_sandbox_code')
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('code')
    expect(await form.getByRole('textbox', { name: 'Value' }).inputValue()).toContain('return')
    expect(await violationsInBothThemes(page)).toEqual([])
    await form.getByRole('button', { name: 'Allow' }).click()
    const list = page.getByRole('list', { name: 'Grants' })
    await list.getByText('Used 0 of 1 times').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await list.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await list.getByText('Revoked', { exact: true }).waitFor()
    const grants = await callApi<Grants>(server, '/tool-grants')
    expect(grants.items).toMatchObject([{ tool: 'run_sandbox_code' }])
    expect(grants.items[0]?.revoked_at).not.toBeNull()
  })
})
