import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('A9: samples, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    server = await startRealServer({ REPERTOIRE_SAMPLES: 'on' })
    browser = await sharedChromium()
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const count = async () =>
    (await callApi<{ items: unknown[] }>(server, '/skills?source_id=src_samples')).items.length

  it('are marked, removed with one click, and back with another', async () => {
    await page.goto(`${server.url}/skills`)
    const name = page.getByRole('link', { name: 'code-review', exact: true })
    const row = page.getByRole('row').filter({ has: name })
    await row.getByText('Sample', { exact: true }).waitFor()
    await page.goto(`${server.url}/sources`)
    const card = page.getByRole('article', { name: 'Samples' })
    await card.getByRole('button', { name: 'Remove samples' }).click()
    await card.getByRole('status').getByText('Removed').waitFor()
    expect(await count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.getByRole('button', { name: 'Remove samples' }).waitFor()
    expect(await count()).toBe(6)
  })
})
