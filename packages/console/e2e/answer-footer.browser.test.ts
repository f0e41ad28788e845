import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { type ControlledProvider, startControlledProvider } from './support/controlled-provider.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer, textOfFile } from './support/real-server.ts'

const code = 'SELECT pg_terminate_backend(48213);'
const answer = `Ends one session.\n\n\`\`\`sql\n${code}\n\`\`\``

describe.skipIf(!chromiumPath)('what stands below an answer', { timeout: 120_000 }, () => {
  let provider: ControlledProvider
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    provider = await startControlledProvider()
    const model = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'held' }
    ;[server, browser] = await Promise.all([startRealServer(model), sharedChromium()])
    ;({ page } = await newPerson(browser, { permissions: ['clipboard-read', 'clipboard-write'] }))
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
  })
  const message = () => page.getByRole('textbox', { name: 'Message' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  it('copies the answer, and its code with colours', async () => {
    await message().fill('End the session.')
    await page.keyboard.press('Enter')
    await provider.called()
    provider.say(answer)
    provider.finish()
    await button('Copy the answer').click()
    await expect.poll(clipboard).toBe(answer)
    const block = page.getByRole('figure')
    await block.locator('.tok-keyword', { hasText: 'SELECT' }).waitFor()
    expect((await block.locator('code').textContent())?.trim()).toBe(code)
    await block.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(async () => (await clipboard()).trim()).toBe(code)
    await page.getByRole('link', { name: 'Trace', exact: true }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  it('A3: makes the message a trigger test of the skill that should have answered', async () => {
    const content = '---\nname: end-sessions\ndescription: Ends sessions.\n---\nEnd it.\n'
    const { id } = await callApi<{ id: string }>(server, '/skills', { body: { content } })
    await button('Another skill should have answered').click()
    const dialog = page.getByRole('dialog', { name: 'This should have found…' })
    expect(await dialog.getByLabel('Message').inputValue()).toBe('End the session.')
    await dialog.getByLabel('Message').fill('End a session of the database.')
    await dialog.getByLabel('Skill').fill('end-sessions')
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add the trigger test' }).click()
    await page.getByText('end-sessions has the trigger test now').waitFor()
    const file = await textOfFile(server, id, 'evals/triggers.yaml')
    expect(file).toBe('must_surface:\n  - End a session of the database.\n')
  })

  it('puts a message back into the field, before what is written there', async () => {
    await message().fill('and quickly')
    await button('Edit and send again').click()
    await expect.poll(() => message().inputValue()).toBe('End the session.\n\nand quickly')
    await message().fill('')
  })

  it('sends the same message again, and goes on after it was stopped', async () => {
    await button('Send the message again').click()
    await provider.called()
    provider.say('It begins')
    await page.getByText('It begins', { exact: true }).waitFor()
    expect(await button('Send the message again').count()).toBe(0)
    await button('Stop').click()
    await page.getByText('Stopped by you.', { exact: true }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await button('Continue').click()
    await provider.called()
    provider.say('and ends.')
    provider.finish()
    await page.getByText('and ends.', { exact: true }).waitFor()
    await button('Continue').waitFor({ state: 'detached' })
    expect(await page.getByRole('article').count()).toBe(3)
  })
})
