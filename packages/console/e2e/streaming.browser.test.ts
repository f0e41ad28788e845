import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { type ControlledProvider, startControlledProvider } from './support/controlled-provider.ts'
import { newPerson, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('an answer that is being written', { timeout: 120_000 }, () => {
  let provider: ControlledProvider
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    provider = await startControlledProvider()
    const model = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'held' }
    ;[server, browser] = await Promise.all([startRealServer(model), sharedChromium()])
    ;({ page } = await newPerson(browser))
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
  })

  async function ask(text: string): Promise<void> {
    await page.goto(`${server.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
    await provider.called()
  }

  const see = (text: string, on = page) => on.getByText(text, { exact: true }).waitFor()

  it('is there from its first word, after a reload, and in a second tab', async () => {
    // What is said before the page has opened its stream.
    let answerBegins = () => {}
    const asked = new Promise<void>((resolve) => {
      answerBegins = resolve
    })
    await page.route('**/events**', async (route) => {
      await asked
      if (route.request().headers().accept === 'text/event-stream') provider.say('First, look ')
      await route.continue()
    })
    await ask('What do I do?')
    answerBegins()
    await see('First, look')
    await page.unroute('**/events**')
    provider.say('at the')
    await see('First, look at the')
    await page.reload()
    await see('First, look at the')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await see('First, look at the', second)
    await page.reload()
    provider.say(' logs.')
    for (const one of [page, second]) await see('First, look at the logs.', one)
    provider.finish()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    await page.reload()
    await see('First, look at the logs.')
    await second.close()
  })

  it('stays after it was stopped', async () => {
    await ask('Explain it.')
    provider.say('It begins with')
    await see('It begins with')
    await page.getByRole('button', { name: 'Stop' }).click()
    await see('Stopped by you.')
    await page.reload()
    await see('It begins with')
    await see('Stopped by you.')
  })

  it('stays when the connection to the model breaks', async () => {
    await ask('Go on.')
    provider.say('It ends with')
    await see('It ends with')
    provider.breakOff()
    const problem = page.getByRole('article').getByText(/model/i)
    await problem.first().waitFor()
    await page.reload()
    await see('It ends with')
    expect(await page.getByText('Working…').count()).toBe(0)
  })
})
