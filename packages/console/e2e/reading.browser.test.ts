import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const step = (at: number) =>
  `${at}. Look at queries of kind ${at}. ${'Write down what was seen, and when. '.repeat(12)}`
const longSkill = `---
name: Slow Postgres triage
description: Find out why a production Postgres database answers slowly.
---
# Slow Postgres triage

${Array.from({ length: 8 }, (_, index) => step(index + 1)).join('\n')}
`

describe.skipIf(!chromiumPath)('reading and undoing in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  const log = () => page.getByRole('log', { name: 'Messages' })
  const ask = async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('Why does Postgres answer slowly?')
    await page.keyboard.press('Enter')
  }
  /** How far below the top of the log the newest answer begins. */
  const answerBelowTop = async () => {
    const label = await page.getByText('Demo model', { exact: true }).last().boundingBox()
    const box = await log().boundingBox()
    return (label?.y ?? Number.NaN) - (box?.y ?? Number.NaN)
  }

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/skills', { body: { content: longSkill } })
    const other = longSkill.replace('Slow Postgres triage', 'Other')
    await callApi(server, '/skills', { body: { content: other } })
    page = (await newPerson(browser, { viewport: { width: 1280, height: 600 } })).page
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('leaves a long answer at its beginning, and goes to its end when asked', async () => {
    await ask()
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
    await page.locator('.prose-md li').first().waitFor()
    await expect.poll(answerBelowTop).toBeGreaterThanOrEqual(0)
    expect(await answerBelowTop()).toBeLessThan(60)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(answerBelowTop).toBeLessThan(0)
  })

  it('shows the next question at once, and its answer from the beginning again', async () => {
    await ask()
    await page.getByText(/2 answers in this conversation/).waitFor({ state: 'attached' })
    await expect.poll(answerBelowTop).toBeGreaterThanOrEqual(0)
  })

  it('brings several deleted skills back when that is undone', async () => {
    await page.goto(`${server.url}/skills`)
    await page.getByLabel('Select all that match').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete 2 skills' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 skills restored').waitFor()
    const { items } = await callApi<{ items: unknown[] }>(server, '/skills')
    expect(items).toHaveLength(2)
  })
})
